// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARED_ACTION_H
#define AI_FABRIC_SHARED_ACTION_H

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * An action that a node requests and every process runs as an event of no node. When it runs, all
 * threads and processes of the simulation have reached its time. Every process creates its
 * SharedActions in the same order, in events of no node.
 */
class SharedAction
{
  public:
    /** @param action action to run; must stay valid until the end of the simulation */
    explicit SharedAction(std::function<void()> action);

    /**
     * Requests one run of the action in every process. An event of no node is run by all processes,
     * so a call from there may run the action as often as there are processes.
     *
     * @param delayTicks time from now until the run in ticks, at least the longest window,
     * END_NOTICE_PS
     */
    void Schedule(int64_t delayTicks) const;

  private:
    std::function<void()> m_action; //!< null: the engine keeps it, as there are several processes
    uint32_t m_number{0};           //!< number from SharedActions::Add()
};

} // namespace ns3

#endif // AI_FABRIC_SHARED_ACTION_H
