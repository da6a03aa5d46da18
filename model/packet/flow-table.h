// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOW_TABLE_H
#define AI_FABRIC_FLOW_TABLE_H

#include "fabric-packet.h"

#include "ns3/random-draws.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * What a switch remembers of each flow: a hash table with open addresses, at most half full, so
 * that a look-up touches one line of the cache and allocates nothing. It grows when a flow is new
 * and forgets none; order and growth decide nothing that anybody sees.
 *
 * @tparam State of a flow, a struct of plain values
 */
template <typename State>
class FlowTable
{
  public:
    /**
     * @param packet of a flow: its entropy and its destination tell it from others
     * @return its state, made by the default constructor if it is new; until the next call
     */
    State& Find(const FabricPacket& packet)
    {
        return Find(packet.entropy, packet.destHost);
    }

    /** @param entropy of a flow @param destHost of it @return as for its packets */
    State& Find(uint32_t entropy, uint32_t destHost)
    {
        const uint64_t key = MakeKey(entropy, destHost);
        if (2 * (m_count + 1) > m_slots.size())
        {
            Grow();
        }
        Slot& slot = m_slots[Seek(key)];
        m_count += slot.key == key ? 0 : 1;
        slot.key = key;
        return slot.state;
    }

    /** @param packet of a flow @return its state, until the next Find(); null: it is new */
    const State* Peek(const FabricPacket& packet) const
    {
        if (m_slots.empty())
        {
            return nullptr;
        }
        const uint64_t key = MakeKey(packet.entropy, packet.destHost);
        const Slot& slot = m_slots[Seek(key)];
        return slot.key == key ? &slot.state : nullptr;
    }

    /** @return how many flows it knows */
    std::size_t GetCount() const
    {
        return m_count;
    }

  private:
    static constexpr uint64_t NO_FLOW = UINT64_MAX; //!< no host has such an index

    /** A place for a flow. */
    struct Slot
    {
        uint64_t key{NO_FLOW}; //!< entropy and destination
        State state{};         //!< of that flow
    };

    static uint64_t MakeKey(uint32_t entropy, uint32_t destHost)
    {
        return uint64_t{entropy} << 32 | destHost;
    }

    /** @return where a flow is, or is to be */
    std::size_t Seek(uint64_t key) const
    {
        std::size_t place = MixDraw(key) & (m_slots.size() - 1);
        while (m_slots[place].key != key && m_slots[place].key != NO_FLOW)
        {
            place = (place + 1) & (m_slots.size() - 1);
        }
        return place;
    }

    void Grow()
    {
        std::vector<Slot> before(m_slots.empty() ? 16 : 2 * m_slots.size());
        before.swap(m_slots);
        for (Slot& slot : before)
        {
            if (slot.key != NO_FLOW)
            {
                m_slots[Seek(slot.key)] = std::move(slot);
            }
        }
    }

    std::vector<Slot> m_slots; //!< a power of two of them, or none
    std::size_t m_count{0};    //!< that have a flow
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_TABLE_H
