// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LANE_AFTER_HOP_H
#define AI_FABRIC_LANE_AFTER_HOP_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Lanes by hop, for HopClassifier and for the check for deadlocks.
 *
 * @param lane lane of a packet on a link between switches
 * @param lossless bit n: packets on lane n wait for room at the other end
 * @param dataLanes number of data lanes of the links
 * @return its lane on the next link between switches: the next lane if both are lossless, else the
 * same lane
 */
constexpr uint8_t
GetLaneAfterHop(uint8_t lane, uint32_t lossless, uint32_t dataLanes)
{
    const bool both = (lossless >> lane & 3U) == 3U;
    return both && lane + 1U < dataLanes ? static_cast<uint8_t>(lane + 1) : lane;
}

/**
 * @ingroup ai-fabric-packet
 * Lanes of minimal paths in networks with detours, for HopClassifier and for the check for
 * deadlocks. A detour is two minimal paths one after the other, so its lanes are enough for two of
 * them, and minimal paths use the lanes of the second half.
 *
 * @param lane lane of a packet on the link of its source
 * @param lossless bit n: packets on lane n wait for room at the other end
 * @param dataLanes number of data lanes of the links
 * @return its lane on the first link between switches of a minimal path: the middle of the lanes
 * that GetLaneAfterHop() reaches, rounded up
 */
constexpr uint8_t
GetLaneOfMinimalWay(uint8_t lane, uint32_t lossless, uint32_t dataLanes)
{
    uint8_t last = lane;
    for (uint8_t next = GetLaneAfterHop(last, lossless, dataLanes); next != last;
         next = GetLaneAfterHop(last, lossless, dataLanes))
    {
        last = next;
    }
    return lane == last ? lane : static_cast<uint8_t>(lane + (last - lane + 2) / 2);
}

} // namespace ns3

#endif // AI_FABRIC_LANE_AFTER_HOP_H
