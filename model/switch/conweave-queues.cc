// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conweave-queues.h"

#include <utility>

namespace ns3
{

namespace
{

/** @return how many epochs a flow's is behind that of a packet, below 0: before it */
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
    m_usedOfPort.assign(ports, 0);
}

bool
ConweaveQueues::Arrive(const FabricPacket& packet, uint16_t egress)
{
    const ConweaveTag tag = ConweaveTag::Of(packet);
    const auto epoch = static_cast<uint8_t>(tag.epoch);
    Flow& flow = m_flows.Find(packet);
    m_target = flow.queue;
    const int advance = GetAdvance(epoch, flow.epoch);
    if (!flow.known || advance > 0)
    {
        flow.known = true;
        flow.epoch = epoch;
        flow.tailed = false;
        flow.oldPathPs = NEVER_PS;
        if (flow.queue != NO_QUEUE)
        {
            EndSoon(m_queues[flow.queue], packet); // no path has anything of that epoch any more
        }
    }
    else if (advance < 0)
    {
        return false;
    }
    return tag.rerouted ? ArriveOnNewPath(flow, packet, tag, egress)
                        : ArriveOnOldPath(flow, packet, tag);
}

/** @return whether it has to wait for those of an epoch before */
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
    if (m_usedOfPort[egress] == m_settings.queues)
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

/** @return the place of a queue that was not used */
uint32_t
ConweaveQueues::Open(const FabricPacket& packet, uint16_t egress)
{
    std::size_t place = 0;
    while (place < m_queues.size() && m_queues[place].used)
    {
        ++place;
    }
    if (place == m_queues.size())
    {
        m_queues.emplace_back();
    }
    Queue& queue = m_queues[place];
    queue.used = true;
    queue.closing = false;
    queue.completePs = packet.readyPs;
    queue.entropy = packet.entropy;
    queue.destHost = packet.destHost;
    queue.egress = egress;
    ++m_usedOfPort[egress];
    return static_cast<uint32_t>(place);
}

/** @return when the TAIL is overdue, in picoseconds */
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

/** Has a queue emptied behind a packet that is not in it, and when all in it are complete. */
void
ConweaveQueues::EndSoon(Queue& queue, const FabricPacket& packet)
{
    queue.closing = true;
    queue.completePs = std::max({queue.completePs, packet.readyPs, packet.tailPs});
    SetDue(queue, m_clock.ToTicks(queue.completePs) + 1);
}

void
ConweaveQueues::Hold(FabricPacketPtr packet)
{
    Queue& queue = m_queues[m_target];
    queue.completePs = std::max(queue.completePs, packet->tailPs);
    SetDue(queue, std::max(queue.dueTicks, m_clock.ToTicks(queue.completePs) + 1));
    queue.packets.Push(std::move(packet));
    ++m_held;
}

/** The queue is empty, and nothing is waited for. */
void
ConweaveQueues::Close(Queue& queue)
{
    Flow& flow = m_flows.Find(queue.entropy, queue.destHost);
    flow.queue = NO_QUEUE;
    flow.tailed = flow.tailed || !queue.closing;
    queue.used = false;
    --m_usedOfPort[queue.egress];
}

} // namespace ns3
