// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-law.h"

#include "aggregation-manager.h"

namespace ns3
{

NetworkLaw::NetworkLaw(const FabricNetwork& network)
    : m_network(network),
      m_directions(static_cast<uint32_t>(network.paths->GetRatesbps().size()))
{
}

const FabricNetwork&
NetworkLaw::GetNetwork(uint32_t source, uint32_t dest) const
{
    return m_network.IsScaleUp(source, dest) ? *m_network.scaleUp : m_network;
}

const NetworkLaw::Path&
NetworkLaw::GetPath(uint32_t source, uint32_t dest) const
{
    const auto [entry, isNew] = m_paths.try_emplace((uint64_t{source} << 32) | dest);
    Path& path = entry->second;
    if (isNew)
    {
        const FabricNetwork& network = GetNetwork(source, dest);
        const uint32_t from = network.GetNic(source);
        const uint32_t to = network.GetNic(dest);
        const NetworkRoute route = network.paths->FindAll(from, to);
        const uint32_t first = &network == &m_network ? 0 : m_directions;
        for (const auto& link : route.links)
        {
            path.way.links.emplace_back(first + link.direction, link.share);
        }
        path.way.backPs = network.paths->FindAll(to, from).head.delayPs;
        path.head = route.head;
    }
    return path;
}

const NetworkLaw::Packets&
NetworkLaw::GetPackets(uint32_t source, uint32_t dest, uint64_t bytes) const
{
    const FabricNetwork& network = GetNetwork(source, dest);
    const uint64_t part = m_network.GetPartBytes(source, dest, bytes);
    const auto [entry, isNew] = m_packets.try_emplace(2 * part + (&network == &m_network ? 0 : 1));
    Packets& packets = entry->second;
    if (isNew && part > 0) // no data take no packets
    {
        for (const auto& run : network.transports[network.GetNic(source)]->GetPackets(part, 1))
        {
            packets.wireBytes += run.packets * run.bytes;
            if (packets.firstBytes == 0 && run.packets > 0)
            {
                packets.firstBytes = run.bytes;
            }
        }
    }
    return packets;
}

const LawNetwork::Way&
NetworkLaw::GetWay(uint32_t source, uint32_t dest) const
{
    return GetPath(source, dest).way;
}

int64_t
NetworkLaw::GetHeadPs(uint32_t source, uint32_t dest, uint64_t bytes) const
{
    return GetPath(source, dest).head.GetPs(GetPackets(source, dest, bytes).firstBytes);
}

uint64_t
NetworkLaw::GetRatebps(uint32_t direction) const
{
    return direction < m_directions
               ? m_network.paths->GetRatesbps()[direction]
               : m_network.scaleUp->paths->GetRatesbps()[direction - m_directions];
}

uint64_t
NetworkLaw::GetWireBytes(uint32_t source, uint32_t dest, uint64_t bytes) const
{
    return GetPackets(source, dest, bytes).wireBytes;
}

bool
NetworkLaw::FitsPacket(uint32_t source, uint32_t dest, uint64_t bytes) const
{
    const auto& packets = GetPackets(source, dest, bytes);
    return packets.firstBytes == packets.wireBytes;
}

double
NetworkLaw::GetAggregateShare(uint32_t source, uint32_t dest) const
{
    return GetNetwork(source, dest).aggregation->GetEfficiency();
}

int64_t
NetworkLaw::GetReducePs(uint32_t host, uint64_t bytes) const
{
    return m_network.gpus[host]->GetReducePs(bytes);
}

int64_t
NetworkLaw::GetCopyPs(uint32_t host, uint64_t bytes) const
{
    return m_network.gpus[host]->GetCopyPs(bytes);
}

} // namespace ns3
