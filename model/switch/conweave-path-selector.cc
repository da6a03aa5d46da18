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
    static TypeId tid =
        TypeId("ns3::ConweavePathSelector")
            .SetParent<HoldingPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<ConweavePathSelector>()
            .AddAttribute("ExtraReply",
                          "A reply is late that takes so much longer than the least round trip "
                          "that was seen to its leaf; 4 us in the authors' simulations.",
                          TimeValue(MicroSeconds(4)),
                          time(&ConweavePathSelector::m_extraReply),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PathPause",
                          "A path on which a packet was marked takes no further flows for so long; "
                          "16 us in the authors' simulations.",
                          TimeValue(MicroSeconds(16)),
                          time(&ConweavePathSelector::m_pathPause),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Inactive",
                          "A flow that paused longer may take another path at once; 300 us in the "
                          "authors' simulations of a leaf-spine network, 1 ms of a fat tree.",
                          TimeValue(MicroSeconds(300)),
                          time(&ConweavePathSelector::m_inactive),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ExtraFlush",
                          "A TAIL is overdue that takes so much longer than the last packet on the "
                          "old path; 16 us in the authors' simulations, 64 us in a lossless fat "
                          "tree.",
                          TimeValue(MicroSeconds(16)),
                          time(&ConweavePathSelector::m_extraFlush),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DefaultWait",
                          "A TAIL is overdue so long after the first packet on the new path, if "
                          "none came by the old one; 200 us in the authors' simulations of a "
                          "leaf-spine network, 300 us (IRN) or 600 us (lossless) of a fat tree.",
                          TimeValue(MicroSeconds(200)),
                          time(&ConweavePathSelector::m_defaultWait),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Queues",
                          "Reordering queues of each port to a host. 0: nobody is rerouted.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&ConweavePathSelector::m_queuesPerPort),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddAttribute("Samples",
                          "Paths that are drawn; the first of them that is not paused is taken.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ConweavePathSelector::m_samples),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("Variants",
                          "Paths beyond an uplink, among which switches on the way have a choice; "
                          "1: they hash. Of three tiers, the uplinks of the second one.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ConweavePathSelector::m_variants),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("ControlPriority",
                          "Priority of its packets of 64 B.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&ConweavePathSelector::m_controlPriority),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("Seed",
                          "Another seed is another draw of paths, beside that of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ConweavePathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

ConweavePathSelector::ConweavePathSelector()
    : m_flush(MakeFabricEvent<ConweavePathSelector, &ConweavePathSelector::Flush>(this)),
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
    m_queues.Configure(
        {m_extraFlush.GetPicoSeconds(), m_defaultWait.GetPicoSeconds(), m_queuesPerPort},
        GetPortCount());
    m_flush->SetContext(GetPort(0).GetNode()->GetId());
}

int64_t
ConweavePathSelector::GetLeastRoundTripPs(uint32_t host) const
{
    const Leaf* const leaf = m_leaves.Find(host);
    return leaf ? leaf->leastPs : NEVER_PS;
}

/** @return whether a packet from a host of this leaf is to be kept in order by the last leaf */
bool
ConweavePathSelector::TakesPart(const FabricPacket& packet) const
{
    if (m_hosts.empty() || !m_hosts[packet.ingressPort] || packet.kind == PacketKind::FOREIGN)
    {
        return false; // without a switch (ideal networks), on the way, or not of a transport
    }
    const Flow* const flow = m_flows.Peek(packet);
    return flow && flow->lastPs != NEVER_PS ? flow->lane == packet.lane : packet.payloadBytes > 0;
}

uint16_t
ConweavePathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    m_tag = 0;
    if (TakesPart(packet))
    {
        return SelectUplink(packet, ports);
    }
    const ConweaveTag tag = ConweaveTag::Of(packet);
    return tag.used && m_variants > 1 ? ports[tag.variant % ports.size()]
                                      : GetFirstPath(packet, ports).port;
}

