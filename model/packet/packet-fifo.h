// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_FIFO_H
#define AI_FABRIC_PACKET_FIFO_H

#include "packet-list.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * A PacketList that counts its packets and bytes.
 *
 * Invariant: GetBytes() is the sum of frameBytes of its packets.
 */
class PacketFifo : public PacketList
{
  public:
    PacketFifo() = default;

    /** @param other is empty afterwards */
    PacketFifo(PacketFifo&& other) noexcept
        : PacketList(std::move(other)),
          m_bytes(std::exchange(other.m_bytes, 0)),
          m_packets(std::exchange(other.m_packets, 0))
    {
    }

    PacketFifo& operator=(PacketFifo&&) = delete;

    /** @return the sum of frame lengths, in bytes */
    uint64_t GetBytes() const
    {
        return m_bytes;
    }

    /** @return number of packets */
    uint32_t GetPackets() const
    {
        return m_packets;
    }

    /**
     * @param where packet in this FIFO
     * @param packet packet to insert right behind it
     */
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
     * Moves a range of packets to the front.
     *
     * @param before packet before the first one of the range
     * @param last last packet of the range
     */
    void MoveToFront(FabricPacket* before, FabricPacket* last)
    {
        FabricPacket* const first = before->next;
        before->next = last->next;
        m_tail = last == m_tail ? before : m_tail;
        last->next = m_head;
        m_head = first;
    }

    /**
     * Moves the packets up to one of them to the back.
     *
     * @param last last packet to move; not the last of the FIFO
     */
    void MoveToBack(FabricPacket* last)
    {
        m_tail->next = m_head;
        m_head = last->next;
        last->next = nullptr;
        m_tail = last;
    }

    /** @param packet packet to append */
    void Push(FabricPacketPtr packet)
    {
        m_bytes += packet->frameBytes;
        ++m_packets;
        PacketList::Push(std::move(packet));
    }

    /** @param other FIFO whose packets are appended in order; is empty afterwards */
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

    /**
     * Removes the oldest packet, and prefetches the next one.
     *
     * @return oldest packet; the FIFO must not be empty
     */
    FabricPacketPtr Pop()
    {
        __builtin_prefetch(m_head->next);
        m_bytes -= m_head->frameBytes;
        --m_packets;
        return PacketList::Pop();
    }

    /** Recycles all packets. */
    void Clear()
    {
        m_bytes = 0;
        m_packets = 0;
        PacketList::Clear();
    }

  private:
    uint64_t m_bytes{0}; //!< sum of frameBytes
    uint32_t m_packets{0};
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_FIFO_H
