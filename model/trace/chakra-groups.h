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
 * The process groups of a Chakra trace: groups from a JSON file, which hold for all ranks, and
 * groups that each rank's own file defines.
 */
class ChakraGroups
{
  public:
    /**
     * @param ranks number of ranks of the trace
     * @param file path of a JSON file, an object of lists of ranks; empty: none
     * @throw InputError with file and line
     */
    ChakraGroups(uint32_t ranks, const std::string& file);

    /** Forgets the definitions of the rank before. @param file path of the next rank's file */
    void BeginRank(const std::string& file);

    /**
     * Reads definitions as PyTorch writes them: a list of objects with pg_name and ranks, where an
     * empty ranks means all. A text without such a list defines nothing.
     *
     * @param text inputs of a METADATA node
     * @throw InputError if the list is wrong
     */
    void TakeDefinitions(const std::string& text);

    /**
     * @param name name of the group; empty: all ranks
     * @param rank rank that takes part
     * @param node id of the node, for the error
     * @return ranks of the group, in the order of the definition
     * @throw InputError if there is no such group, or the rank is not in it
     */
    const std::vector<uint32_t>& Find(const std::string& name, uint32_t rank, uint64_t node) const;

  private:
    using Groups = std::map<std::string, std::vector<uint32_t>>; //!< ranks by name

    /**
     * @param list list from the file
     * @param name name of the group
     * @return ranks of the group
     * @throw InputError if it is not a list of ranks
     */
    std::vector<uint32_t> ReadRanks(const JsonValue& list, const std::string& name) const;

    uint32_t m_ranks;            //!< number of ranks
    std::string m_file;          //!< path of the file being read
    std::vector<uint32_t> m_all; //!< all ranks
    Groups m_given;              //!< groups of the JSON file
    Groups m_own;                //!< groups of the rank's own file
};

} // namespace ns3

#endif // AI_FABRIC_CHAKRA_GROUPS_H