/** The paper's figure of the source ToR; leaves the packet's tag in m_tag. */
uint16_t
ConweavePathSelector::SelectUplink(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const int64_t nowPs = packet.readyPs;
    Flow& flow = m_flows.Find(packet);
    const bool fresh = flow.lastPs == NEVER_PS;
    const bool lost = !std::binary_search(ports.begin(), ports.end(), flow.path.port);
    const bool idle = fresh || lost || nowPs - flow.lastPs > m_inactive.GetPicoSeconds();
    flow.lastPs = nowPs;
    ConweaveTag tag{};
    tag.used = 1;
    tag.ask = ConweaveTag::NOTHING;
    if (idle || flow.answered)
    {
        if (fresh || lost)
        {
            flow.lane = packet.lane;
            flow.path = GetFirstPath(packet, ports);
        }
        if (idle && (!fresh || IsPaused(packet.destHost, flow.path, nowPs)))
        {
            Draw(packet, ports, nullptr, flow.path);
        }
        flow.epoch = static_cast<uint8_t>((flow.epoch + 1) % ConweaveTag::EPOCHS);
        flow.rerouted = false;
        flow.answered = false;
        flow.requestPs = nowPs;
        flow.replyByPs = GetReplyByPs(packet.destHost, nowPs);
        tag.ask = ConweaveTag::REPLY;
    }
    Path path = flow.path;
    tag.rerouted = flow.rerouted;
    tag.stamp = flow.rerouted ? flow.tailStamp : ConweaveTag::MakeStamp(nowPs);
    if (flow.replyByPs < nowPs && !IsFull(packet.destHost) && Draw(packet, ports, &path, flow.path))
    {
        tag.ask = ConweaveTag::CLEAR; // this packet is the TAIL
        flow.replyByPs = NEVER_PS;
        flow.rerouted = true;
        flow.tailStamp = ConweaveTag::MakeStamp(nowPs);
        ++m_reroutes;
    }
    tag.epoch = flow.epoch;
    tag.port = path.port;
    tag.variant = path.variant;
    m_tag = tag.Pack();
    return path.port;
}

/** @return where hashes lay the flow of a packet */
ConweavePathSelector::Path
ConweavePathSelector::GetFirstPath(const FabricPacket& packet,
                                   const std::vector<uint16_t>& ports) const
{
    const uint32_t salt = MakeSalt(m_seed);
    return {ports[Hash(packet.entropy, salt, ports.size())],
            static_cast<uint8_t>(Hash(packet.entropy, ~salt, m_variants))};
}

/**
 * @param current that is not to be drawn; null: any may be
 * @param chosen the first drawn path that is not paused; stays if there is none
 * @return whether there is one
 */
bool
ConweavePathSelector::Draw(const FabricPacket& packet,
                           const std::vector<uint16_t>& ports,
                           const Path* current,
                           Path& chosen) const
{
    std::size_t count = ports.size() * m_variants;
    std::size_t left = count; // out of the draw
    if (current)
    {
        const auto place = std::lower_bound(ports.begin(), ports.end(), current->port);
        left = static_cast<std::size_t>(place - ports.begin()) * m_variants + current->variant;
        --count;
    }
    uint64_t draw = PathSelector::Draw(packet, m_seed);
    for (uint32_t sample = 0; sample < m_samples && count > 0; ++sample)
    {
        std::size_t number = Pick(draw, count);
        number += number >= left ? 1 : 0;
        const Path path{ports[number / m_variants], static_cast<uint8_t>(number % m_variants)};
        if (!IsPaused(packet.destHost, path, packet.readyPs))
        {
            chosen = path;
            return true;
        }
        draw = MixDraw(draw + 1);
    }
    return false;
}

bool
ConweavePathSelector::IsPaused(uint32_t host, Path path, int64_t nowPs) const
{
    const Leaf* const leaf = m_leaves.Find(host);
    const std::size_t number = std::size_t{path.port} * m_variants + path.variant;
    return leaf && number < leaf->pausedPs.size() && leaf->pausedPs[number] > nowPs;
}

/** @return until when a reply to a packet of now is in time */
int64_t
ConweavePathSelector::GetReplyByPs(uint32_t host, int64_t nowPs) const
{
    const int64_t leastPs = GetLeastRoundTripPs(host);
    return leastPs == NEVER_PS ? NEVER_PS : nowPs + leastPs + m_extraReply.GetPicoSeconds();
}

/** @return whether the host's port has no reordering queue for another flow */
bool
ConweavePathSelector::IsFull(uint32_t host) const
{
    return m_queuesPerPort == 0 || (host < m_full.size() && m_full[host]);
}

