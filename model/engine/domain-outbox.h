// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DOMAIN_OUTBOX_H
#define AI_FABRIC_DOMAIN_OUTBOX_H

#include "event-domain.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * What one thread has sent to another in a window. Only the sender writes to it, and the receiver
 * reads it in the next window while the sender fills another one, so no cache line goes to and fro.
 */
class alignas(64) DomainOutbox
{
  public:
    /** What was sent. */
    struct Item
    {
        DomainMail* mail; //!< whose it is
        EventDomain* to;  //!< of the receiver
        void* what;       //!< for DomainMail::Deliver()
    };

    /**
     * @param item to send; what it points to has two cache lines
     * @param ticks when it is felt
     */
    void Post(const Item& item, uint64_t ticks)
    {
        m_items.push_back(item);
        m_firstTicks = std::min(m_firstTicks, ticks);
    }

    /** @return when the first of them is felt, in ticks; UINT64_MAX: there is none */
    uint64_t GetFirstTicks() const
    {
        return m_firstTicks;
    }

    /** By the sender, when all has been delivered. */
    void Clear()
    {
        m_items.clear();
        m_firstTicks = UINT64_MAX;
    }

    /** @param outboxes of one sender */
    static void ClearAll(std::vector<DomainOutbox>& outboxes)
    {
        for (auto& outbox : outboxes)
        {
            outbox.Clear();
        }
    }

    /** @return what was sent, in order */
    const std::vector<Item>& GetItems() const
    {
        return m_items;
    }

  private:
    std::vector<Item> m_items;
    uint64_t m_firstTicks{UINT64_MAX}; //!< see GetFirstTicks()
};

} // namespace ns3

#endif // AI_FABRIC_DOMAIN_OUTBOX_H
