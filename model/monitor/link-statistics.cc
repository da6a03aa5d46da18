// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-statistics.h"

#include "ns3/rank-link.h"

namespace ns3
{

std::vector<LinkStatistics>
LinkStatistics::Collect(const FabricParts& parts, const FabricTopology& topology, int64_t nowPs)
{
    const uint32_t gapBytes = parts.nics.empty() ? 0 : parts.nics[0]->GetFraming().GetGapBytes();
    std::vector<LinkStatistics> all;
    all.reserve(2 * topology.links.size());
    const auto getHost = [&topology](uint32_t node) {
        return topology.IsHost(node) ? topology.GetMachine(topology.hostIndex[node])
                                     : topology.hostIndex[node];
    };
    for (uint32_t id = 0; id < topology.links.size(); ++id)
    {
        const auto& link = topology.links[id];
        for (uint32_t side = 0; side < 2; ++side)
        {
            const uint32_t from = side == 0 ? link.a : link.b;
            const uint32_t to = side == 0 ? link.b : link.a;
            const auto& channel = *parts.channels[id];
            const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
            const auto counters = port->GetCounters(nowPs);
            LinkStatistics one{id,
                               topology.nodes[from].name,
                               topology.nodes[to].name,
                               getHost(from),
                               getHost(to),
                               link.ratebps};
            one.lostPackets = channel.GetCounters(side).lostPackets;
            one.givenUpFrames = channel.GetGivenUp(side);
            if (!IsOfThisRank(*port->GetNode()))
            {
                all.push_back(std::move(one));
                continue;
            }
            one.packets = counters.packets;
            one.dataPackets = counters.dataPackets;
            one.frameBytes = counters.frameBytes;
            one.payloadBytes = counters.payloadBytes;
            one.wireBytes = counters.frameBytes + counters.packets * gapBytes;
            one.replayedFrames =
                port->GetRetry() ? port->GetRetry()->GetCounters().replayedFrames : 0;
            one.largestQueueBytes = counters.largestQueueBytes;
            const LinkFlowControl& flowControl = port->GetFlowControl();
            int64_t& blockedPs = flowControl.IsCounting() ? one.creditStallPs : one.pfcPausePs;
            for (uint8_t lane = 0; lane < port->GetLaneCount(); ++lane)
            {
                blockedPs += flowControl.GetBlockedPs(lane, nowPs);
            }
            all.push_back(std::move(one));
        }
    }
    return all;
}

} // namespace ns3
