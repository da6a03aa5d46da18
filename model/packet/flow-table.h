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
 * State of a switch for each flow: a hash table with open addressing, at most half full, so that a
 * look-up touches one cache line and allocates no memory. It grows when a flow is new and never
 * forgets one; results do not depend on its order or growth.
 *
 * @tparam State state of a flow, a struct of plain values
 */
template <typename State>
class FlowTable
{
  public:
    /**
     * @param packet packet of a flow; its entropy and destination identify the flow
     * @return state of the flow, default-constructed if new; valid until the next call
     */
    State& Find(const FabricPacket& packet)
    {
        return Find(packet.entropy, packet.destHost);
    }

    /**
     * @param entropy entropy of the flow
     * @param destHost destination host of the flow
     * @return state of the flow, default-constructed if new; valid until the next call
     */
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

    /**
     * @param packet packet of a flow
     * @return state of the flow, valid until the next Find(); null: the flow is new
     */
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

    /** @return number of flows */
    std::size_t GetCount() const
    {
        return m_count;
    }

  private:
    static constexpr uint64_t NO_FLOW = UINT64_MAX; //!< empty slot: no host has such an index

    /** A place for a flow. */
    struct Slot
    {
        uint64_t key{NO_FLOW}; //!< entropy and destination
        State state{};         //!< state of the flow
    };

    static uint64_t MakeKey(uint32_t entropy, uint32_t destHost)
    {
        return uint64_t{entropy} << 32 | destHost;
    }

    /** @return place of a flow, existing or new */
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

    std::vector<Slot> m_slots; //!< their number is a power of two, or 0
    std::size_t m_count{0};    //!< number of slots with a flow
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_TABLE_H
