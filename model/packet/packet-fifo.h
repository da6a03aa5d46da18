// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_FIFO_H
#define AI_FABRIC_PACKET_FIFO_H

#include "fabric-packet.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * First in, first out, linked through the packets themselves; owns what it holds.
 *
 * Invariant: GetBytes() is the sum of frameBytes of its packets.
 */
class PacketFifo
{
  public:
    PacketFifo() = default;

    /** @param other is empty afterwards */
    PacketFifo(PacketFifo&& other) noexcept
        : m_head(std::exchange(other.m_head, nullptr)),
          m_tail(std::exchange(other.m_tail, nullptr)),
          m_bytes(std::exchange(other.m_bytes, 0)),
          m_packets(std::exchange(other.m_packets, 0))
    {
    }

    PacketFifo& operator=(PacketFifo&&) = delete;

    ~PacketFifo()
    {
        Clear();
    }

    /** @return whether it holds nothing */
    bool IsEmpty() const
    {
        return m_head == nullptr;
    }

    /** @return the sum of frame lengths, in bytes */
    uint64_t GetBytes() const
    {
        return m_bytes;
    }

    /** @return how many packets it holds */
    uint32_t GetPackets() const
    {
        return m_packets;
    }

    /** @return the oldest packet; not empty */
    const FabricPacket& Front() const
    {
        return *m_head;
    }

    /**
     * For those who only look.
     *
     * @param action is given each packet, the oldest one first; must not change the FIFO
     */
    template <typename Action>
    void ForEach(Action action) const
    {
        const FabricPacket* packet = m_head;
        for (uint32_t i = 0; i < m_packets; ++i, packet = packet->next)
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
        const FabricPacket* packet = m_head;
        for (uint32_t i = 0; i < m_packets && action(*packet); ++i, packet = packet->next)
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

    /** @param where a packet in this FIFO @param packet to put right behind it */
    void PushBehind(FabricPacket* where, FabricPacketPtr packet)
    {
        FabricPacket* raw = packet.release();
        raw->next = where->next;
        where->next = raw;
        m_tail = where == m_tail ? raw : m_tail;
        m_bytes += raw->frameBytes;
        ++m_packets;
    }

    /**
     * The packets behind one of them, up to another, become the first ones.
     *
     * @param before is before the first of them
     * @param last of them
     */
    void MoveToFront(FabricPacket* before, FabricPacket* last)
    {
        FabricPacket* const first = before->next;
        before->next = last->next;
        m_tail = last == m_tail ? before : m_tail;
        last->next = m_head;
        m_head = first;
    }

    /** The packets up to one of them become the last ones. @param last of them; not of all */
    void MoveToBack(FabricPacket* last)
    {
        m_tail->next = m_head;
        m_head = last->next;
        last->next = nullptr;
        m_tail = last;
    }

    /** @param packet to put last */
    void Push(FabricPacketPtr packet)
    {
        FabricPacket* raw = packet.release();
        raw->next = nullptr;
        (m_head ? m_tail->next : m_head) = raw;
        m_tail = raw;
        m_bytes += raw->frameBytes;
        ++m_packets;
    }

    /** @param other whose packets are put last, in their order; is empty afterwards */
    void Append(PacketFifo& other)
    {
        if (other.IsEmpty())
        {
            return;
        }
        (m_head ? m_tail->next : m_head) = std::exchange(other.m_head, nullptr);
        m_tail = std::exchange(other.m_tail, nullptr);
        m_bytes += std::exchange(other.m_bytes, 0);
        m_packets += std::exchange(other.m_packets, 0);
    }

    /** @return the oldest packet; not empty */
    FabricPacketPtr Pop()
    {
        FabricPacketPtr packet(m_head);
        m_head = packet->next;
        m_bytes -= packet->frameBytes;
        --m_packets;
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

  private:
    FabricPacket* m_head{nullptr}; //!< the oldest packet, or null
    FabricPacket* m_tail{nullptr}; //!< the newest packet; not valid if empty
    uint64_t m_bytes{0};           //!< sum of frameBytes
    uint32_t m_packets{0};
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_FIFO_H
