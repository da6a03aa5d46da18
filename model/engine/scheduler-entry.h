// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULER_ENTRY_H
#define AI_FABRIC_SCHEDULER_ENTRY_H

#include "ns3/event-impl.h"
#include "ns3/fabric-units.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * An event in the list of a FabricScheduler.
 */
struct SchedulerEntry
{
    EventImpl* impl;      //!< action of the event
    uint64_t ticks;       //!< time
    uint64_t order;       //!< of simultaneous events the lowest order is first
    uint32_t context;     //!< node id; undefined after Put()
    SchedulerEntry* next; //!< link of the list

    /** @param other entry to compare with @return true if this entry leaves first */
    bool operator<(const SchedulerEntry& other) const
    {
        return GetKey() < other.GetKey();
    }

  private:
    /** @return time and order as one number, which is compared without a branch */
    Uint128 GetKey() const
    {
        return Uint128{ticks} << 64 | order;
    }
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULER_ENTRY_H
