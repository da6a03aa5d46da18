// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARED_ACTIONS_H
#define AI_FABRIC_SHARED_ACTIONS_H

#include "event-domain.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * Actions that a node of one process can request from all processes of a RankLink.
 */
class SharedActions
{
  public:
    /**
     * @param action action; all processes add the same actions in the same order
     * @return number of the action
     */
    uint32_t Add(std::function<void()> action);

    /**
     * As Simulator::ScheduleWithContext(), in all processes of a RankLink. In events of no node it
     * must be called by one process only, or by all processes for an action that may be done twice.
     *
     * @param number number from Add()
     * @param delayTicks delay from now in ticks, at least the look-ahead
     */
    static void Request(uint32_t number, int64_t delayTicks);

    /** @param number number from Add() */
    void Run(uint32_t number) const
    {
        m_actions[number]();
    }

  private:
    std::vector<std::function<void()>> m_actions; //!< by number
};

} // namespace ns3

#endif // AI_FABRIC_SHARED_ACTIONS_H
