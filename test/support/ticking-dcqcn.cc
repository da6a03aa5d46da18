// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ticking-dcqcn.h"

#include <cmath>
#include <iterator>

namespace ns3
{

TickingDcqcn::TickingDcqcn(const Config& config)
    : m_config(config),
      m_rate(config.lineRate),
      m_target(config.lineRate),
      m_alpha(config.initialAlpha)
{
    if (m_config.minRate > m_config.lineRate)
    {
        m_config.minRate = m_config.lineRate;
    }
}

void
TickingDcqcn::Cnp(int64_t now)
{
    RunUntil(now);
    m_alphaFlag = true;
    m_decreaseFlag = true;
    if (!m_started)
    {
        m_started = true;
        m_alphaFlag = false;
        m_rate = m_config.firstFraction * m_config.lineRate;
        if (m_rate < m_config.minRate)
        {
            m_rate = m_config.minRate;
        }
        m_target = m_rate;
        Arm(Timer::ALPHA, now + m_config.alphaTimer);
        if (m_config.decreaseClock > 0)
        {
            Arm(Timer::DECREASE, now + m_config.decreaseClock);
        }
    }
    if (m_config.decreaseClock == 0)
    {
        Cut(now);
    }
    if (!m_config.periodicAlpha)
    {
        m_alphaFlag = true;
        OnAlpha();
        Disarm(Timer::ALPHA);
        Arm(Timer::ALPHA, now + m_config.alphaTimer);
    }
}

void
TickingDcqcn::Sent(int64_t now, int64_t bytes)
{
    RunUntil(now);
    if (!m_counting || m_config.byteCounter == 0)
    {
        return;
    }
    m_sentBytes += bytes;
    while (m_sentBytes >= m_config.byteCounter)
    {
        m_sentBytes -= m_config.byteCounter;
        Raise();
        m_byteStage++;
    }
}

uint64_t
TickingDcqcn::Rate(int64_t now)
{
    RunUntil(now);
    return static_cast<uint64_t>(std::llround(m_rate));
}

uint64_t
TickingDcqcn::Target(int64_t now)
{
    RunUntil(now);
    return static_cast<uint64_t>(std::llround(m_target));
}

double
TickingDcqcn::Alpha(int64_t now)
{
    RunUntil(now);
    return m_alpha;
}

void
TickingDcqcn::RunUntil(int64_t now)
{
    while (!m_agenda.empty() && m_agenda.begin()->first.first <= now)
    {
        const int64_t when = m_agenda.begin()->first.first;
        const Timer timer = m_agenda.begin()->second;
        m_agenda.erase(m_agenda.begin());
        m_ticks++;
        switch (timer)
        {
        case Timer::ALPHA:
            OnAlpha();
            Arm(timer, when + m_config.alphaTimer);
            break;
        case Timer::DECREASE:
            Arm(timer, when + m_config.decreaseClock);
            if (m_decreaseFlag)
            {
                Cut(when);
            }
            break;
        case Timer::INCREASE:
            Raise();
            m_timeStage++;
            Arm(timer, when + m_config.increaseTimer);
            break;
        }
    }
}

void
TickingDcqcn::Arm(Timer timer, int64_t when)
{
    m_agenda.emplace(std::make_pair(when, timer), timer);
}

void
TickingDcqcn::Disarm(Timer timer)
{
    for (auto entry = m_agenda.begin(); entry != m_agenda.end();)
    {
        entry = entry->second == timer ? m_agenda.erase(entry) : std::next(entry);
    }
}

void
TickingDcqcn::OnAlpha()
{
    const double keep = 1 - m_config.gain;
    if (m_alphaFlag)
    {
        m_alpha = keep * m_alpha + m_config.gain;
    }
    else
    {
        m_alpha = keep * m_alpha;
        if (m_alpha < std::ldexp(1, -53))
        {
            m_alpha = 0;
        }
    }
    m_alphaFlag = false;
}

void
TickingDcqcn::Cut(int64_t now)
{
    m_decreaseFlag = false;
    if (m_config.clampTarget || m_timeStage != 0 || m_byteStage != 0)
    {
        m_target = m_rate;
    }
    double factor = 1 - m_alpha / 2;
    if (factor < m_config.minFactor)
    {
        factor = m_config.minFactor;
    }
    m_rate *= factor;
    if (m_rate < m_config.minRate)
    {
        m_rate = m_config.minRate;
    }
    m_timeStage = 0;
    m_byteStage = 0;
    m_sentBytes = 0;
    m_counting = true;
    Disarm(Timer::INCREASE);
    Arm(Timer::INCREASE, now + m_config.increaseTimer);
}

void
TickingDcqcn::Raise()
{
    uint64_t low = m_timeStage;
    uint64_t high = m_timeStage;
    if (m_config.byteCounter > 0)
    {
        low = m_byteStage < low ? m_byteStage : low;
        high = m_byteStage > high ? m_byteStage : high;
    }
    if (high < m_config.fastSteps)
    {
        // fast recovery
    }
    else if (low > m_config.fastSteps)
    {
        m_target += m_config.scaleHyper
                        ? m_config.hyper * static_cast<double>(low - m_config.fastSteps)
                        : m_config.hyper;
    }
    else
    {
        m_target += m_config.additive;
    }
    if (m_target > m_config.lineRate)
    {
        m_target = m_config.lineRate;
    }
    m_rate = (m_rate + m_target) / 2;
}

} // namespace ns3
