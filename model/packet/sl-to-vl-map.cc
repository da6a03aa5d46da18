// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sl-to-vl-map.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

SlToVlMap::SlToVlMap()
{
    for (uint32_t level = 0; level < LEVEL_COUNT; ++level)
    {
        m_lanes[level] = static_cast<uint8_t>(level == DISCARD ? LANE_OF_LAST_LEVEL : level);
    }
}

SlToVlMap::SlToVlMap(const std::string& text, const std::string& name)
    : m_lanes{}
{
    const auto fail = [&](const std::string& problem) {
        throw InputError(name + " \"" + text + "\": " + problem);
    };
    std::string separated = text;
    std::replace(separated.begin(), separated.end(), ',', ' ');
    std::istringstream entries(separated);
    uint32_t level = 0;
    for (std::string entry; entries >> entry; ++level)
    {
        const auto vl = ParseNumber<uint32_t>(entry, 0, DISCARD);
        if (!vl)
        {
            fail("\"" + entry + "\" is not a lane; expected 0 to 14, or 15 to discard");
        }
        if (level == LEVEL_COUNT)
        {
            fail("more than 16 lanes; there are 16 service levels");
        }
        m_lanes[level] = static_cast<uint8_t>(*vl);
    }
    if (level == 0)
    {
        fail("expected the lanes of service levels 0 to 15, such as \"0,1,2,3\"");
    }
}

std::string
SlToVlMap::ToString() const
{
    std::string text;
    for (const auto lane : m_lanes)
    {
        text += (text.empty() ? "" : ",") + std::to_string(lane);
    }
    return text;
}

} // namespace ns3
