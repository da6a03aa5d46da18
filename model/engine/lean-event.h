// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LEAN_EVENT_H
#define AI_FABRIC_LEAN_EVENT_H

#include "ns3/event-impl.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * An event that is never cancelled, so FabricSimulatorImpl need not check for that. On other
 * engines it is an ordinary event.
 */
class LeanEvent : public EventImpl
{
  public:
    /** Runs the event at its time. */
    virtual void Fire() = 0;

    /** @return time in ticks at which it will act, at or after that of its entry; NEVER: never */
    virtual int64_t GetDue() const = 0;

    /**
     * Called shortly before its time by its own thread: has the cache fetch the data that Fire()
     * reads first.
     */
    virtual void Prefetch() const
    {
    }

    /**
     * Called a while after Prefetch(): has the cache fetch the objects to which those data point.
     */
    virtual void PrefetchParts() const
    {
    }

    /** @return its place among simultaneous events, at least FIRST_ORDER */
    uint64_t GetOrder() const
    {
        return m_order;
    }

    /** @return the node on whose behalf it fires, or Simulator::NO_CONTEXT */
    uint32_t GetContext() const
    {
        return GetContextOf(m_order);
    }

    /** @param order GetOrder() of a lean event @return its GetContext() */
    static uint32_t GetContextOf(uint64_t order)
    {
        const auto place = static_cast<uint32_t>(order >> 32);
        return place != Simulator::NO_CONTEXT ? place - 1 : place;
    }

    /** Lowest place of a lean event; lower places are the uids of other events. */
    static constexpr uint64_t FIRST_ORDER = uint64_t{1} << 32;

    static constexpr int64_t NEVER = INT64_MAX; //!< ticks: GetDue() of an event that will not act

  protected:
    /**
     * @param context node id, or Simulator::NO_CONTEXT
     * @param number number of the event at the node
     */
    void SetOrder(uint32_t context, uint32_t number)
    {
        // By node, then by number; events without a node are last.
        m_order = (uint64_t{context} + (context != Simulator::NO_CONTEXT)) << 32 | number;
    }

  private:
    uint64_t m_order{UINT64_MAX}; //!< see GetOrder(); by default behind all others
};

} // namespace ns3

#endif // AI_FABRIC_LEAN_EVENT_H
