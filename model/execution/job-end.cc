// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "job-end.h"

namespace ns3
{

void
JobEnd::NoteFailure(int64_t nowTicks)
{
    int64_t first = m_failedTicks.load(std::memory_order_relaxed);
    while (nowTicks < first && !m_failedTicks.compare_exchange_weak(first, nowTicks))
    {
    }
}

bool
JobEnd::IsFailureDue(int64_t nowTicks) const
{
    const int64_t failed = GetFailedTicks();
    return failed == nowTicks ||
           (failed != NEVER && failed + m_clock.ToTicks(NOTICE_PS) <= nowTicks);
}

void
JobEnd::AskIfDone(HostShare& share, JobShares& shares, int64_t nowTicks)
{
    if (share.completed == share.nodes && share.doneTicks < 0)
    {
        const int64_t last = shares.NoteDone(share, nowTicks);
        if (last >= 0)
        {
            m_checkComplete->Schedule(last + m_clock.ToTicks(NOTICE_PS) - nowTicks);
        }
    }
}

void
JobEnd::Ask(HostShare& share)
{
    if (!share.looksForEnd)
    {
        share.looksForEnd = true;
        m_check->Schedule(m_clock.ToTicks(NOTICE_PS));
    }
}

} // namespace ns3
