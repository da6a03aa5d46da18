// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPEN_SET_H
#define AI_FABRIC_OPEN_SET_H

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Names that get small numbers in the order in which they are registered: what an enumeration would
 * be if classes of other people could add to it.
 *
 * Numbers differ from program to program; whatever is written or compared between runs is a name.
 */
class OpenSet
{
  public:
    /**
     * @param what its elements are, for errors
     * @param names of the first numbers, from 0 on
     * @param capacity how many numbers there are
     */
    OpenSet(std::string what, std::deque<std::string> names, uint32_t capacity);

    /**
     * @param name of an element, not empty
     * @return its number: that of an element that has the name already, or the next one
     * @throw InputError if there is no further number
     */
    uint32_t Register(const std::string& name);

    /** @param number any @return its name, which stays; "unknown" if nobody has registered it */
    const char* GetName(uint32_t number) const
    {
        return number < m_names.size() ? m_names[number].c_str() : "unknown";
    }

    /** @return how many numbers have names */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_names.size());
    }

  private:
    std::string m_what;              //!< what its elements are, for errors
    std::deque<std::string> m_names; //!< by number; they stay where they are
    uint32_t m_capacity;             //!< how many numbers there are
};

} // namespace ns3

#endif // AI_FABRIC_OPEN_SET_H
