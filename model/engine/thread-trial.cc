// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "thread-trial.h"

#include <chrono>

namespace ns3
{

/** @return number of threads at work in a stretch of a trial */
ThreadTrial::Mode
ThreadTrial::GetMode(uint32_t stretch)
{
    return stretch == 2 || stretch == 3 ? ONE : ALL;
}

uint64_t
ThreadTrial::GetNowNs()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<uint64_t>(std::chrono::nanoseconds(now).count());
}

uint32_t
ThreadTrial::GetThreads() const
{
    const Mode mode = m_stretch == HOLD ? (m_gains ? ALL : ONE) : GetMode(m_stretch);
    return mode == ALL ? m_threads : 1;
}

void
ThreadTrial::Begin(uint64_t nowNs)
{
    m_beginNs = nowNs;
    m_events = 0;
}

void
ThreadTrial::Count(uint64_t events, uint64_t nowNs)
{
    m_events += events;
    const uint64_t tookNs = nowNs - m_beginNs;
    if (tookNs < (m_stretch == HOLD ? HOLD_NS : STRETCH_NS))
    {
        return;
    }
    if (m_stretch == WARM_UP || m_stretch == HOLD)
    {
        m_trialEvents = {};
        m_trialNs = {};
        m_stretch = 1;
    }
    else
    {
        const Mode mode = GetMode(m_stretch);
        m_trialEvents[mode] += static_cast<double>(m_events);
        m_trialNs[mode] += static_cast<double>(tookNs);
        if (++m_stretch == HOLD)
        {
            m_gains = m_trialEvents[ALL] * m_trialNs[ONE] >
                      LEAST_GAIN * m_trialEvents[ONE] * m_trialNs[ALL];
        }
    }
    Begin(nowNs);
}

} // namespace ns3
