// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Packets in a ConweavePathSelector; its setup is in conweave-path-selector.cc.

#include "conweave-path-selector.h"

#include "ns3/transport-number.h"

#include <algorithm>
#include <utility>

namespace ns3
{

/** @return true if the last leaf must keep a packet from a host of this leaf in order */
bool
ConweavePathSelector::TakesPart(const FabricPacket& packet) const
{
    if (m_hosts.empty() || !m_hosts[packet.ingressPort] || packet.kind == PacketKind::FOREIGN)
    {
        return false; // no switch (ideal networks), not the first switch, or no transport
    }
    const Flow* const flow = m_flows.Peek(packet);
    return flow && flow->lastPs != NEVER_PS ? flow->lane == packet.lane : packet.payloadBytes > 0;
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
    return tag.used && m_variants > 1 ? ports[tag.variant % ports.size()]
                                      : GetFirstPath(packet, ports).port;
}

/** The algorithm of the source ToR in the paper's figure; leaves the packet's tag in m_tag. */
uint16_t
ConweavePathSelector::SelectUplink(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const int64_t nowPs = packet.readyPs;
    Flow& flow = m_flows.Find(packet);
    const bool lost =
        flow.lastPs != NEVER_PS && !std::binary_search(ports.begin(), ports.end(), flow.path.port);
    ConweaveTag tag{};
    tag.used = 1;
    tag.ask = ConweaveTag::NOTHING;
    if (lost || NeedsEpoch(flow, nowPs))
    {
        BeginEpoch(flow, packet, ports, lost);
        tag.ask = ConweaveTag::REPLY;
    }
    else if (flow.replyByPs == NEVER_PS && !flow.rerouted)
    {
        // A round trip may be known by now.
        flow.replyByPs = GetReplyByPs(packet.destHost, flow.begunPs);
    }
    flow.lastPs = nowPs;
    const Path path = flow.path;
    tag.rerouted = flow.rerouted;
    tag.stamp = flow.rerouted ? flow.tailStamp : ConweaveTag::MakeStamp(nowPs);
    if (flow.replyByPs < nowPs && m_queuesPerPort > 0 && GetFullUntilPs(packet.destHost) <= nowPs &&
        Draw(packet, ports, &path, flow.path))
    {
        tag.ask = ConweaveTag::CLEAR; // this packet is the TAIL
        flow.replyByPs = NEVER_PS;
        flow.rerouted = true;
        flow.begunPs = nowPs;
        flow.tailStamp = ConweaveTag::MakeStamp(nowPs);
        ++m_reroutes;
        if (!m_rerouteTrace.IsEmpty())
        {
            m_rerouteTrace(packet, path.port, flow.path.port);
        }
    }
    tag.epoch = flow.epoch;
    tag.port = path.port;
    tag.variant = path.variant;
    m_tag = tag.Pack();
    return path.port;
}

/** @return true if a flow's next packet begins an epoch, as long as its path exists */
bool
ConweavePathSelector::NeedsEpoch(const Flow& flow, int64_t nowPs) const
{
    return flow.lastPs == NEVER_PS || flow.answered ||
           nowPs - flow.lastPs > m_inactive.GetPicoSeconds() ||
           nowPs - flow.begunPs > ConweaveTag::AGING_PS; // no answer has come
}

/** @param lost true if the flow's path does not exist any more */
void
ConweavePathSelector::BeginEpoch(Flow& flow,
                                 const FabricPacket& packet,
                                 const std::vector<uint16_t>& ports,
                                 bool lost)
{
    const int64_t nowPs = packet.readyPs;
    const bool fresh = flow.lastPs == NEVER_PS;
    if (fresh || lost)
    {
        flow.lane = packet.lane;
        flow.path = GetFirstPath(packet, ports);
    }
    const bool idle = lost || (!fresh && nowPs - flow.lastPs > m_inactive.GetPicoSeconds());
    if (idle || (fresh && IsPaused(packet.destHost, flow.path, nowPs)))
    {
        Draw(packet, ports, nullptr, flow.path);
    }
    flow.epoch = static_cast<uint8_t>((flow.epoch + 1) % ConweaveTag::EPOCHS);
    flow.rerouted = false;
    flow.answered = false;
    flow.begunPs = nowPs;
    flow.replyByPs = GetReplyByPs(packet.destHost, nowPs);
}

/** @return path that the hash gives to the flow of a packet */
ConweavePathSelector::Path
ConweavePathSelector::GetFirstPath(const FabricPacket& packet,
                                   const std::vector<uint16_t>& ports) const
{
    const uint32_t salt = MakeSalt(m_seed);
    return {ports[Hash(packet.entropy, salt, ports.size())],
            static_cast<uint8_t>(Hash(packet.entropy, ~salt, m_variants))};
}

/**
 * @param current path that must not be drawn; null: all paths may be drawn
 * @param chosen the first drawn path that is not paused; unchanged if all are paused
 * @return true if a path was found
 */
bool
ConweavePathSelector::Draw(const FabricPacket& packet,
                           const std::vector<uint16_t>& ports,
                           const Path* current,
                           Path& chosen) const
{
    std::size_t count = ports.size() * m_variants;
    std::size_t left = count; // paths that may still be drawn
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

/** @return time until which a REPLY counts as in time for a request sent at begunPs */
int64_t
ConweavePathSelector::GetReplyByPs(uint32_t host, int64_t begunPs) const
{
    const int64_t leastPs = GetLeastRoundTripPs(host);
    return leastPs == NEVER_PS ? NEVER_PS : begunPs + leastPs + m_extraReply.GetPicoSeconds();
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
        Tell(Answer::NOTIFY, packet, tag, egress);
    }
    if (tag.ask != ConweaveTag::NOTHING)
    {
        Tell(tag.ask == ConweaveTag::CLEAR ? Answer::CLEAR : Answer::REPLY, packet, tag, egress);
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
            Tell(Answer::CLEAR, *packet, ConweaveTag::Of(*packet), egress);
        }
        packet->pathTag = 0;
        Release(std::move(packet), egress, nowPs);
    });
    ScheduleFlush();
}

/** Sends an answer to the first leaf of a packet. */
void
ConweavePathSelector::Tell(Answer answer,
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
    auto& header = told->As<Header>();
    header.entropy = packet.entropy;
    header.leaf = GetPort(0).GetNode()->GetId();
    header.port = static_cast<uint16_t>(tag.port);
    header.variant = static_cast<uint8_t>(tag.variant);
    header.epoch = static_cast<uint8_t>(tag.epoch);
    header.answer = answer;
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
    Hear(packet, packet.As<Header>());
    return true;
}

/** Handles an answer that has come. */
void
ConweavePathSelector::Hear(const FabricPacket& packet, const Header& header)
{
    const int64_t nowPs = packet.readyPs;
    const uint32_t host = packet.sourceHost;
    Leaf& leaf = m_leaves.Learn(header.leaf, host);
    m_leaves.Reach(m_fullPs, host, int64_t{0}) =
        header.full ? nowPs + m_defaultWait.GetPicoSeconds() : 0;
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
    if (!flow.rerouted) // else the REPLY is late, and does not measure the round trip of the TAIL
    {
        leaf.leastPs = std::min(leaf.leastPs, nowPs - flow.begunPs);
        flow.answered = flow.answered || nowPs <= flow.replyByPs;
    }
}

} // namespace ns3
