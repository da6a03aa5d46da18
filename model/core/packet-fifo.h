// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_PACKET_FIFO_H
#define AI_FABRIC_PACKET_FIFO_H

#include "fabric-packet.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
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
    FabricPacket* m_head{nullptr};
    FabricPacket* m_tail{nullptr};
    uint64_t m_bytes{0};
    uint32_t m_packets{0};
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_FIFO_H
