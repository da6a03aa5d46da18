// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "flow-queues.h"

#include <utility>

namespace ns3
{

void
FlowQueues::Push(PacketFifo& list, FabricPacketPtr packet)
{
    m_list = &list;
    const uint16_t number = QueueOf(*packet);
    Queue& queue = m_queues[number];
    queue.bytes += packet->frameBytes;
    FabricPacket* const raw = packet.get();
    if (queue.last)
    {
        list.PushBehind(queue.last, std::move(packet));
        queue.last = raw;
        return;
    }
    list.Push(std::move(packet));
    queue.last = raw;
    m_occupied.Set(number, true);
    BringOpenToFront();
}

void
FlowQueues::NotifyPopped(const FabricPacket& packet)
{
    const uint16_t number = QueueOf(packet);
    Queue& queue = m_queues[number];
    queue.bytes -= packet.frameBytes;
    if (queue.last == &packet)
    {
        queue.last = nullptr;
        m_occupied.Set(number, false);
    }
    else if (queue.last != m_list->GetLast())
    {
        m_list->MoveToBack(queue.last);
    }
    BringOpenToFront();
}

void
FlowQueues::Clear()
{
    for (Queue& queue : m_queues)
    {
        queue = {};
    }
    m_occupied = {};
}

void
FlowQueues::SetPaused(const FlowFilter& paused)
{
    m_paused = paused;
    BringOpenToFront();
}

/** Keeps the invariant: moves the first queue that may send before those that may not. */
void
FlowQueues::BringOpenToFront()
{
    if (!m_list || m_list->IsEmpty())
    {
        return;
    }
    FabricPacket* before = nullptr; // last packet of the queue before
    FabricPacket* first = m_list->GetFirst();
    while (m_paused.Has(QueueOf(*first)))
    {
        before = m_queues[QueueOf(*first)].last;
        if (before == m_list->GetLast())
        {
            return;
        }
        first = before->next;
    }
    if (before)
    {
        m_list->MoveToFront(before, m_queues[QueueOf(*first)].last);
    }
}

uint16_t
FlowQueues::Choose(uint64_t hash) const
{
    const auto queues = static_cast<uint32_t>(m_queues.size());
    const auto start = static_cast<uint32_t>(hash % queues);
    for (uint32_t step = 0; step < queues; ++step)
    {
        const uint32_t number = (start + step) % queues;
        if (!m_occupied.Has(number) && !m_paused.Has(number))
        {
            return static_cast<uint16_t>(number);
        }
    }
    return static_cast<uint16_t>(start);
}

uint32_t
FlowQueues::CountActive() const
{
    uint32_t count = 0;
    for (uint32_t word = 0; word * 64 < m_queues.size(); ++word)
    {
        count += __builtin_popcountll(m_occupied.words[word] & ~m_paused.words[word]);
    }
    return count;
}

uint32_t
FlowQueues::CountOccupied() const
{
    uint32_t count = 0;
    for (const uint64_t word : m_occupied.words)
    {
        count += __builtin_popcountll(word);
    }
    return count;
}

} // namespace ns3
