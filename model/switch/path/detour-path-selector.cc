// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "detour-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DetourPathSelector);

TypeId
DetourPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DetourPathSelector").SetParent<PathSelector>().SetGroupName("AiFabric");
    return tid;
}

DetourRouter*
DetourPathSelector::DoGetDetours()
{
    return this;
}

void
DetourPathSelector::SetForwarding(const std::vector<uint32_t>& groupOfHost,
                                  const std::vector<std::vector<uint16_t>>& groups)
{
    m_groupOfHost = groupOfHost;
    m_groups = groups;
    m_isLocal.clear();
    m_nextOf.clear();
    for (const auto& port : GetPorts())
    {
        const auto peer = port->GetPeer()->GetNode()->GetObject<SwitchContext>();
        m_isLocal.push_back(!peer);
        m_nextOf.push_back(peer ? dynamic_cast<const DetourPathSelector*>(peer->GetPathSelector())
                                : nullptr);
    }
}

void
DetourPathSelector::SetLanesOfMinimalPaths(const std::vector<uint8_t>& lanes)
{
    m_laneOfMinimal = lanes;
}

uint64_t
DetourPathSelector::GetPortBytes(uint16_t port) const
{
    const auto& device = GetPort(port);
    uint64_t bytes = 0;
    for (uint8_t lane = 0; lane < device.GetLaneCount(); ++lane)
    {
        bytes += device.GetQueueBytes(lane);
    }
    return bytes;
}

uint64_t
DetourPathSelector::GetLaneBytes(uint16_t port, uint8_t lane, bool isMinimal) const
{
    return GetPort(port).GetQueueBytes(isMinimal && !m_laneOfMinimal.empty() ? m_laneOfMinimal[lane]
                                                                             : lane);
}

uint16_t
DetourPathSelector::FindLeast(const std::vector<uint16_t>& ports, uint32_t entropy) const
{
    return PathSelector::FindLeast(ports, entropy, MakeSalt(0), [this](uint16_t port) {
        return GetPortBytes(port);
    });
}

uint16_t
DetourPathSelector::FindPort(uint32_t host, uint32_t entropy) const
{
    const auto& ports = m_groups[m_groupOfHost[host]];
    if (ports.size() > 1)
    {
        return FindLeast(ports, entropy);
    }
    return ports.empty() ? NO_PORT : ports.front();
}

std::pair<uint64_t, const DetourPathSelector*>
DetourPathSelector::SumQueues(uint32_t host, uint32_t entropy) const
{
    uint64_t bytes = 0;
    const DetourPathSelector* at = this;
    for (size_t hops = 0; at; ++hops)
    {
        const uint16_t port = at->FindPort(host, entropy);
        if (port == NO_PORT || hops > m_groupOfHost.size() + m_groups.size())
        {
            return {bytes, nullptr}; // a loop; routes may have loops while they change
        }
        if (at->m_isLocal[port])
        {
            return {bytes, at};
        }
        bytes += at->GetPortBytes(port);
        at = at->m_nextOf[port];
    }
    return {bytes, nullptr};
}

void
DetourPathSelector::Decide(FabricPacket& packet) const
{
    packet.pathTag = NO_DETOUR;
    const uint16_t port = FindPort(packet.destHost, packet.entropy);
    if (port == NO_PORT || m_isLocal[port])
    {
        return;
    }
    const uint32_t via = Pick(Draw(packet, 0), m_groupOfHost.size());
    const uint16_t detour = FindPort(via, packet.entropy);
    if (detour == NO_PORT || m_isLocal[detour])
    {
        return; // the detour has reached its candidate
    }
    if (DoTakesDetour(packet,
                      {packet.destHost, packet.destHost, port},
                      {via, packet.destHost, detour}))
    {
        packet.pathTag = via + 1;
    }
}

uint16_t
DetourPathSelector::Route(FabricPacket& packet)
{
    if (packet.pathTag == UNDECIDED)
    {
        Decide(packet);
    }
    if (packet.pathTag != NO_DETOUR)
    {
        const uint16_t port = FindPort(static_cast<uint32_t>(packet.pathTag - 1), packet.entropy);
        if (port != NO_PORT && !m_isLocal[port])
        {
            return port;
        }
        packet.pathTag = NO_DETOUR;
    }
    return FindPort(packet.destHost, packet.entropy);
}

uint16_t
DetourPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    return FindLeast(ports, packet.entropy);
}

bool
DetourPathSelector::DoWritesTags() const
{
    return true;
}

bool
DetourPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3
