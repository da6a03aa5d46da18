// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-path-selector.h"

#include "ns3/double.h"
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
    const auto bytes = [](uint64_t Self::*member) {
        return ReadOnce(MakeUintegerAccessor(member));
    };
    static TypeId tid =
        TypeId("ns3::ScheduledPathSelector")
            .SetParent<HoldingPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<ScheduledPathSelector>()
            .AddAttribute("CreditBytes",
                          "What one grant allows, in bytes on the wire. Jericho: 1, 2, 4 or 8 KB.",
                          UintegerValue(4096),
                          ReadOnce(MakeUintegerAccessor(&Self::m_creditBytes)),
                          MakeUintegerChecker<uint32_t>(64, 1'000'000))
            .AddAttribute("SpeedUp",
                          "At how many times its rate a port grants credits while little waits "
                          "there. More than 1, so that its queue does not run dry.",
                          DoubleValue(1.02),
                          ReadOnce(MakeDoubleAccessor(&Self::m_speedUp)),
                          MakeDoubleChecker<double>(1, 1.5))
            .AddAttribute("NearBytes",
                          "A port where more waits grants less than its rate, by as much as "
                          "SpeedUp is more.",
                          UintegerValue(16'384),
                          bytes(&Self::m_nearBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("EgressBytes",
                          "A port where more waits, as its host pauses it, grants nothing.",
                          UintegerValue(262'144),
                          bytes(&Self::m_egressBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("QueueBytes",
                          "Frames that a virtual output queue holds; what comes then is dropped. "
                          "0: as much as the buffer. 500 MB at 100 Gb/s on Arista's 7500R.",
                          UintegerValue(0),
                          bytes(&Self::m_queueLimitBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "CellBytes",
                "Bytes of a frame in a cell, at least 64; 0: packets are not cut. At most "
                "256 in Jericho.",
                UintegerValue(0),
                ReadOnce(MakeUintegerAccessor(&Self::m_cellBytes)),
                MakeUintegerChecker<uint32_t>(0, 65'535))
            .AddAttribute("CellHeaderBytes",
                          "What a cell has besides.",
                          UintegerValue(8),
                          ReadOnce(MakeUintegerAccessor(&Self::m_cellHeaderBytes)),
                          MakeUintegerChecker<uint32_t>(0, 256))
            .AddAttribute("LocalDelay",
                          "How long a request or a grant takes within a leaf.",
                          TimeValue(NanoSeconds(500)),
                          time(&Self::m_localDelay),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("ReassemblyTime",
                          "A packet that others of its queue have overtaken is waited for so long.",
                          TimeValue(MicroSeconds(100)),
                          time(&Self::m_reassemblyTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("RepeatTime",
                          "A queue without a grant for so long asks again.",
                          TimeValue(MicroSeconds(100)),
                          time(&Self::m_repeatTime),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("CreditWatchdog",
                          "A queue without a grant for so long is emptied; 0: never. SAI: 500 ms.",
                          TimeValue(MilliSeconds(500)),
                          time(&Self::m_watchdogTime),
                          MakeTimeChecker(Time(0), Seconds(100)))
            .AddAttribute("ControlPriority",
                          "Priority of its packets of 64 B, one that may lose packets.",
                          UintegerValue(7),
                          ReadOnce(MakeUintegerAccessor(&Self::m_controlPriority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddTraceSource("Grant",
                            "A port of this leaf grants a credit to a queue.",
                            MakeTraceSourceAccessor(&Self::m_grantTrace),
                            "ns3::ScheduledPathSelector::GrantTracedCallback");
    return tid;
}

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
      m_localTurn(MakeFabricEvent<ScheduledPathSelector, &ScheduledPathSelector::HearLocal>(this)),
      m_transport(RegisterTransport("scheduled")),
      m_full(RegisterDropReason("virtual output queue over QueueBytes", DropMeaning::RULE)),
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
    for (const auto& event : {m_sendTurn, m_grantTurn, m_repeat, m_giveUp, m_localTurn})
    {
        event->Clear();
    }
    for (const auto& output : m_outputs)
    {
        if (output)
        {
            output->event->Clear();
        }
    }
    HoldingPathSelector::DoDispose();
}

void
ScheduledPathSelector::DoStart()
{
    HoldingPathSelector::DoStart();
    RequireLossy(m_controlPriority);
    if (m_cellBytes > 0 && m_cellBytes < 64)
    {
        throw InputError("ns3::ScheduledPathSelector CellBytes: is " + std::to_string(m_cellBytes) +
                         "; expected at least 64, or 0");
    }
    NotifyRead("its switch is configured");
    const uint32_t node = GetPort(0).GetNode()->GetId();
    for (const auto& event : {m_sendTurn, m_grantTurn, m_repeat, m_giveUp, m_localTurn})
    {
        event->SetContext(node);
    }
    m_outputs.clear();
    for (uint16_t port = 0; port < GetPortCount(); ++port)
    {
        m_outputs.push_back(LeadsToHost(port) ? std::make_unique<Output>(this, port) : nullptr);
        if (m_outputs.back())
        {
            m_outputs.back()->event->SetContext(node);
        }
    }
}

int64_t
ScheduledPathSelector::NowPs() const
{
    return m_clock.ToPs(NowTicks());
}

void
ScheduledPathSelector::Arm(FabricEvent& event, int64_t ps) const
{
    event.Schedule(m_clock.ToTicks(ps));
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

/** @return the rate of the slowest of some links */
uint64_t
ScheduledPathSelector::GetLeastbps(const std::vector<uint16_t>& ports) const
{
    uint64_t leastbps = GetPort(ports.front()).GetRatebps();
    for (const uint16_t port : ports)
    {
        leastbps = std::min(leastbps, GetPort(port).GetRatebps());
    }
    return leastbps;
}

/** @return what links carry that are taken in turn */
uint64_t
ScheduledPathSelector::GetCarriedbps(const std::vector<uint16_t>& ports) const
{
    return GetLeastbps(ports) * ports.size();
}

uint16_t
ScheduledPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    if (m_outputs.empty() || (IsOutput(packet.ingressPort) && packet.transport != m_transport))
    {
        return ports[Hash(packet.entropy, 0, ports.size())]; // until it is sent
    }
    if (packet.destHost >= m_turnOfHost.size())
    {
        m_turnOfHost.resize(packet.destHost + 1, 0);
    }
    return ports[m_turnOfHost[packet.destHost]++ % ports.size()];
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
        m_local.push_back({nowPs + m_localDelay.GetPicoSeconds(), key, word, totalBytes});
        Arm(*m_localTurn, m_local.front().atPs);
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
ScheduledPathSelector::HearLocal()
{
    const int64_t nowPs = NowPs();
    while (!m_local.empty() && m_local.front().atPs <= nowPs)
    {
        const LocalWord word = m_local.front();
        m_local.pop_front();
        Hear(word.key, word.word, word.totalBytes, word.atPs);
    }
    if (!m_local.empty())
    {
        Arm(*m_localTurn, m_local.front().atPs);
    }
}

} // namespace ns3
