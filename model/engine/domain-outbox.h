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
 * Items that one thread has sent to another in a window. Only the sender writes to the outbox. The
 * receiver reads it in the next window while the sender fills another outbox, so no cache line
 * moves back and forth.
 */
class alignas(64) DomainOutbox
{
  public:
    /** An item of mail. */
    struct Item
    {
        DomainMail* mail; //!< direction that the item belongs to
        EventDomain* to;  //!< domain of the receiver
        void* what;       //!< item for DomainMail::Deliver()
    };

    /**
     * @param item item to send; its pointer refers to two cache lines
     * @param ticks time when the item takes effect
     */
    void Post(const Item& item, uint64_t ticks)
    {
        m_items.push_back(item);
        m_firstTicks = std::min(m_firstTicks, ticks);
    }

    /** @return time of the first effect of any item, in ticks; UINT64_MAX: the outbox is empty */
    uint64_t GetFirstTicks() const
    {
        return m_firstTicks;
    }

    /** Empties the outbox; called by the sender after all items have been delivered. */
    void Clear()
    {
        m_items.clear();
        m_firstTicks = UINT64_MAX;
    }

    /** @param outboxes all outboxes of one sender */
    static void ClearAll(std::vector<DomainOutbox>& outboxes)
    {
        for (auto& outbox : outboxes)
        {
            outbox.Clear();
        }
    }

    /** @return items in the order in which they were sent */
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
