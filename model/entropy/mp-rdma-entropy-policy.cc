// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mp-rdma-entropy-policy.h"

#include "ns3/double.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MpRdmaEntropyPolicy);

static const CopiesAsNew<MpRdmaEntropyPolicy> g_copiesMpRdmaEntropyPolicy;

TypeId
MpRdmaEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MpRdmaEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<MpRdmaEntropyPolicy>()
            .AddAttribute("Entropies",
                          "Number of UDP source ports from which a port is drawn at random.",
                          UintegerValue(65'536),
                          MakeUintegerAccessor(&MpRdmaEntropyPolicy::m_entropies),
                          MakeUintegerChecker<uint32_t>(1, 65'536))
            .AddAttribute("ProbeProbability",
                          "Probability that a packet of a round trip looks for another path; as "
                          "published.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&MpRdmaEntropyPolicy::m_probeProbability),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

void
MpRdmaEntropyPolicy::DoStart()
{
    m_nextProbePs = GetContext().nowPs + GetContext().baseRttPs;
}

uint16_t
MpRdmaEntropyPolicy::DrawPort()
{
    return static_cast<uint16_t>((Draw() >> 32) * m_entropies >> 32);
}

uint16_t
MpRdmaEntropyPolicy::DoChoosePort(int64_t nowPs)
{
    if (!m_heard)
    {
        return DrawPort();
    }
    uint16_t port = m_last;
    if (!m_clocked.empty())
    {
        port = m_clocked.front();
        m_clocked.pop_front();
    }
    if (nowPs < m_nextProbePs)
    {
        return port;
    }
    m_nextProbePs = nowPs + GetContext().baseRttPs;
    constexpr double DRAWS = 4294967296.0;
    return static_cast<double>(Draw() >> 32) < m_probeProbability * DRAWS ? DrawPort() : port;
}

void
MpRdmaEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    constexpr uint64_t MOST = 2; // the published value
    m_heard = true;
    m_last = ack.port;
    const uint64_t freeBytes = ack.windowBytes - std::min(ack.windowBytes, ack.outstandingBytes);
    const uint64_t room = ack.windowBytes == UINT64_MAX
                              ? 1
                              : freeBytes / std::max<uint32_t>(GetContext().mtuBytes, 1);
    const uint64_t clocked = m_clocked.size();
    m_clocked.insert(m_clocked.end(), std::min(MOST, room - std::min(room, clocked)), ack.port);
}

} // namespace ns3
