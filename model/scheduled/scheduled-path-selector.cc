// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-path-selector.h"

#include "ns3/input-error.h"
#include "ns3/transport-number.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScheduledPathSelector);

TypeId
ScheduledPathSelector::GetTypeId()
{
    using Self = ScheduledPathSelector;
    const auto time = [](Time Self::*member) { return ReadOnce(MakeTimeAccessor(member)); };
    static TypeId tid =
        TypeId("ns3::ScheduledPathSelector")
            .SetParent<GrantingPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<ScheduledPathSelector>()
            .AddAttribute(
                "CellBytes",
                "Bytes of a frame per cell, at least 64; 0: packets are not cut. At most 256 in "
                "Jericho.",
                UintegerValue(0),
                ReadOnce(MakeUintegerAccessor(&Self::m_cellBytes)),
                MakeUintegerChecker<uint32_t>(0, 65'535))
            .AddAttribute("CellHeaderBytes",
                          "Header of a cell in bytes.",
                          UintegerValue(8),
                          ReadOnce(MakeUintegerAccessor(&Self::m_cellHeaderBytes)),
                          MakeUintegerChecker<uint32_t>(0, 256))
            .AddAttribute("ReassemblyTime",
                          "Longest wait for a packet that others of its queue have overtaken.",
                          TimeValue(MicroSeconds(100)),
                          time(&Self::m_reassemblyTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("RepeatTime",
                          "A queue requests again after this time without a grant.",
                          TimeValue(MicroSeconds(100)),
                          time(&Self::m_repeatTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("CreditWatchdog",
                          "A queue is emptied after this time without a grant; 0: never. SAI: "
                          "500 ms.",
                          TimeValue(MilliSeconds(500)),
                          time(&Self::m_watchdogTime),
                          MakeTimeChecker(Time(0), Seconds(100)))
            .AddAttribute("ControlPriority",
                          "Priority of the fabric's own packets of 64 B; it must not be lossless.",
                          UintegerValue(7),
                          ReadOnce(MakeUintegerAccessor(&Self::m_controlPriority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1));
    return tid;
}

namespace
{

/** @return the path selector of the switch at the other end of a link; null: that is a host */
const ScheduledPathSelector*
FindPeer(const FabricNetDevice& port)
{
    const auto peer = port.GetPeer()->GetNode()->GetObject<SwitchContext>();
    return peer ? dynamic_cast<const ScheduledPathSelector*>(peer->GetPathSelector()) : nullptr;
}

} // namespace

ScheduledPathSelector::Output::Output(ScheduledPathSelector* selector, uint16_t number)
    : owner(selector),
      port(number),
      event(MakeFabricEvent<Output, &Output::Turn>(this))
{
}

ScheduledPathSelector::ScheduledPathSelector()
    : m_sendTurn(MakeFabricEvent<ScheduledPathSelector, &ScheduledPathSelector::SendInTurn>(this)),
      m_grantTurn(
          MakeFabricEvent<ScheduledPathSelector, &ScheduledPathSelector::GrantInTurn>(this)),
      m_repeat(MakeFabricEvent<ScheduledPathSelector, &ScheduledPathSelector::Repeat>(this)),
      m_giveUp(MakeFabricEvent<ScheduledPathSelector, &ScheduledPathSelector::GiveUp>(this)),
      m_transport(RegisterTransport("scheduled")),
      m_forgotten(RegisterDropReason("no credit for CreditWatchdog", DropMeaning::RULE)),
      m_broken(RegisterDropReason("a cell is missing", DropMeaning::RULE))
{
}

ScheduledPathSelector::~ScheduledPathSelector()
{
    ScheduledPathSelector::DoDispose();
}

void
ScheduledPathSelector::DoDispose()
{
    for (const auto& event : {m_sendTurn, m_grantTurn, m_repeat, m_giveUp})
    {
        event->Clear();
    }
    m_local.Stop();
    for (const auto& output : m_outputs)
    {
        if (output)
        {
            output->event->Clear();
        }
    }
    GrantingPathSelector::DoDispose();
}

void
ScheduledPathSelector::DoStart()
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
    for (const auto& event : {m_sendTurn, m_grantTurn, m_repeat, m_giveUp})
    {
        event->SetContext(node);
    }
    m_local.SetContext(node);
    m_outputs.clear();
    m_peers.clear();
    for (uint16_t port = 0; port < GetPortCount(); ++port)
    {
        m_peers.push_back(FindPeer(GetPort(port)));
        m_outputs.push_back(LeadsToHost(port) ? std::make_unique<Output>(this, port) : nullptr);
        if (m_outputs.back())
        {
            m_outputs.back()->event->SetContext(node);
            m_outputs.back()->turns.SetLanes(GetPort(port).GetLaneCount());
        }
    }
}

/** The port is asked for its turn then, with that very time, which need not be a tick. */
void
ScheduledPathSelector::ArmTurn(Output& output, int64_t ps) const
{
    output.turnPs = ps;
    Arm(*output.event, ps);
}

/** @return whether a host is behind a port of this leaf */
bool
ScheduledPathSelector::LeadsTo(uint32_t host) const
{
    const auto& ports = GetPortsTo(host);
    return !ports.empty() && IsOutput(ports.front());
}

/** @return the links to a host of another leaf as they are now */
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
    for (const uint16_t next : peer->GetPortsTo(host))
    {
        behindbps += depth < MOST_LINKS ? peer->GetBehindbps(next, host, depth + 1) : 0;
    }
    return std::min(ratebps, behindbps);
}

uint16_t
ScheduledPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    if (m_outputs.empty() || (IsOutput(packet.ingressPort) && packet.transport != m_transport))
    {
        return ports[Hash(packet.entropy, 0, ports.size())]; // until it is sent
    }
    Ways& ways = GetWays(packet.destHost);
    return ports[ways.shares.Get(ways.turn++)];
}

bool
ScheduledPathSelector::DoConsume(const FabricPacket& packet, uint16_t egress)
{
    if (packet.transport != m_transport || packet.kind != PacketKind::TRANSPORT ||
        !IsOutput(egress))
    {
        return false;
    }
    const auto& header = packet.As<Header>();
    VoqKey key{packet.sourceHost, packet.destHost, header.lane};
    if (header.word == Word::CELL)
    {
        HearCell(key, static_cast<uint32_t>(header.totalBytes), egress, packet.readyPs);
        return true;
    }
    if (header.word == Word::GRANT)
    {
        std::swap(key.sourceHost, key.destHost); // it comes from the destination
    }
    Hear(key, header.word, header.totalBytes, packet.readyPs);
    return true;
}

bool
ScheduledPathSelector::DoHold(FabricPacketPtr& packet, uint16_t egress)
{
    if (packet->transport == m_transport && packet->kind == PacketKind::TRANSPORT)
    {
        return false;
    }
    if (IsOutput(packet->ingressPort))
    {
        Queue(std::move(packet), egress);
        return true;
    }
    return IsOutput(egress) && packet->pathTag != 0 && Reorder(packet, egress);
}

/** Tells the other end of a queue. @param ingress port that a packet for it is charged to */
void
ScheduledPathSelector::Tell(const VoqKey& key,
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
ScheduledPathSelector::Hear(const VoqKey& key, Word word, uint64_t totalBytes, int64_t nowPs)
{
    if (word != Word::GRANT)
    {
        const uint32_t number = m_demands.Find(key);
        LearnQueued(number, totalBytes, nowPs);
        const Demand& demand = m_demands[number];
        if (word == Word::AGAIN && demand.grantedBytes > 0) // it may have been lost
        {
            Tell(key, Word::GRANT, demand.grantedBytes, GetPortsTo(key.destHost).front(), nowPs);
        }
        return;
    }
    const uint32_t number = m_voqs.Find(key);
    Voq& voq = m_voqs[number];
    if (totalBytes > voq.grantedBytes)
    {
        voq.grantedBytes = totalBytes;
        voq.grantPs = nowPs;
        voq.askedPs = nowPs;
        SendAll(number, nowPs);
        RequestIfUnknown(voq, nowPs);
    }
}

void
ScheduledPathSelector::HearLocal(const LocalWord& word)
{
    Hear(word.key, word.word, word.totalBytes, word.atPs);
}

} // namespace ns3
