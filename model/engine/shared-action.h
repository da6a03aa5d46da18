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
 * An event of no node that a node asks for: all threads and processes that simulate together have
 * come to its time, and each process runs it. Processes make theirs in the same order, in events of
 * no node.
 */
class SharedAction
{
  public:
    /** @param action that outlives the simulation */
    explicit SharedAction(std::function<void()> action);

    /**
     * For each time that it is asked for it is run once, in all processes. In an event of no node,
     * which all processes run, it may therefore be run as often as there are processes.
     *
     * @param delayTicks from now until it is run, at least the longest window, END_NOTICE_PS
     */
    void Schedule(int64_t delayTicks) const;

  private:
    std::function<void()> m_action; //!< null: the engine has it, as there are several processes
    uint32_t m_number{0};           //!< of the engine's
};

} // namespace ns3

#endif // AI_FABRIC_SHARED_ACTION_H
