// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHAKRA_GROUPS_H
#define AI_FABRIC_CHAKRA_GROUPS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

struct JsonValue;

/**
 * @ingroup ai-fabric-trace
 * The process groups of a Chakra trace: those of a JSON file, which hold for all ranks, and those
 * that each rank's own file defines.
 */
class ChakraGroups
{
  public:
    /**
     * @param ranks of the trace
     * @param file JSON, an object of lists of ranks; empty: none
     * @throw InputError with file and line
     */
    ChakraGroups(uint32_t ranks, const std::string& file);

    /** Forgets the definitions of the rank before. @param file of the rank that comes next */
    void BeginRank(const std::string& file);

    /**
     * Takes definitions as PyTorch writes them, a list of objects with pg_name and ranks, where no
     * ranks means all. A text without such a list has none.
     *
     * @param text inputs of a METADATA node
     * @throw InputError if the list is wrong
     */
    void TakeDefinitions(const std::string& text);

    /**
     * @param name of the group; empty: all ranks
     * @param rank that takes part
     * @param node id, for the error
     * @return its ranks, in the order of the definition
     * @throw InputError if there is no such group, or the rank is not in it
     */
    const std::vector<uint32_t>& Find(const std::string& name, uint32_t rank, uint64_t node) const;

  private:
    using Groups = std::map<std::string, std::vector<uint32_t>>; //!< ranks by name

    /**
     * @param list from the file
     * @param name of the group
     * @return its ranks; throws InputError if it is no such list
     */
    std::vector<uint32_t> ReadRanks(const JsonValue& list, const std::string& name) const;

    uint32_t m_ranks;            //!< how many there are
    std::string m_file;          //!< that is read
    std::vector<uint32_t> m_all; //!< ranks
    Groups m_given;              //!< by the file
    Groups m_own;                //!< of the rank
};

} // namespace ns3

#endif // AI_FABRIC_CHAKRA_GROUPS_H
