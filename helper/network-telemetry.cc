// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-telemetry.h"

#include "ns3/congestion-needs.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-stack.h"
#include "ns3/telemetry-tag.h"

#include <utility>

namespace ns3
{

namespace
{

/** @return host farthest from another, and the idle round trip there in ps */
std::pair<uint32_t, int64_t>
FindFarthest(const FabricNetwork& network, uint32_t from)
{
    std::pair<uint32_t, int64_t> farthest{from, 1};
    for (uint32_t host = 0; host < network.nics.size(); ++host)
    {
        if (host != from && network.GetRoutes().HasPath(from, host))
        {
            const int64_t rttPs =
                network.IdealMessagePs(from, host, network.nics[from]->GetMtuBytes());
            farthest = rttPs > farthest.second ? std::pair(host, rttPs) : farthest;
        }
    }
    return farthest;
}

/** @return longest idle round trip in ps, from the host farthest from the first host; above 0 */
int64_t
FindLongestRttPs(const FabricNetwork& network)
{
    return FindFarthest(network, FindFarthest(network, 0).first).second;
}

} // namespace

TelemetryRoom
MakeRoomForTelemetry(const CongestionNeeds& needs,
                     const FabricTopology& topology,
                     const FabricNetwork& network,
                     bool takesDetours)
{
    TelemetryRoom room;
    if (needs.telemetry)
    {
        room.hops = GetTelemetryRoom(topology, network.GetRoutes(), takesDetours);
        room.bytes = TelemetryStack::WireBytes(room.hops);
        for (const auto& nic : network.nics)
        {
            nic->GetConnectionFactory().GetSettings().telemetryRoom =
                static_cast<uint8_t>(room.hops);
        }
    }
    else if (needs.digest)
    {
        room.bytes = DigestCode(needs.digest->base).GetBytes();
    }
    else if (needs.tags)
    {
        room.bytes = TelemetryTag::WIRE_BYTES;
    }
    return room;
}

void
StartDigests(const CongestionNeeds& needs, const FabricNetwork& network)
{
    if (!needs.digest)
    {
        return;
    }
    DigestSettings settings = *needs.digest;
    if (settings.spanPs == 0)
    {
        settings.spanPs = FindLongestRttPs(network);
    }
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        fabricSwitch->SetDigests(settings);
    }
}

} // namespace ns3
