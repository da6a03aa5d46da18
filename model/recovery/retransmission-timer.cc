// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "retransmission-timer.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RetransmissionTimer);

TypeId
RetransmissionTimer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RetransmissionTimer").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

int64_t
RetransmissionTimer::GetLongestWaitPs(int64_t ackTimeoutPs, uint64_t timeouts)
{
    constexpr int64_t MOST_PS = int64_t{1} << 60;
    constexpr uint32_t LAST_CHANGE = 64;
    int64_t sumPs = 0;
    int64_t timeoutPs = ackTimeoutPs;
    const auto add = [&](uint64_t times) {
        const bool fits = times == 0 || timeoutPs < (MOST_PS - sumPs) / static_cast<double>(times);
        sumPs = fits ? sumPs + timeoutPs * static_cast<int64_t>(times) : MOST_PS;
    };
    uint32_t counted = 0;
    for (; CountsRetries() && counted < std::min<uint64_t>(timeouts, LAST_CHANGE); ++counted)
    {
        timeoutPs = GetTimeoutPs({ackTimeoutPs, counted, UINT64_MAX});
        add(1);
    }
    add(timeouts - counted);
    return sumPs;
}

int64_t
RetransmissionTimer::DoAssignStreams(int64_t /* stream */)
{
    return 0;
}

} // namespace ns3
