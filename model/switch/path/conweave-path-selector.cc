// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conweave-path-selector.h"

#include "ns3/random-draws.h"
#include "ns3/transport-number.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ConweavePathSelector);

TypeId
ConweavePathSelector::GetTypeId()
{
    const auto time = [](Time ConweavePathSelector::*member) { return MakeTimeAccessor(member); };
    const auto number = [](uint32_t ConweavePathSelector::*member) {
        return MakeUintegerAccessor(member);
    };
    static TypeId tid =
        TypeId("ns3::ConweavePathSelector")
            .SetParent<HoldingPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<ConweavePathSelector>()
            .AddAttribute("ExtraReply",
                          "A reply is late if it takes the shortest round trip seen to its leaf "
                          "and this time; 4 us in the authors' simulations.",
                          TimeValue(MicroSeconds(4)),
                          time(&ConweavePathSelector::extraReply),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("PathPause",
                          "A path on which a packet was marked takes no further flows for this "
                          "time; 16 us in the authors' simulations.",
                          TimeValue(MicroSeconds(16)),
                          time(&ConweavePathSelector::pathPause),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("Inactive",
                          "A flow that paused for longer may change its path at once; 300 us in "
                          "the authors' simulations of a leaf-spine network, 1 ms of a fat tree.",
                          TimeValue(MicroSeconds(300)),
                          ReadOnce(time(&ConweavePathSelector::inactive)),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("ExtraFlush",
                          "A TAIL is overdue if it comes this much later than the last packet on "
                          "the old path; 16 us in the authors' simulations, 64 us in a lossless "
                          "fat tree.",
                          TimeValue(MicroSeconds(16)),
                          ReadOnce(time(&ConweavePathSelector::m_extraFlush)),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("DefaultWait",
                          "A TAIL is overdue this long after the first packet on the new path, if "
                          "no packet came by the old path; 200 us in the authors' simulations of "
                          "a leaf-spine network, 300 us (IRN) or 600 us (lossless) of a fat tree.",
                          TimeValue(MicroSeconds(200)),
                          ReadOnce(time(&ConweavePathSelector::defaultWait)),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("Queues",
                          "Reordering queues of each port to a host; 0: no flow is rerouted.",
                          UintegerValue(32),
                          ReadOnce(number(&ConweavePathSelector::queuesPerPort)),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddAttribute("Samples",
                          "Number of paths that are drawn; the flow takes the first one that is "
                          "not paused.",
                          UintegerValue(2),
                          number(&ConweavePathSelector::samples),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("Variants",
                          "Paths behind an uplink that the leaf can choose from; 1: the switches "
                          "on the way hash. With three tiers: the number of uplinks of the "
                          "second tier.",
                          UintegerValue(1),
                          ReadOnce(number(&ConweavePathSelector::variants)),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("ControlPriority",
                          "Priority of ConWeave's own packets of 64 B; it must not be lossless.",
                          UintegerValue(7),
                          ReadOnce(MakeUintegerAccessor(&ConweavePathSelector::m_controlPriority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("Seed",
                          "Seed of the draws among paths, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ConweavePathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Reroute",
                            "A flow of this leaf changes its path behind this packet.",
                            MakeTraceSourceAccessor(&ConweavePathSelector::m_rerouteTrace),
                            "ns3::ConweavePathSelector::RerouteTracedCallback")
            .AddTraceSource("Hold",
                            "A packet to a host of this leaf has overtaken others and waits.",
                            MakeTraceSourceAccessor(&ConweavePathSelector::m_holdTrace),
                            "ns3::ConweavePathSelector::HoldTracedCallback")
            .AddTraceSource("Answer",
                            "A reply is sent, or has arrived and is consumed.",
                            MakeTraceSourceAccessor(&ConweavePathSelector::m_answerTrace),
                            "ns3::ConweavePathSelector::AnswerTracedCallback");
    return tid;
}

ConweavePathSelector::ConweavePathSelector()
    : m_flush(MakeFabricEvent<ConweavePathSelector, &ConweavePathSelector::Flush>(this)),
      m_flows(*this),
      m_transport(RegisterTransport("conweave"))
{
}

ConweavePathSelector::~ConweavePathSelector()
{
    m_flush->Clear();
}

void
ConweavePathSelector::DoDispose()
{
    m_flush->Clear();
    HoldingPathSelector::DoDispose();
}

void
ConweavePathSelector::DoStart()
{
    HoldingPathSelector::DoStart();
    m_hosts.clear();
    for (std::size_t port = 0; port < GetPortCount(); ++port)
    {
        m_hosts.push_back(LeadsToHost(static_cast<uint16_t>(port)) ? 1 : 0);
    }
    RequireLossy(m_controlPriority);
    // After so many inactive gaps half of all epoch numbers could have passed unseen.
    const int64_t pausesPs = (ConweaveTag::EPOCHS / 2 - 1) * inactive.GetPicoSeconds();
    m_queues.Configure({m_extraFlush.GetPicoSeconds(),
                        defaultWait.GetPicoSeconds(),
                        std::min(pausesPs, ConweaveTag::AGING_PS),
                        queuesPerPort},
                       GetPortCount());
    NotifyRead("its switch is configured");
    m_flush->SetContext(GetPort(0).GetNode()->GetId());
}

/** @return true if the last leaf must keep a packet from a host of this leaf in order */
bool
ConweavePathSelector::TakesPart(const FabricPacket& packet) const
{
    if (m_hosts.empty() || !m_hosts[packet.ingressPort] || packet.kind == PacketKind::FOREIGN)
    {
        return false; // no switch (ideal networks), not the first switch, or no transport
    }
    return m_flows.TakesPart(packet);
}

uint16_t
ConweavePathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    m_tag = 0;
    m_chosen = !m_hosts.empty() && m_hosts[packet.ingressPort]; // else the tag is not used
    if (TakesPart(packet))
    {
        return SelectUplink(packet, ports);
    }
    const ConweaveTag tag = ConweaveTag::Of(packet);
    return tag.used && variants > 1 ? ports[tag.variant % ports.size()]
                                    : m_flows.GetFirstPath(packet, ports, MakeSalt(m_seed)).port;
}

/** Chooses the uplink of a packet; leaves the packet's tag in m_tag. */
uint16_t
ConweavePathSelector::SelectUplink(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const auto choice = m_flows.Select(packet, ports, MakeSalt(m_seed));
    m_tag = choice.tag;
    if (choice.newPort != NO_PORT && !m_rerouteTrace.IsEmpty())
    {
        m_rerouteTrace(packet, choice.port, choice.newPort);
    }
    return choice.port;
}

void
ConweavePathSelector::DoNotifyForward(FabricPacket& packet, uint16_t egress)
{
    m_waits = false;
    if (m_hosts[packet.ingressPort])
    {
        TagFirst(packet, egress);
    }
    else if (packet.pathTag != 0 && m_hosts[egress])
    {
        if (!IsTrimmed(packet.kind))
        {
            Arrive(packet, egress);
        }
        packet.pathTag = m_waits ? packet.pathTag : 0; // a packet that waits may still be answered
    }
}

/** Writes the tag of a packet from a host of this leaf, even if only one port leads to its host. */
void
ConweavePathSelector::TagFirst(FabricPacket& packet, uint16_t egress)
{
    if (!m_chosen && !m_hosts[egress] && TakesPart(packet))
    {
        m_only.front() = egress;
        SelectUplink(packet, m_only);
    }
    packet.pathTag = m_hosts[egress] ? 0 : m_tag;
    m_tag = 0;
    m_chosen = false;
}

/** Handles a packet with a tag at its last leaf. */
void
ConweavePathSelector::Arrive(FabricPacket& packet, uint16_t egress)
{
    const ConweaveTag tag = ConweaveTag::Of(packet);
    m_waits = m_queues.Arrive(packet, egress);
    if (packet.ecn == EcnCodepoint::CE)
    {
        Tell(ConweaveAnswer::Kind::NOTIFY, packet, tag, egress);
    }
    if (tag.ask != ConweaveTag::NOTHING)
    {
        Tell(tag.ask == ConweaveTag::CLEAR ? ConweaveAnswer::Kind::CLEAR
                                           : ConweaveAnswer::Kind::REPLY,
             packet,
             tag,
             egress);
    }
    ScheduleFlush();
}

bool
ConweavePathSelector::DoHold(FabricPacketPtr& packet, uint16_t egress)
{
    const bool waits = std::exchange(m_waits, false);
    if (!waits || IsTrimmed(packet->kind))
    {
        return false;
    }
    if (!m_holdTrace.IsEmpty())
    {
        m_holdTrace(*packet, egress);
    }
    m_queues.Hold(std::move(packet));
    ScheduleFlush();
    return true;
}

PacketFifo
ConweavePathSelector::DoTakeHeld(uint16_t egress, uint8_t lane)
{
    return m_queues.Take(egress, lane);
}

void
ConweavePathSelector::ScheduleFlush()
{
    const int64_t ticks = m_queues.GetDueTicks();
    if (ticks != ConweaveQueues::NEVER && (!m_flush->IsPending() || m_flush->GetDeadline() > ticks))
    {
        m_flush->Schedule(ticks);
    }
}

void
ConweavePathSelector::Flush()
{
    const int64_t nowTicks = NowTicks();
    const int64_t nowPs = m_clock.ToPs(nowTicks);
    m_queues.Flush(nowTicks, [this, nowPs](FabricPacketPtr packet, uint16_t egress, bool overdue) {
        if (overdue)
        {
            packet->readyPs = nowPs;
            Tell(ConweaveAnswer::Kind::CLEAR, *packet, ConweaveTag::Of(*packet), egress);
        }
        packet->pathTag = 0;
        Release(std::move(packet), egress, nowPs);
    });
    ScheduleFlush();
}

/** Sends an answer to the first leaf of a packet. */
void
ConweavePathSelector::Tell(ConweaveAnswer::Kind kind,
                           const FabricPacket& packet,
                           const ConweaveTag& tag,
                           uint16_t egress)
{
    FabricPacketPtr told = MakePacket(packet.destHost,
                                      packet.sourceHost,
                                      m_controlPriority,
                                      m_transport,
                                      packet.readyPs);
    told->entropy =
        FlowEntropy(packet.destHost,
                    packet.sourceHost,
                    UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy));
    auto& header = told->As<ConweaveAnswer>();
    header.entropy = packet.entropy;
    header.leaf = GetPort(0).GetNode()->GetId();
    header.port = static_cast<uint16_t>(tag.port);
    header.variant = static_cast<uint8_t>(tag.variant);
    header.epoch = static_cast<uint8_t>(tag.epoch);
    header.kind = kind;
    header.full = m_queues.GetFree(egress) == 0;
    if (!m_answerTrace.IsEmpty())
    {
        m_answerTrace(*told, true);
    }
    Originate(std::move(told), packet.ingressPort);
}

bool
ConweavePathSelector::DoConsume(const FabricPacket& packet, uint16_t egress)
{
    if (packet.transport != m_transport || packet.kind != PacketKind::TRANSPORT || !m_hosts[egress])
    {
        return false;
    }
    if (!m_answerTrace.IsEmpty())
    {
        m_answerTrace(packet, false);
    }
    m_flows.Hear(packet, packet.As<ConweaveAnswer>());
    return true;
}

} // namespace ns3
