// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-path-selector.h"

#include "ns3/transport-number.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScheduledPathSelector);

TypeId
ScheduledPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ScheduledPathSelector").SetParent<PathSelector>().SetGroupName("AiFabric");
    return tid;
}

ScheduledPathSelector::ScheduledPathSelector()
    : m_transport(RegisterTransport("scheduled"))
{
}

/** @return the path selector of the switch at the other end of a link; null: that is a host */
const ScheduledPathSelector*
ScheduledPathSelector::FindPeer(const FabricNetDevice& port)
{
    const auto peer = port.GetPeer()->GetNode()->GetObject<SwitchContext>();
    return peer ? dynamic_cast<const ScheduledPathSelector*>(peer->GetPathSelector()) : nullptr;
}

void
ScheduledPathSelector::DoStart()
{
    m_leadsToHost.clear();
    m_peers.clear();
    for (uint16_t port = 0; port < GetPortCount(); ++port)
    {
        m_peers.push_back(FindPeer(GetPort(port)));
        m_leadsToHost.push_back(LeadsToHost(port) ? 1 : 0);
    }
}

uint16_t
ScheduledPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    if (m_leadsToHost.empty() || (IsOutput(packet.ingressPort) && packet.transport != m_transport))
    {
        return ports[Hash(packet.entropy, 0, ports.size())]; // until it is sent
    }
    Ways& ways = GetWays(packet.destHost);
    return ports[ways.shares.Get(ways.turn++)];
}

bool
ScheduledPathSelector::LeadsTo(uint32_t host) const
{
    const auto& ports = GetSwitch().GetPortsTo(host);
    return !ports.empty() && IsOutput(ports.front());
}

ScheduledPathSelector::Ways&
ScheduledPathSelector::GetWays(uint32_t host)
{
    if (host >= m_waysOfHost.size())
    {
        m_waysOfHost.resize(host + 1, 0);
    }
    uint32_t& number = m_waysOfHost[host];
    if (number == 0)
    {
        m_ways.emplace_back();
        number = static_cast<uint32_t>(m_ways.size());
    }
    Ways& ways = m_ways[number - 1];
    if (ways.asOf != SwitchContext::GetForwardingEpoch())
    {
        ways.asOf = SwitchContext::GetForwardingEpoch();
        ways.carriedbps = 0;
        std::vector<uint64_t> weights;
        for (const uint16_t port : GetSwitch().GetPortsTo(host))
        {
            ways.carriedbps += GetPort(port).GetRatebps();
            weights.push_back(GetBehindbps(port, host));
        }
        ways.shares.Set(weights);
    }
    return ways;
}

/** @return rate to a host over a link and the links behind it, in bit/s; 0 after too many links */
uint64_t
ScheduledPathSelector::GetBehindbps(uint16_t port, uint32_t host, uint32_t depth) const
{
    constexpr uint32_t MOST_LINKS = 8; // routes go round in circles while a fault has them so
    const ScheduledPathSelector* const peer = m_peers[port];
    const uint64_t ratebps = GetPort(port).GetRatebps();
    if (!peer || peer->LeadsTo(host))
    {
        return ratebps;
    }
    uint64_t behindbps = 0;
    for (const uint16_t next : peer->GetSwitch().GetPortsTo(host))
    {
        behindbps += depth < MOST_LINKS ? peer->GetBehindbps(next, host, depth + 1) : 0;
    }
    return std::min(ratebps, behindbps);
}

} // namespace ns3
