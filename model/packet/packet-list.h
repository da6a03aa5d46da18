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
 * First in, first out, linked through the packets themselves; owns what it holds and counts
 * nothing. PacketFifo is one that counts.
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

    /** @return whether it holds nothing */
    bool IsEmpty() const
    {
        return m_head == nullptr;
    }

    /** @return the oldest packet; not empty */
    const FabricPacket& Front() const
    {
        return *m_head;
    }

    /**
     * For those who only look.
     *
     * @param action is given each packet, the oldest one first; must not change the list
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
     * As ForEach(), up to a packet of the user's choice.
     *
     * @param action is given each packet, and returns whether it wants the next one
     */
    template <typename Action>
    void ForEachWhile(Action action) const
    {
        for (const FabricPacket* packet = m_head; packet && action(*packet); packet = packet->next)
        {
        }
    }

    /** For those who choose the order. @return the packet that is first; not empty */
    FabricPacket* GetFirst() const
    {
        return m_head;
    }

    /** For those who choose the order. @return the packet that is last; not empty */
    FabricPacket* GetLast() const
    {
        return m_tail;
    }

    /** @param packet to put last */
    void Push(FabricPacketPtr packet)
    {
        FabricPacket* raw = packet.release();
        raw->next = nullptr;
        (m_head ? m_tail->next : m_head) = raw;
        m_tail = raw;
    }

    /** @return the oldest packet; not empty */
    FabricPacketPtr Pop()
    {
        FabricPacketPtr packet(m_head);
        m_head = packet->next;
        return packet;
    }

    /** Recycles everything. */
    void Clear()
    {
        while (!IsEmpty())
        {
            Pop();
        }
    }

  protected:
    FabricPacket* m_head{nullptr}; //!< the oldest packet, or null
    FabricPacket* m_tail{nullptr}; //!< the newest packet, before null; not valid if empty
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_LIST_H
