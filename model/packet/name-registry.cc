// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "name-registry.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NameRegistry::NameRegistry(std::string what, std::deque<std::string> names, uint32_t capacity)
    : m_what(std::move(what)),
      m_names(std::move(names)),
      m_capacity(capacity)
{
}

uint32_t
NameRegistry::Register(const std::string& name)
{
    const auto found = std::find(m_names.begin(), m_names.end(), name);
    const auto number = static_cast<uint32_t>(found - m_names.begin());
    if (found == m_names.end())
    {
        if (number == m_capacity)
        {
            throw InputError(m_what + " \"" + name + "\": too many registered; expected at most " +
                             std::to_string(m_capacity) + " names");
        }
        m_names.push_back(name);
    }
    return number;
}

} // namespace ns3
