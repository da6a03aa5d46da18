// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESEQUENCER_H
#define AI_FABRIC_RESEQUENCER_H

#include "fabric-packet.h"
#include "packet-fifo.h"

#include <cstdint>
#include <deque>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Puts packets that came over different paths back in the order of their numbers.
 *
 * Invariants: packets that are given out have rising numbers, but for those that IsLate(); what is
 * held has a number above the one that is waited for.
 */
class Resequencer
{
  public:
    /** @param bits of numbers, which go round */
    explicit Resequencer(uint32_t bits)
        : m_mask((uint32_t{1} << bits) - 1)
    {
    }

    /** @param number of a packet @return whether it was waited for no longer */
    bool IsLate(uint32_t number) const
    {
        return GetDistance(number) > m_mask / 2;
    }

    /** @param number of a packet @return whether it comes next */
    bool IsNext(uint32_t number) const
    {
        return number == m_next;
    }

    /** The next packet goes on. */
    void Advance()
    {
        m_next = (m_next + 1) & m_mask;
        if (!m_held.empty())
        {
            m_held.pop_front();
        }
    }

    /** @param number neither late nor next, and not held @param packet that has it, to hold */
    void Hold(uint32_t number, FabricPacketPtr packet)
    {
        const uint32_t distance = GetDistance(number);
        if (distance >= m_held.size())
        {
            m_held.resize(distance + 1);
        }
        m_held[distance] = std::move(packet);
        ++m_count;
    }

    /** @return the next packet, which goes on; null: it is not here */
    FabricPacketPtr TakeNext()
    {
        if (m_held.empty() || !m_held.front())
        {
            return nullptr;
        }
        FabricPacketPtr packet = std::move(m_held.front());
        --m_count;
        Advance();
        return packet;
    }

    /** @return how many packets are waited for no longer: those up to the first that is held */
    uint32_t Skip()
    {
        uint32_t skipped = 0;
        while (m_count > 0 && !m_held.front())
        {
            Advance();
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
            Skip();
            all.Push(TakeNext());
        }
        return all;
    }

    /** @return packets that are held */
    uint32_t GetHeld() const
    {
        return m_count;
    }

  private:
    uint32_t GetDistance(uint32_t number) const
    {
        return (number - m_next) & m_mask;
    }

    uint32_t m_mask;                    //!< of a number
    uint32_t m_next{0};                 //!< number that is waited for
    uint32_t m_count{0};                //!< packets in m_held
    std::deque<FabricPacketPtr> m_held; //!< by distance from m_next; null: not here
};

} // namespace ns3

#endif // AI_FABRIC_RESEQUENCER_H
