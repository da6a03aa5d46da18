// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "delay-entropy-policy.h"

#include "ns3/double.h"
#include "ns3/flow-entropy.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DelayEntropyPolicy);

static const CopiesAsNew<DelayEntropyPolicy> g_copiesDelayEntropyPolicy;

TypeId
DelayEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DelayEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<DelayEntropyPolicy>()
            .AddAttribute("PathBits",
                          "Exponent: there are 2^PathBits UDP source ports; SRD has 64 paths.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&DelayEntropyPolicy::m_pathBits),
                          MakeUintegerChecker<uint32_t>(1, 14))
            .AddAttribute("Choices",
                          "Number of ports drawn for a packet, which takes the fastest of them.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DelayEntropyPolicy::m_choices),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("Weight",
                          "Weight of a new round trip in the average of its port.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&DelayEntropyPolicy::m_weight),
                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

void
DelayEntropyPolicy::DoStart()
{
    m_paths.assign(std::size_t{1} << m_pathBits, {static_cast<double>(GetContext().baseRttPs)});
}

uint16_t
DelayEntropyPolicy::DoChoosePort(int64_t nowPs)
{
    const auto delayPs = [&](uint64_t index) {
        const Path& path = m_paths[index];
        const auto silencePs =
            path.unansweredPs == ANSWERED ? 0.0 : static_cast<double>(nowPs - path.unansweredPs);
        return std::max(path.averagePs, silencePs);
    };
    const uint64_t mask = m_paths.size() - 1;
    uint64_t best = Draw() & mask;
    for (uint32_t i = 1; i < m_choices; ++i)
    {
        const uint64_t other = Draw() & mask;
        if (delayPs(other) < delayPs(best))
        {
            best = other;
        }
    }
    if (m_paths[best].unansweredPs == ANSWERED)
    {
        m_paths[best].unansweredPs = nowPs;
    }
    return static_cast<uint16_t>(FIRST_SOURCE_PORT + best);
}

void
DelayEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    const uint32_t index = static_cast<uint32_t>(ack.port) - FIRST_SOURCE_PORT;
    if (index < m_paths.size())
    {
        Path& path = m_paths[index];
        path.averagePs += m_weight * (static_cast<double>(ack.nowPs - ack.sentPs) - path.averagePs);
        path.unansweredPs = ANSWERED;
    }
}

} // namespace ns3
