// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_LIST_H
#define AI_FABRIC_PACKET_LIST_H

#include "fabric-packet.h"

#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * First-in-first-out list, linked through the packets themselves. It owns its packets and counts
 * nothing; PacketFifo adds counters.
 */
class PacketList
{
  public:
    PacketList() = default;

    /** @param other is empty afterwards */
    PacketList(PacketList&& other) noexcept
        : m_head(std::exchange(other.m_head, nullptr)),
          m_tail(std::exchange(other.m_tail, nullptr))
    {
    }

    PacketList& operator=(PacketList&&) = delete;

    ~PacketList()
    {
        Clear();
    }

    /** @return true if the list is empty */
    bool IsEmpty() const
    {
        return m_head == nullptr;
    }

    /** @return oldest packet; the list must not be empty */
    const FabricPacket& Front() const
    {
        return *m_head;
    }

    /**
     * Visits the packets read-only.
     *
     * @param action function called with each packet, oldest first; must not change the list
     */
    template <typename Action>
    void ForEach(Action action) const
    {
        for (const FabricPacket* packet = m_head; packet; packet = packet->next)
        {
            action(*packet);
        }
    }

    /**
     * The same as ForEach(), with an early end.
     *
     * @param action function called with each packet; returns true to continue
     */
    template <typename Action>
    void ForEachWhile(Action action) const
    {
        for (const FabricPacket* packet = m_head; packet && action(*packet); packet = packet->next)
        {
        }
    }

    /**
     * For code that changes the order.
     *
     * @return first packet; the list must not be empty
     */
    FabricPacket* GetFirst() const
    {
        return m_head;
    }

    /**
     * For code that changes the order.
     *
     * @return last packet; the list must not be empty
     */
    FabricPacket* GetLast() const
    {
        return m_tail;
    }

    /** @param packet packet to append */
    void Push(FabricPacketPtr packet)
    {
        FabricPacket* raw = packet.release();
        raw->next = nullptr;
        (m_head ? m_tail->next : m_head) = raw;
        m_tail = raw;
    }

    /** @return oldest packet, removed from the list; the list must not be empty */
    FabricPacketPtr Pop()
    {
        FabricPacketPtr packet(m_head);
        m_head = packet->next;
        return packet;
    }

    /** Recycles all packets. */
    void Clear()
    {
        while (!IsEmpty())
        {
            Pop();
        }
    }

  protected:
    FabricPacket* m_head{nullptr}; //!< oldest packet, or null
    FabricPacket* m_tail{nullptr}; //!< newest packet; valid only if not empty
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_LIST_H
