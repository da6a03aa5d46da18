// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conweave-queues.h"

#include <utility>

namespace ns3
{

namespace
{

/** @return number of epochs by which a flow's epoch is behind that of a packet; negative: ahead */
int
GetAdvance(uint8_t packet, uint8_t flow)
{
    constexpr int all = ConweaveTag::EPOCHS;
    const int ahead = (packet - flow + all) % all;
    return ahead < all / 2 ? ahead : ahead - all;
}

} // namespace

void
ConweaveQueues::Configure(const Settings& settings, std::size_t ports)
{
    m_settings = settings;
    m_takenOfPort.assign(ports, 0);
}

bool
ConweaveQueues::Arrive(const FabricPacket& packet, uint16_t egress)
{
    const ConweaveTag tag = ConweaveTag::Of(packet);
    Flow& flow = m_flows.Find(packet);
    m_target = flow.queue;
    if (BeginsEpoch(flow, packet, tag))
    {
        flow.epoch = static_cast<uint8_t>(tag.epoch);
        flow.tailed = false;
        flow.oldPathPs = NEVER_PS;
        if (flow.queue != NO_QUEUE)
        {
            EndSoon(m_queues[flow.queue], packet); // all packets of that epoch have arrived
        }
    }
    else if (flow.epoch != tag.epoch)
    {
        return false;
    }
    flow.lastPs = packet.readyPs;
    return tag.rerouted ? ArriveOnNewPath(flow, packet, tag, egress)
                        : ArriveOnOldPath(flow, packet, tag);
}

/** @return true if the packet is the first of a later epoch, or the first of the flow */
bool
ConweaveQueues::BeginsEpoch(const Flow& flow,
                            const FabricPacket& packet,
                            const ConweaveTag& tag) const
{
    const int advance = GetAdvance(static_cast<uint8_t>(tag.epoch), flow.epoch);
    if (flow.lastPs == NEVER_PS || advance > 0)
    {
        return true;
    }
    const bool aged = flow.queue == NO_QUEUE && packet.readyPs - flow.lastPs > m_settings.agingPs;
    return aged && (advance < 0 || tag.ask == ConweaveTag::REPLY);
}

/** @return true if the packet has to wait for packets of an earlier epoch */
bool
ConweaveQueues::ArriveOnOldPath(Flow& flow, const FabricPacket& packet, const ConweaveTag& tag)
{
    flow.oldPathPs = packet.readyPs;
    flow.oldPathStamp = static_cast<uint32_t>(tag.stamp);
    const bool tail = tag.ask == ConweaveTag::CLEAR;
    flow.tailed = flow.tailed || tail;
    if (flow.queue == NO_QUEUE)
    {
        return false;
    }
    Queue& queue = m_queues[flow.queue];
    if (queue.closing)
    {
        return true;
    }
    if (tail)
    {
        EndSoon(queue, packet);
    }
    else
    {
        SetDue(queue, m_clock.ToTicks(GetOverduePs(flow, queue, packet.readyPs)));
    }
    return false;
}

bool
ConweaveQueues::ArriveOnNewPath(Flow& flow,
                                const FabricPacket& packet,
                                const ConweaveTag& tag,
                                uint16_t egress)
{
    if (flow.queue != NO_QUEUE)
    {
        return true;
    }
    if (flow.tailed)
    {
        return false;
    }
    if (m_takenOfPort[egress] == m_settings.queues)
    {
        ++m_overflows;
        return false;
    }
    flow.queue = Open(packet, egress);
    Queue& queue = m_queues[flow.queue];
    queue.tailStamp = static_cast<uint32_t>(tag.stamp);
    SetDue(queue, m_clock.ToTicks(GetOverduePs(flow, queue, packet.readyPs)));
    m_target = flow.queue;
    return true;
}

/** @return place of an unused queue */
uint32_t
ConweaveQueues::Open(const FabricPacket& packet, uint16_t egress)
{
    std::size_t place = 0;
    while (place < m_queues.size() && m_queues[place].dueTicks != NEVER)
    {
        ++place;
    }
    if (place == m_queues.size())
    {
        m_queues.emplace_back();
    }
    Queue& queue = m_queues[place];
    queue.closing = false;
    queue.entropy = packet.entropy;
    queue.destHost = packet.destHost;
    queue.egress = egress;
    ++m_takenOfPort[egress];
    return static_cast<uint32_t>(place);
}

/** @return time at which the TAIL is overdue, in ps */
int64_t
ConweaveQueues::GetOverduePs(const Flow& flow, const Queue& queue, int64_t nowPs) const
{
    if (flow.oldPathPs == NEVER_PS)
    {
        return nowPs + m_settings.defaultWaitPs;
    }
    const int64_t behindPs = ConweaveTag::GetPsBetween(queue.tailStamp, flow.oldPathStamp);
    return std::max(nowPs, flow.oldPathPs + behindPs + m_settings.extraFlushPs);
}

void
ConweaveQueues::SetDue(Queue& queue, int64_t ticks)
{
    queue.dueTicks = ticks;
    m_dueTicks = std::min(m_dueTicks, ticks);
}

/** Makes a queue due right behind a packet that is not in it. */
void
ConweaveQueues::EndSoon(Queue& queue, const FabricPacket& packet)
{
    if (!queue.closing)
    {
        StopWaiting(queue);
        SetDue(queue, m_clock.ToTicks(std::max(packet.readyPs, packet.tailPs)) + 1);
    }
}

void
ConweaveQueues::Hold(FabricPacketPtr packet)
{
    m_queues[m_target].packets.Push(std::move(packet));
    ++m_held;
}

PacketFifo
ConweaveQueues::Take(uint16_t egress, uint8_t lane)
{
    PacketFifo taken;
    for (Queue& queue : m_queues)
    {
        if (queue.dueTicks == NEVER || queue.egress != egress)
        {
            continue;
        }
        for (uint32_t left = queue.packets.GetPackets(); left > 0; --left)
        {
            FabricPacketPtr packet = queue.packets.Pop();
            (packet->lane == lane ? taken : queue.packets).Push(std::move(packet));
        }
        if (queue.packets.IsEmpty())
        {
            StopWaiting(queue);
            Close(queue) = {};
        }
    }
    return taken;
}

/** Ends the wait of a queue that is due. */
void
ConweaveQueues::Expire(Queue& queue)
{
    if (!queue.closing)
    {
        StopWaiting(queue);
        ++m_timeouts;
        m_flows.Find(queue.entropy, queue.destHost).tailed = true; // the TAIL counts as arrived
    }
}

void
ConweaveQueues::StopWaiting(Queue& queue)
{
    m_takenOfPort[queue.egress] -= queue.closing ? 0 : 1;
    queue.closing = true;
}

/**
 * Frees an empty queue.
 *
 * @return its flow
 */
ConweaveQueues::Flow&
ConweaveQueues::Close(Queue& queue)
{
    Flow& flow = m_flows.Find(queue.entropy, queue.destHost);
    flow.queue = NO_QUEUE;
    queue.dueTicks = NEVER;
    return flow;
}

} // namespace ns3
