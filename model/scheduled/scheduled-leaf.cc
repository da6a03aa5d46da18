// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-leaf.h"

#include "ns3/input-error.h"
#include "ns3/transport-number.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

/** @return the path selector of the switch at the other end of a link; null: that is a host */
const ScheduledLeaf*
ScheduledLeaf::FindPeer(const FabricNetDevice& port)
{
    const auto peer = port.GetPeer()->GetNode()->GetObject<SwitchContext>();
    return peer ? dynamic_cast<const ScheduledLeaf*>(peer->GetPathSelector()) : nullptr;
}

ScheduledLeaf::ScheduledLeaf()
    : m_transport(RegisterTransport("scheduled")),
      m_forgotten(RegisterDropReason("no credit for CreditWatchdog", DropMeaning::RULE)),
      m_broken(RegisterDropReason("a cell is missing", DropMeaning::RULE))
{
}

void
ScheduledLeaf::DoDispose()
{
    for (const auto& event : m_timers)
    {
        event->Clear();
    }
    m_local.Stop();
    GrantingPathSelector::DoDispose();
}

void
ScheduledLeaf::DoStart()
{
    GrantingPathSelector::DoStart();
    RequireLossy(m_controlPriority);
    if (m_cellBytes > 0 && m_cellBytes < 64)
    {
        throw InputError("ns3::ScheduledPathSelector CellBytes: is " + std::to_string(m_cellBytes) +
                         "; expected at least 64, or 0");
    }
    const uint32_t longestBytes =
        GetPort(0).GetMaxWireBytes() - (CONTROL_WIRE_BYTES - CONTROL_FRAME_BYTES);
    if (GetQueueLimitBytes() > 0 && GetQueueLimitBytes() < longestBytes)
    {
        throw InputError("ns3::ScheduledPathSelector QueueBytes: is " +
                         std::to_string(GetQueueLimitBytes()) + ", and the longest packet has " +
                         std::to_string(longestBytes) + "; expected at least that, or 0");
    }
    const uint32_t node = GetPort(0).GetNode()->GetId();
    for (const auto& event : m_timers)
    {
        event->SetContext(node);
    }
    m_local.SetContext(node);
    m_leadsToHost.clear();
    m_peers.clear();
    for (uint16_t port = 0; port < GetPortCount(); ++port)
    {
        m_peers.push_back(FindPeer(GetPort(port)));
        m_leadsToHost.push_back(LeadsToHost(port) ? 1 : 0);
    }
}

bool
ScheduledLeaf::LeadsTo(uint32_t host) const
{
    const auto& ports = GetPortsTo(host);
    return !ports.empty() && IsOutput(ports.front());
}

ScheduledLeaf::Ways&
ScheduledLeaf::GetWays(uint32_t host)
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
        for (const uint16_t port : GetPortsTo(host))
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
ScheduledLeaf::GetBehindbps(uint16_t port, uint32_t host, uint32_t depth) const
{
    constexpr uint32_t MOST_LINKS = 8; // routes go round in circles while a fault has them so
    const ScheduledLeaf* const peer = m_peers[port];
    const uint64_t ratebps = GetPort(port).GetRatebps();
    if (!peer || peer->LeadsTo(host))
    {
        return ratebps;
    }
    uint64_t behindbps = 0;
    for (const uint16_t next : peer->GetPortsTo(host))
    {
        behindbps += depth < MOST_LINKS ? peer->GetBehindbps(next, host, depth + 1) : 0;
    }
    return std::min(ratebps, behindbps);
}

uint64_t
ScheduledLeaf::GetCarriedBytes(uint64_t wireBytes) const
{
    return m_cellBytes == 0
               ? wireBytes
               : wireBytes + (wireBytes + m_cellBytes - 1) / m_cellBytes * m_cellHeaderBytes;
}

void
ScheduledLeaf::Tell(const VoqKey& key,
                    Word word,
                    uint64_t totalBytes,
                    uint16_t ingress,
                    int64_t nowPs)
{
    const uint32_t host = word == Word::GRANT ? key.sourceHost : key.destHost;
    const uint32_t from = word == Word::GRANT ? key.destHost : key.sourceHost;
    if (LeadsTo(host))
    {
        m_local.Tell({nowPs + GetLocalDelayPs(), key, word, totalBytes});
        return;
    }
    FabricPacketPtr told = MakePacket(from, host, m_controlPriority, m_transport, nowPs);
    told->As<Header>() = {totalBytes, key.lane, word};
    Originate(std::move(told), ingress);
}

void
ScheduledLeaf::HearLocal(const LocalWord& word)
{
    Hear(word.key, word.word, word.totalBytes, word.atPs);
}

} // namespace ns3
