// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_RESEQUENCER_H
#define AI_FABRIC_PACKET_RESEQUENCER_H

#include "fabric-packet.h"
#include "packet-fifo.h"

#include "ns3/lazy-deque.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Puts packets that came over different paths back in the order of their numbers. A packet may have
 * further parts, which arrive separately, before or after it; it is complete with all parts.
 *
 * Invariants: released packets are complete and have rising numbers; held packets have the awaited
 * number or a later one.
 */
class PacketResequencer
{
  public:
    /** @param bits width of the numbers, which wrap */
    explicit PacketResequencer(uint32_t bits)
        : m_mask((uint32_t{1} << bits) - 1)
    {
    }

    /**
     * @param number packet number
     * @return true if the number is no longer awaited
     */
    bool IsLate(uint32_t number) const
    {
        return GetDistance(number) > m_mask / 2;
    }

    /**
     * @param number number of a packet without further parts
     * @return true if it may be released at once
     */
    bool IsNext(uint32_t number) const
    {
        return number == m_next && m_slots.empty();
    }

    /** Moves to the next number, because the present one is released or no longer awaited. */
    void Advance()
    {
        m_next = (m_next + 1) & m_mask;
        if (!m_slots.empty())
        {
            m_slots.pop_front();
        }
    }

    /**
     * @param number packet number, not late and not held
     * @param packet packet to hold
     * @param parts number of its further parts
     */
    void Hold(uint32_t number, FabricPacketPtr packet, int32_t parts = 0)
    {
        Slot& slot = Reach(number);
        slot.packet = std::move(packet);
        slot.missing += parts;
        ++m_count;
    }

    /**
     * Called when a further part of a packet has come.
     *
     * @param number packet number, not late
     */
    void AddPart(uint32_t number)
    {
        --Reach(number).missing;
    }

    /** @return the awaited packet, released; null: it has not come, or is not complete */
    FabricPacketPtr TakeNext()
    {
        if (!IsComplete())
        {
            return nullptr;
        }
        FabricPacketPtr packet = std::move(m_slots.front().packet);
        --m_count;
        Advance();
        return packet;
    }

    /**
     * Stops waiting for the packets before the first complete one.
     *
     * @param broken receives the packets whose further parts have not come
     * @return number of packets no longer awaited
     */
    uint32_t Skip(PacketFifo& broken)
    {
        uint32_t skipped = 0;
        while (m_count > 0 && !IsComplete())
        {
            PassFirst(broken);
            ++skipped;
        }
        return skipped;
    }

    /**
     * @return all held packets, in order; they are released, and gaps between them are no longer
     * awaited
     */
    PacketFifo TakeAll()
    {
        PacketFifo all;
        while (m_count > 0)
        {
            PassFirst(all);
        }
        return all;
    }

    /** @return number of held packets */
    uint32_t GetHeld() const
    {
        return m_count;
    }

    /** @return arrival of the first held packet, in ps: earlier packets are awaited since then */
    int64_t GetFirstHeldPs() const
    {
        const auto first = std::find_if(m_slots.begin(), m_slots.end(), [](const Slot& slot) {
            return slot.packet != nullptr;
        });
        return first->packet->readyPs;
    }

  private:
    /** State of one packet. */
    struct Slot
    {
        FabricPacketPtr packet; //!< null: it has not come
        /** Missing parts; negative while parts are here and the packet is not. */
        int32_t missing{0};
    };

    uint32_t GetDistance(uint32_t number) const
    {
        return (number - m_next) & m_mask;
    }

    bool IsComplete() const
    {
        return !m_slots.empty() && m_slots.front().packet && m_slots.front().missing == 0;
    }

    /**
     * Passes over the first number.
     *
     * @param passed receives its packet if it has come
     */
    void PassFirst(PacketFifo& passed)
    {
        if (m_slots.front().packet)
        {
            passed.Push(std::move(m_slots.front().packet));
            --m_count;
        }
        Advance();
    }

    Slot& Reach(uint32_t number)
    {
        const uint32_t distance = GetDistance(number);
        if (distance >= m_slots.size())
        {
            m_slots.resize(distance + 1);
        }
        return m_slots[distance];
    }

    uint32_t m_mask;         //!< mask of a number
    uint32_t m_next{0};      //!< awaited number
    uint32_t m_count{0};     //!< packets in m_slots
    LazyDeque<Slot> m_slots; //!< by distance from m_next
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_RESEQUENCER_H
