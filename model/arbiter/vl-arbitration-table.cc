// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "vl-arbitration-table.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/sl-to-vl-map.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

constexpr int32_t LAST_VL = MAX_DATA_LANES - 1; // the management lane is not arbitrated
constexpr int32_t LAST_WEIGHT = 255;

} // namespace

VlArbitrationTable::VlArbitrationTable(const std::string& text, const std::string& name)
{
    std::string separated = text;
    std::replace(separated.begin(), separated.end(), ',', ' ');
    std::istringstream entries(separated);
    for (std::string entry; entries >> entry;)
    {
        const size_t colon = entry.find(':');
        const int32_t vl = ParseNumber(entry.substr(0, colon), 0, LAST_VL).value_or(-1);
        const int32_t weight =
            colon == std::string::npos
                ? -1
                : ParseNumber(entry.substr(colon + 1), 0, LAST_WEIGHT).value_or(-1);
        if (vl < 0 || weight < 0)
        {
            throw InputError(name + " \"" + text + "\": \"" + entry +
                             "\" is not VL:WEIGHT with lanes 0 to 14 and weights 0 to 255");
        }
        m_entries.push_back({static_cast<uint8_t>(vl), static_cast<uint8_t>(weight)});
    }
    if (m_entries.size() > MAX_ENTRIES)
    {
        throw InputError(name + ": has " + std::to_string(m_entries.size()) +
                         " entries; expected at most " + std::to_string(MAX_ENTRIES));
    }
    SetLaneMask(GetLaneMask(PRIORITY_COUNT));
}

void
VlArbitrationTable::SetLaneMask(uint8_t laneMask)
{
    m_turnsOfLane = {};
    m_turns.clear();
    m_lanes = 0;
    for (const auto& entry : m_entries)
    {
        if (entry.weight > 0)
        {
            const uint8_t lane = entry.vl & laneMask;
            m_turnsOfLane[lane] |= uint64_t{1} << m_turns.size();
            m_turns.push_back({lane, entry.weight, 0});
            m_lanes |= 1U << lane;
        }
    }
    for (m_turn = static_cast<uint32_t>(m_turns.size()); m_turn > 0;)
    {
        --m_turn;
        m_turns[m_turn].next = static_cast<uint16_t>(FindTurn(1U << m_turns[m_turn].lane));
    }
    m_lane = m_turns.empty() ? 0 : m_turns.front().lane;
    m_leftBlocks = m_turns.empty() ? 0 : m_turns.front().weight;
}

uint32_t
VlArbitrationTable::FindTurn(uint32_t eligible) const
{
    uint64_t candidates = 0;
    for (uint32_t rest = eligible & m_lanes; rest; rest &= rest - 1)
    {
        candidates |= m_turnsOfLane[__builtin_ctz(rest)];
    }
    // If empty, the search wraps around.
    const uint64_t behind = candidates & (~uint64_t{1} << m_turn);
    return __builtin_ctzll(behind ? behind : candidates);
}

std::string
VlArbitrationTable::ToString() const
{
    std::string text;
    for (const auto& entry : m_entries)
    {
        text += (text.empty() ? "" : ",") + std::to_string(entry.vl) + ":" +
                std::to_string(entry.weight);
    }
    return text;
}

} // namespace ns3
