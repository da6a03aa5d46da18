// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NAME_REGISTRY_H
#define AI_FABRIC_NAME_REGISTRY_H

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Registry of names with small numbers, in the order of registration: an enumeration that users'
 * classes can extend.
 *
 * Numbers differ from program to program; files and comparisons between runs use names.
 */
class NameRegistry
{
  public:
    /**
     * @param what kind of the elements, for error messages
     * @param names names of the first numbers, from 0 on
     * @param capacity largest number of elements
     */
    NameRegistry(std::string what, std::deque<std::string> names, uint32_t capacity);

    /**
     * @param name name of an element, not empty
     * @return its number: the existing number of this name, or the next one
     * @throw InputError if all numbers are used
     */
    uint32_t Register(const std::string& name);

    /**
     * @param number number
     * @return its name, a pointer that stays valid; "unknown" for an unregistered number
     */
    const char* GetName(uint32_t number) const
    {
        return number < m_names.size() ? m_names[number].c_str() : "unknown";
    }

    /** @return number of names */
    uint32_t GetSize() const
    {
        return static_cast<uint32_t>(m_names.size());
    }

  private:
    std::string m_what;              //!< kind of the elements, for error messages
    std::deque<std::string> m_names; //!< by number; their addresses do not change
    uint32_t m_capacity;             //!< largest number of elements
};

} // namespace ns3

#endif // AI_FABRIC_NAME_REGISTRY_H
