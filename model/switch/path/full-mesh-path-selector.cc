// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "full-mesh-path-selector.h"

#include "ns3/fabric-channel.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FullMeshPathSelector);

namespace
{

/** @return switch at the other end of a port's link; null: a host */
Ptr<Node>
GetSwitchBehind(const FabricNetDevice& port)
{
    const Ptr<Node> node = port.GetPeer()->GetNode();
    return node->GetObject<SwitchContext>() ? node : nullptr;
}

} // namespace

TypeId
FullMeshPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FullMeshPathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<FullMeshPathSelector>()
            .AddAttribute("Weight",
                          "Factor by which the queue of a detour counts, as it has two links.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&FullMeshPathSelector::m_weight),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("BiasBytes",
                          "Bytes by which the queue of the direct link may exceed that of the "
                          "detour.",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&FullMeshPathSelector::m_biasBytes),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 40));
    return tid;
}

void
FullMeshPathSelector::SetForwarding(const std::vector<uint32_t>& groupOfHost,
                                    const std::vector<std::vector<uint16_t>>& groups)
{
    m_groupOfHost = groupOfHost;
    m_groups = groups;
    if (m_around.empty())
    {
        FindNeighbours();
    }
}

/** Done once: where cables are does not change. */
void
FullMeshPathSelector::FindNeighbours()
{
    const auto& ports = GetPorts();
    std::vector<Ptr<Node>> peers;
    std::vector<std::set<Ptr<Node>>> beyond; // by port: switches with a link to that behind it
    for (const auto& port : ports)
    {
        peers.push_back(GetSwitchBehind(*port));
        auto& others = beyond.emplace_back();
        for (uint32_t i = 0; peers.back() && i < peers.back()->GetNDevices(); ++i)
        {
            const auto device = DynamicCast<FabricNetDevice>(peers.back()->GetDevice(i));
            if (device && device->GetPeer())
            {
                others.insert(device->GetPeer()->GetNode());
            }
        }
    }
    m_around.resize(ports.size());
    for (uint16_t direct = 0; direct < ports.size(); ++direct)
    {
        for (uint16_t other = 0; peers[direct] && other < ports.size(); ++other)
        {
            if (peers[other] && peers[other] != peers[direct] &&
                beyond[direct].count(peers[other]) > 0)
            {
                m_around[direct].push_back(other);
            }
        }
    }
}

void
FullMeshPathSelector::SetLanesOfMinimalPaths(const std::vector<uint8_t>& /* lanes */)
{
}

bool
FullMeshPathSelector::StaysNear() const
{
    return true;
}

uint64_t
FullMeshPathSelector::GetPortBytes(uint16_t port) const
{
    const auto& device = GetPort(port);
    uint64_t bytes = 0;
    for (uint8_t lane = 0; lane < device.GetLaneCount(); ++lane)
    {
        bytes += device.GetQueueBytes(lane);
    }
    return bytes;
}

bool
FullMeshPathSelector::IsDead(uint16_t port) const
{
    return static_cast<const FabricChannel&>(*GetPort(port).GetChannel()).IsDown();
}

/** @return port of the best detour around a direct link; NO_PORT: there is none */
uint16_t
FullMeshPathSelector::FindDetour(uint16_t direct, uint32_t entropy) const
{
    std::vector<uint16_t> live;
    for (const uint16_t port : m_around[direct])
    {
        if (!IsDead(port))
        {
            live.push_back(port);
        }
    }
    return live.empty() ? NO_PORT : FindLeast(live, entropy, MakeSalt(0), [this](uint16_t port) {
        return GetPortBytes(port);
    });
}

uint16_t
FullMeshPathSelector::Route(FabricPacket& packet)
{
    const auto& ports = m_groups[m_groupOfHost[packet.destHost]];
    if (ports.empty())
    {
        return NO_PORT;
    }
    const uint16_t direct = ports.size() > 1 ? DoSelect(packet, ports) : ports.front();
    if (packet.pathTag == ON_DETOUR)
    {
        packet.pathTag = 0;
        return direct;
    }
    const bool isDead = IsDead(direct);
    const uint64_t bytes = GetPortBytes(direct);
    if (m_around[direct].empty() || (!isDead && bytes <= m_biasBytes))
    {
        return direct;
    }
    const uint16_t detour = FindDetour(direct, packet.entropy);
    if (detour == NO_PORT || (!isDead && bytes <= m_weight * GetPortBytes(detour) + m_biasBytes))
    {
        return direct;
    }
    packet.pathTag = ON_DETOUR;
    return detour;
}

uint16_t
FullMeshPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    return FindLeast(ports, packet.entropy, MakeSalt(0), [this](uint16_t port) {
        return GetPortBytes(port);
    });
}

bool
FullMeshPathSelector::DoKeepsOrder() const
{
    return false;
}

bool
FullMeshPathSelector::DoWritesTags() const
{
    return true;
}

DetourRouter*
FullMeshPathSelector::DoGetDetours()
{
    return this;
}

} // namespace ns3
