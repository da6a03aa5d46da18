// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PLACED_SCHEDULER_H
#define AI_FABRIC_PLACED_SCHEDULER_H

#include "fabric-scheduler.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * A FabricScheduler for engines of ns-3's own that orders simultaneous events as
 * FabricSimulatorImpl does: the events of ns-3's interface by insertion, then lean ones by
 * LeanEvent::GetOrder(). So the models give the same results under these engines, and under
 * DistributedSimulatorImpl with any number of ranks, for whom insertion depends on when messages
 * come.
 *
 * A lean event has for its engine the uid of the last event that was inserted: what was inserted
 * before it runs has expired if it is of the same time, and what it inserts itself has not.
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
    /** @param event as the list has it @return as its engine is to see it */
    Event Restore(const Event& event) const;

    FabricScheduler m_list;
    uint32_t m_lastUid{0}; //!< of the events inserted so far
};

} // namespace ns3

#endif // AI_FABRIC_PLACED_SCHEDULER_H
