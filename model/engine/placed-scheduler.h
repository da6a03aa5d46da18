// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PLACED_SCHEDULER_H
#define AI_FABRIC_PLACED_SCHEDULER_H

#include "fabric-scheduler.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * A FabricScheduler for ns-3's own engines that orders simultaneous events as FabricSimulatorImpl
 * does: first the events of ns-3's interface by insertion, then lean events by
 * LeanEvent::GetOrder(). So the models give the same results under these engines. They do so under
 * DistributedSimulatorImpl with any number of ranks, too, although the order of insertion there
 * depends on when messages come.
 *
 * A lean event reports the uid of the most recently inserted event, so EventId::IsExpired() stays
 * right for events of the same instant: events inserted before it runs have expired, events that it
 * inserts have not.
 */
class PlacedScheduler final : public Scheduler
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    void Insert(const Event& event) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& event) override;

  private:
    /** @param event event as the list stores it @return event as the engine must see it */
    Event Restore(const Event& event) const;

    FabricScheduler m_list;
    uint32_t m_lastUid{0}; //!< uid of the event inserted last
};

} // namespace ns3

#endif // AI_FABRIC_PLACED_SCHEDULER_H
