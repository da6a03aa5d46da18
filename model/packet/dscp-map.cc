// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dscp-map.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/** @return integer less than the limit, or -1 */
int32_t
ParseCode(const std::string& text, uint32_t limit)
{
    const auto number = ParseNumber<uint32_t>(text, 0, limit - 1);
    return number ? static_cast<int32_t>(*number) : -1;
}

} // namespace

template <uint32_t KEYS, uint32_t VALUES>
CodePointMap<KEYS, VALUES>::CodePointMap()
{
    for (uint32_t key = 0; key < KEYS; ++key)
    {
        m_values[key] = static_cast<uint8_t>(uint64_t{key} * VALUES / KEYS);
    }
}

template <uint32_t KEYS, uint32_t VALUES>
CodePointMap<KEYS, VALUES>::CodePointMap(const std::string& text, const std::string& name)
    : CodePointMap()
{
    const auto fail = [&](const std::string& problem) {
        throw InputError(name + " \"" + text + "\": " + problem);
    };
    std::string separated = text;
    std::replace(separated.begin(), separated.end(), ',', ' ');
    std::istringstream entries(separated);
    std::array<bool, KEYS> named{};
    int32_t others = -1;
    for (std::string entry; entries >> entry;)
    {
        const size_t colon = entry.find(':');
        const int32_t value =
            colon == std::string::npos ? -1 : ParseCode(entry.substr(colon + 1), VALUES);
        const std::string keys = entry.substr(0, colon);
        const size_t dash = keys.find('-');
        if (value >= 0 && keys == "*" && others < 0)
        {
            others = value;
            continue;
        }
        const int32_t first = ParseCode(keys.substr(0, dash), KEYS);
        const int32_t last =
            dash == std::string::npos ? first : ParseCode(keys.substr(dash + 1), KEYS);
        if (value < 0 || first < 0 || last < first)
        {
            fail("\"" + entry +
                 "\" is not KEY:VALUE, FIRST-LAST:VALUE or one *:VALUE with keys 0 "
                 "to " +
                 std::to_string(KEYS - 1) + " and values 0 to " + std::to_string(VALUES - 1));
        }
        for (int32_t key = first; key <= last; ++key)
        {
            if (named[key])
            {
                fail("names " + std::to_string(key) + " twice");
            }
            named[key] = true;
            m_values[key] = static_cast<uint8_t>(value);
        }
    }
    for (uint32_t key = 0; key < KEYS && others >= 0; ++key)
    {
        m_values[key] = named[key] ? m_values[key] : static_cast<uint8_t>(others);
    }
}

template <uint32_t KEYS, uint32_t VALUES>
std::string
CodePointMap<KEYS, VALUES>::ToString() const
{
    std::string text;
    for (uint32_t first = 0; first < KEYS;)
    {
        uint32_t last = first;
        while (last + 1 < KEYS && m_values[last + 1] == m_values[first])
        {
            ++last;
        }
        text += (text.empty() ? "" : ",") + std::to_string(first);
        text += last > first ? "-" + std::to_string(last) : "";
        text += ":" + std::to_string(m_values[first]);
        first = last + 1;
    }
    return text;
}

template class CodePointMap<DSCP_COUNT, PRIORITY_COUNT>;
template class CodePointMap<PRIORITY_COUNT, DSCP_COUNT>;

} // namespace ns3
