// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EVENT_TRACE_H
#define AI_FABRIC_EVENT_TRACE_H

#include "ns3/random-draws.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * A hash of the lean events that have acted since a time: of their times, relative to it, and their
 * places, in their order. Two periods with the same events have the same hash.
 */
class EventTrace
{
  public:
    /** Begins anew. @param nowTicks present time */
    void Begin(int64_t nowTicks)
    {
        m_hash = 0;
        m_beginTicks = nowTicks;
    }

    /** @param ticks time of an event that acts @param order its place, see LeanEvent::GetOrder() */
    void Note(int64_t ticks, uint64_t order)
    {
        m_hash = MixDraw(m_hash ^ order) + static_cast<uint64_t>(ticks - m_beginTicks);
    }

    /** @return hash of the events since Begin() */
    uint64_t GetHash() const
    {
        return m_hash;
    }

  private:
    uint64_t m_hash{0};
    int64_t m_beginTicks{0};
};

} // namespace ns3

#endif // AI_FABRIC_EVENT_TRACE_H
