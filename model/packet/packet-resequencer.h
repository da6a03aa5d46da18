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
 * further parts, which come by themselves, before it or behind it; it is complete with all of them.
 *
 * Invariants: packets that are given out are complete and have rising numbers; what is held has a
 * number that is waited for, or comes behind it.
 */
class PacketResequencer
{
  public:
    /** @param bits of numbers, which go round */
    explicit PacketResequencer(uint32_t bits)
        : m_mask((uint32_t{1} << bits) - 1)
    {
    }

    /** @param number of a packet @return whether it was waited for no longer */
    bool IsLate(uint32_t number) const
    {
        return GetDistance(number) > m_mask / 2;
    }

    /** @param number of a packet without further parts @return whether it may go on at once */
    bool IsNext(uint32_t number) const
    {
        return number == m_next && m_slots.empty();
    }

    /** The next packet goes on, or is waited for no longer. */
    void Advance()
    {
        m_next = (m_next + 1) & m_mask;
        if (!m_slots.empty())
        {
            m_slots.pop_front();
        }
    }

    /**
     * @param number not late, and not held
     * @param packet that has it, to hold
     * @param parts that it has besides
     */
    void Hold(uint32_t number, FabricPacketPtr packet, int32_t parts = 0)
    {
        Slot& slot = Reach(number);
        slot.packet = std::move(packet);
        slot.missing += parts;
        ++m_count;
    }

    /** Another part has come of a packet. @param number not late */
    void AddPart(uint32_t number)
    {
        --Reach(number).missing;
    }

    /** @return the next packet, which goes on; null: it is not here, or not complete */
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
     * Waits no longer for what is before the first complete packet.
     *
     * @param broken is given the packets whose other parts have not come
     * @return how many packets are waited for no longer
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

    /** @return all that is held, in order; it is held no longer, and waited for no longer */
    PacketFifo TakeAll()
    {
        PacketFifo all;
        while (m_count > 0)
        {
            PassFirst(all);
        }
        return all;
    }

    /** @return packets that are held */
    uint32_t GetHeld() const
    {
        return m_count;
    }

    /** @return when the first one that is held came, in ps: what is before it is waited for since
     */
    int64_t GetFirstHeldPs() const
    {
        const auto first = std::find_if(m_slots.begin(), m_slots.end(), [](const Slot& slot) {
            return slot.packet != nullptr;
        });
        return first->packet->readyPs;
    }

  private:
    /** What has come of a packet. */
    struct Slot
    {
        FabricPacketPtr packet; //!< null: not here
        int32_t missing{0};     //!< parts; less than 0 while these are there and the packet is not
    };

    uint32_t GetDistance(uint32_t number) const
    {
        return (number - m_next) & m_mask;
    }

    bool IsComplete() const
    {
        return !m_slots.empty() && m_slots.front().packet && m_slots.front().missing == 0;
    }

    /** What is next is waited for no longer. @param passed is given its packet if it is here */
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

    uint32_t m_mask;         //!< of a number
    uint32_t m_next{0};      //!< number that is waited for
    uint32_t m_count{0};     //!< packets in m_slots
    LazyDeque<Slot> m_slots; //!< by distance from m_next
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_RESEQUENCER_H
