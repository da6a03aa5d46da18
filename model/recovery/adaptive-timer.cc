// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "adaptive-timer.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AdaptiveTimer");

NS_OBJECT_ENSURE_REGISTERED(AdaptiveTimer);

static const CopiesAsNew<AdaptiveTimer> g_copiesAdaptiveTimer;

TypeId
AdaptiveTimer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AdaptiveTimer")
            .SetParent<RetransmissionTimer>()
            .SetGroupName("AiFabric")
            .AddConstructor<AdaptiveTimer>()
            .AddAttribute("InitialTimeout",
                          "The shortest timeout.",
                          TimeValue(NanoSeconds(4096 << 10)),
                          MakeTimeAccessor(&AdaptiveTimer::SetInitialTimeout,
                                           &AdaptiveTimer::GetInitialTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "InitialRange",
                "Range of a random addition to the shortest timeout, which each queue pair draws "
                "once; 0: no addition.",
                TimeValue(NanoSeconds(4096 << 8)),
                MakeTimeAccessor(&AdaptiveTimer::SetInitialRange, &AdaptiveTimer::GetInitialRange),
                MakeTimeChecker(Time(0)))
            .AddAttribute("Tries",
                          "Number of timeouts in a row before the next ones are twice as long.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&AdaptiveTimer::m_tries),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
AdaptiveTimer::SetInitialTimeout(Time time)
{
    NS_LOG_FUNCTION(this << time);
    m_initialPs = time.GetPicoSeconds();
}

Time
AdaptiveTimer::GetInitialTimeout() const
{
    return PicoSeconds(m_initialPs);
}

void
AdaptiveTimer::SetInitialRange(Time time)
{
    NS_LOG_FUNCTION(this << time);
    m_rangePs = time.GetPicoSeconds();
}

Time
AdaptiveTimer::GetInitialRange() const
{
    return PicoSeconds(m_rangePs);
}

int64_t
AdaptiveTimer::DoGetTimeoutPs(const Situation& situation)
{
    constexpr uint32_t MAX_DOUBLINGS = 20;
    const uint32_t doublings = std::min(situation.timeouts / m_tries, MAX_DOUBLINGS);
    if (m_share < 0)
    {
        m_share = m_rangePs > 0 ? m_random.Draw() : 0;
    }
    const int64_t timeoutPs =
        m_initialPs + static_cast<int64_t>(m_share * static_cast<double>(m_rangePs));
    return std::min(timeoutPs << doublings, situation.ackTimeoutPs);
}

bool
AdaptiveTimer::DoCountsRetries() const
{
    return false;
}

int64_t
AdaptiveTimer::DoAssignStreams(int64_t stream)
{
    m_random.SetStream(stream);
    return 1;
}

} // namespace ns3
