// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_COUNTS_H
#define AI_FABRIC_RUN_COUNTS_H

#include "ns3/fabric-build.h"
#include "ns3/fabric-result.h"
#include "ns3/fabric-statistics.h"
#include "ns3/link-statistics.h"

#include <tuple>

namespace ns3
{

/**
 * @param statistics totals of a network
 * @return all its numbers but the counts by reason, in a fixed order
 */
inline auto
GetNumbers(FabricStatistics& statistics)
{
    return std::tie(statistics.packetHops,
                    statistics.dataPacketHops,
                    statistics.deliveredBytes,
                    statistics.pfcPausePs,
                    statistics.creditStallPs,
                    statistics.portStallPs,
                    statistics.pauseFrames,
                    statistics.creditPackets,
                    statistics.ecnMarks,
                    statistics.cnps,
                    statistics.largestQueueBytes,
                    statistics.largestBufferBytes,
                    statistics.headroomPeakBytes,
                    statistics.headroomBytes,
                    statistics.drops,
                    statistics.trims,
                    statistics.losses,
                    statistics.retransmittedPackets,
                    statistics.timeouts,
                    statistics.failedQueuePairs);
}

/** @param link totals of a direction of a link @return its numbers, in a fixed order */
inline auto
GetNumbers(LinkStatistics& link)
{
    return std::tie(link.packets,
                    link.dataPackets,
                    link.frameBytes,
                    link.payloadBytes,
                    link.wireBytes,
                    link.pfcPausePs,
                    link.creditStallPs,
                    link.largestQueueBytes,
                    link.lostPackets,
                    link.replayedFrames,
                    link.givenUpFrames);
}

/**
 * Visits the counts of a result.
 *
 * @param result result of a fabric
 * @param visitStatistics called with each FabricStatistics
 * @param visitLink called with each LinkStatistics
 */
template <typename VisitStatistics, typename VisitLink>
void
VisitCounts(FabricResult& result,
            const VisitStatistics& visitStatistics,
            const VisitLink& visitLink)
{
    visitStatistics(result.statistics);
    if (result.scaleUpStatistics)
    {
        visitStatistics(*result.scaleUpStatistics);
    }
    if (result.northSouthStatistics)
    {
        visitStatistics(*result.northSouthStatistics);
    }
    for (auto& network : result.networks)
    {
        for (auto& link : network.links)
        {
            visitLink(link);
        }
    }
}

/**
 * Visits all numbers of the counts of a result, in a fixed order.
 *
 * @param result result of a fabric
 * @param visit called with a reference to each number
 */
template <typename Visit>
void
VisitNumbers(FabricResult& result, const Visit& visit)
{
    const auto visitEach = [&visit](auto& counts) {
        std::apply([&visit](auto&... numbers) { (visit(numbers), ...); }, GetNumbers(counts));
    };
    VisitCounts(result, visitEach, visitEach);
}

/**
 * Fills in the counts of a network that a result has, at this time.
 *
 * @param built the fabric
 * @param result result of the fabric
 */
void CollectCounts(const BuiltFabric& built, FabricResult& result);

} // namespace ns3

#endif // AI_FABRIC_RUN_COUNTS_H
