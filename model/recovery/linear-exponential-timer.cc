// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "linear-exponential-timer.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinearExponentialTimer);

TypeId
LinearExponentialTimer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinearExponentialTimer")
            .SetParent<RetransmissionTimer>()
            .SetGroupName("AiFabric")
            .AddConstructor<LinearExponentialTimer>()
            .AddAttribute("LinearRetries",
                          "Number of timeouts in a row before each further one doubles the next.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&LinearExponentialTimer::m_linearRetries),
                          MakeUintegerChecker<uint32_t>(0, 7));
    return tid;
}

int64_t
LinearExponentialTimer::DoGetTimeoutPs(const Situation& situation)
{
    constexpr int64_t MOST_PS = int64_t{1} << 61;
    const uint32_t doublings = situation.timeouts - std::min(situation.timeouts, m_linearRetries);
    int64_t timeoutPs = situation.ackTimeoutPs;
    for (uint32_t i = 0; i < doublings && timeoutPs < MOST_PS; ++i)
    {
        timeoutPs *= 2;
    }
    return timeoutPs;
}

} // namespace ns3
