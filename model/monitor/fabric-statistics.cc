// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-statistics.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/rank-link.h"

#include <algorithm>

namespace ns3
{

namespace
{

void
AddPort(FabricStatistics& sum, const FabricNetDevice& port, int64_t nowPs)
{
    const auto counters = port.GetCounters(nowPs);
    sum.packetHops += counters.packets;
    sum.dataPacketHops += counters.dataPackets;
    sum.portStallPs += counters.stalledPs;
    const LinkFlowControl& flowControl = port.GetFlowControl();
    int64_t blockedPs = 0;
    for (uint8_t priority = 0; priority < port.GetLaneCount(); ++priority)
    {
        blockedPs += flowControl.GetBlockedPs(priority, nowPs);
    }
    if (flowControl.IsCounting())
    {
        sum.creditStallPs += blockedPs;
        sum.creditPackets += flowControl.GetControlSent();
    }
    else
    {
        sum.pfcPausePs += blockedPs;
        sum.pauseFrames += flowControl.GetControlSent();
    }
}

void
AddLosses(FabricStatistics& sum, const DropCounts& drops, const DropCounts& trims)
{
    sum.drops += drops.GetTotal();
    sum.trims += trims.GetTotal();
    sum.dropsByReason.Add(drops);
    sum.trimsByReason.Add(trims);
}

void
AddSwitch(FabricStatistics& sum, const FabricSwitch& fabricSwitch, int64_t nowPs)
{
    const auto& ports = fabricSwitch.GetPorts();
    if (ports.empty() || !IsOfThisRank(*ports.front()->GetNode()))
    {
        return;
    }
    const SwitchBuffer& buffer = fabricSwitch.GetBuffer();
    sum.ecnMarks += fabricSwitch.GetMarks();
    sum.largestBufferBytes = std::max(sum.largestBufferBytes, buffer.GetPeakBytes());
    for (const auto& port : ports)
    {
        AddPort(sum, *port, nowPs);
        sum.largestQueueBytes =
            std::max(sum.largestQueueBytes, port->GetCounters(nowPs).largestQueueBytes);
        for (uint8_t priority = 0; priority < port->GetLaneCount(); ++priority)
        {
            const auto& account = buffer.GetAccount(port->GetPortNumber(), priority);
            AddLosses(sum, account.drops, account.trims);
            if (account.headroomPeakBytes > sum.headroomPeakBytes)
            {
                sum.headroomPeakBytes = account.headroomPeakBytes;
                sum.headroomBytes = buffer.GetNeeds(port->GetPortNumber()).reservedBytes;
            }
        }
    }
}

} // namespace

void
FabricStatistics::Add(const FabricStatistics& other)
{
    packetHops += other.packetHops;
    dataPacketHops += other.dataPacketHops;
    deliveredBytes += other.deliveredBytes;
    pfcPausePs += other.pfcPausePs;
    creditStallPs += other.creditStallPs;
    portStallPs += other.portStallPs;
    pauseFrames += other.pauseFrames;
    creditPackets += other.creditPackets;
    ecnMarks += other.ecnMarks;
    cnps += other.cnps;
    largestQueueBytes = std::max(largestQueueBytes, other.largestQueueBytes);
    largestBufferBytes = std::max(largestBufferBytes, other.largestBufferBytes);
    if (other.headroomPeakBytes > headroomPeakBytes)
    {
        headroomPeakBytes = other.headroomPeakBytes;
        headroomBytes = other.headroomBytes;
    }
    drops += other.drops;
    trims += other.trims;
    dropsByReason.Add(other.dropsByReason);
    trimsByReason.Add(other.trimsByReason);
    losses += other.losses;
    retransmittedPackets += other.retransmittedPackets;
    timeouts += other.timeouts;
    failedQueuePairs += other.failedQueuePairs;
}

FabricStatistics
FabricStatistics::Collect(const FabricParts& parts, int64_t nowPs)
{
    FabricStatistics sum;
    for (const auto& nic : parts.nics)
    {
        if (!IsOfThisRank(*nic->GetPort().GetNode()))
        {
            continue;
        }
        const auto& counters = nic->GetCounters();
        AddPort(sum, nic->GetPort(), nowPs);
        sum.deliveredBytes += counters.deliveredBytes;
        if (const auto endpoint = nic->GetPort().GetObject<AggregationEndpoint>())
        {
            for (const auto& member : endpoint->GetMembers())
            {
                sum.deliveredBytes += member->GetCounters().payloadBytesReceived;
            }
        }
        sum.cnps += counters.cnpsReceived;
        sum.retransmittedPackets += counters.retransmittedPackets;
        sum.timeouts += counters.timeouts;
        sum.failedQueuePairs += counters.failedQueuePairs;
        const auto* stage = nic->GetReceiveStage();
        for (uint8_t lane = 0; stage && lane < LANE_COUNT; ++lane)
        {
            AddLosses(sum, stage->GetDrops(lane), stage->GetTrims(lane));
        }
    }
    for (const auto& fabricSwitch : parts.switches)
    {
        AddSwitch(sum, *fabricSwitch, nowPs);
    }
    for (const auto& channel : parts.channels)
    {
        sum.losses += channel->GetCounters(0).lostPackets + channel->GetCounters(1).lostPackets;
    }
    return sum;
}

} // namespace ns3
