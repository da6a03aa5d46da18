// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// In-band telemetry for congestion controls, as made by NetworkBuilder.

#include "network-builder.h"

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

void
NetworkBuilder::MakeRoomForTelemetry()
{
    if (m_needs.telemetry)
    {
        MakeRoomForStacks();
    }
    else if (m_needs.digest)
    {
        m_telemetryBytes = DigestCode(m_needs.digest->base).GetBytes();
    }
    else if (m_needs.tags)
    {
        m_telemetryBytes = TelemetryTag::WIRE_BYTES;
    }
}

void
NetworkBuilder::MakeRoomForStacks()
{
    m_network.m_telemetryRoom = GetTelemetryRoom(m_topology, *m_network.m_routes, m_takesDetours);
    m_telemetryBytes = TelemetryStack::WireBytes(m_network.m_telemetryRoom);
    for (const auto& nic : m_network.nics)
    {
        nic->SetTelemetryRoom(static_cast<uint8_t>(m_network.m_telemetryRoom));
    }
}

void
NetworkBuilder::StartDigests()
{
    if (!m_needs.digest)
    {
        return;
    }
    DigestSettings settings = *m_needs.digest;
    if (settings.spanPs == 0)
    {
        settings.spanPs = FindLongestRttPs(m_network);
    }
    for (const auto& fabricSwitch : m_network.fabricSwitches)
    {
        fabricSwitch->SetDigests(settings);
    }
}

} // namespace ns3
