// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_END_H
#define AI_FABRIC_JOB_END_H

#include "host-share.h"
#include "job-shares.h"

#include "ns3/fabric-units.h"
#include "ns3/shared-action.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Requests checks for the end of a job, from the threads of its shares. A check runs NOTICE_PS
 * after the event that made it necessary, when all operations done until that event are known.
 */
class JobEnd
{
  public:
    /** Time from the end of a job until it is known, in ps. */
    static constexpr int64_t NOTICE_PS = 2'000'000;
    static constexpr int64_t NEVER = INT64_MAX; //!< ticks

    /**
     * Called at the start of the job, in an event of no node.
     *
     * @param check ends the job if it is over
     * @param checkComplete the same, when all shares of a process are done
     */
    void Begin(std::function<void()> check, std::function<void()> checkComplete)
    {
        m_check.emplace(std::move(check));
        m_checkComplete.emplace(std::move(checkComplete));
    }

    /** @return time of the first failure; NEVER: none */
    int64_t GetFailedTicks() const
    {
        return m_failedTicks.load(std::memory_order_relaxed);
    }

    /** Called between windows. @param ticks time of the first failure; NEVER: none */
    void SetFailedTicks(int64_t ticks)
    {
        m_failedTicks = ticks;
    }

    /** A message or an operation has failed. @param nowTicks current time */
    void NoteFailure(int64_t nowTicks);

    /**
     * A failed share sees the failure at once, other shares after the notice. The failed rank sees
     * operations that end before.
     *
     * @param nowTicks current time
     * @return true if the failure of any share is known to the caller
     */
    bool IsFailureDue(int64_t nowTicks) const;

    /**
     * Requests a check if no node of the share is left, and none of the other shares here. The end
     * then depends on other processes only; this check is requested once, in addition to others.
     *
     * @param share share that calls
     * @param shares shares of the job
     * @param nowTicks current time
     */
    void AskIfDone(HostShare& share, JobShares& shares, int64_t nowTicks);

    /** Requests a check. @param share share that calls */
    void Ask(HostShare& share);

  private:
    std::atomic<int64_t> m_failedTicks{NEVER};
    std::optional<SharedAction> m_check;         //!< set at the start
    std::optional<SharedAction> m_checkComplete; //!< set at the start
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_JOB_END_H
