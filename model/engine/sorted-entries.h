// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SORTED_ENTRIES_H
#define AI_FABRIC_SORTED_ENTRIES_H

#include "scheduler-entry.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * A sorted list of the events of a slot.
 */
struct SortedEntries
{
    SchedulerEntry* first; //!< the earliest entry
    uint32_t more;         //!< number of entries besides one
    uint32_t moreInstants; //!< number of times besides one, at least
};

/**
 * @ingroup ai-fabric-engine
 * Sorts a list. Events that hosts in lockstep insert are in node order for the most part, and so
 * near their place from the front.
 *
 * @param list list of at least two entries, the newest first
 * @return the same entries, the earliest first
 */
SortedEntries SortEntries(SchedulerEntry* list);

} // namespace ns3

#endif // AI_FABRIC_SORTED_ENTRIES_H