void
ConweavePathSelector::DoNotifyForward(FabricPacket& packet, uint16_t egress)
{
    m_waits = false;
    if (m_hosts[packet.ingressPort])
    {
        packet.pathTag = m_hosts[egress] ? 0 : m_tag;
        m_tag = 0; // there need not have been a choice for the next packet
    }
    else if (packet.pathTag != 0 && m_hosts[egress])
    {
        Arrive(packet, egress);
        packet.pathTag = m_waits ? packet.pathTag : 0; // what waits may still be answered
    }
}

/** A packet with a tag has come to its last leaf. */
void
ConweavePathSelector::Arrive(FabricPacket& packet, uint16_t egress)
{
    const ConweaveTag tag = ConweaveTag::Of(packet);
    m_waits = m_queues.Arrive(packet, egress);
    if (packet.ecn == EcnCodepoint::CE)
    {
        Tell(Answer::NOTIFY, packet, tag, egress);
    }
    if (tag.ask != ConweaveTag::NOTHING)
    {
        Tell(tag.ask == ConweaveTag::CLEAR ? Answer::CLEAR : Answer::REPLY, packet, tag, egress);
    }
    ScheduleFlush();
}

bool
ConweavePathSelector::DoHold(FabricPacketPtr& packet, uint16_t)
{
    if (!m_waits)
    {
        return false;
    }
    m_waits = false;
    m_queues.Hold(std::move(packet));
    ScheduleFlush();
    return true;
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
            Tell(Answer::CLEAR, *packet, ConweaveTag::Of(*packet), egress);
        }
        packet->pathTag = 0;
        Release(std::move(packet), egress, nowPs);
    });
    ScheduleFlush();
}

/** Answers the first leaf of a packet. */
void
ConweavePathSelector::Tell(Answer answer,
                           const FabricPacket& packet,
                           const ConweaveTag& tag,
                           uint16_t egress)
{
    FabricPacketPtr told = FabricPacketPool::Make();
    told->readyPs = packet.readyPs;
    told->tailPs = packet.readyPs;
    told->sentPs = packet.readyPs;
    told->wireBytes = CONTROL_WIRE_BYTES;
    told->frameBytes = CONTROL_FRAME_BYTES;
    told->sourceHost = packet.destHost;
    told->destHost = packet.sourceHost;
    told->entropy =
        FlowEntropy(packet.destHost,
                    packet.sourceHost,
                    UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy));
    told->lane = m_controlPriority;
    told->serviceLevel = m_controlPriority;
    told->dscp = static_cast<uint8_t>(m_controlPriority * 8);
    told->transport = m_transport;
    auto& header = told->As<Header>();
    header.entropy = packet.entropy;
    header.leaf = GetPort(0).GetNode()->GetId();
    header.port = static_cast<uint16_t>(tag.port);
    header.variant = static_cast<uint8_t>(tag.variant);
    header.epoch = static_cast<uint8_t>(tag.epoch);
    header.answer = answer;
    header.full = m_queues.GetFree(egress) == 0;
    Originate(std::move(told), packet.ingressPort);
}

bool
ConweavePathSelector::DoConsume(const FabricPacket& packet, uint16_t egress)
{
    if (packet.transport != m_transport || packet.kind != PacketKind::TRANSPORT || !m_hosts[egress])
    {
        return false;
    }
    Hear(packet, packet.As<Header>());
    return true;
}

/** An answer has come. */
void
ConweavePathSelector::Hear(const FabricPacket& packet, const Header& header)
{
    const int64_t nowPs = packet.readyPs;
    const uint32_t host = packet.sourceHost;
    Leaf& leaf = m_leaves.Learn(header.leaf, host);
    m_leaves.Reach(m_full, host, uint8_t{0}) = header.full ? 1 : 0;
    if (header.answer == Answer::NOTIFY)
    {
        const std::size_t number = std::size_t{header.port} * m_variants + header.variant;
        m_leaves.Reach(leaf.pausedPs, number, int64_t{0}) = nowPs + m_pathPause.GetPicoSeconds();
        return;
    }
    Flow& flow = m_flows.Find(header.entropy, host);
    if (header.epoch != flow.epoch)
    {
        return;
    }
    if (header.answer == Answer::CLEAR)
    {
        flow.answered = flow.rerouted;
        return;
    }
    leaf.leastPs = std::min(leaf.leastPs, nowPs - flow.requestPs);
    flow.answered = flow.answered || (!flow.rerouted && nowPs <= flow.replyByPs);
}

} // namespace ns3
