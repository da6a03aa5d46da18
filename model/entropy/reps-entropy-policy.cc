// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reps-entropy-policy.h"

#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RepsEntropyPolicy);

static const CopiesAsNew<RepsEntropyPolicy> g_copiesRepsEntropyPolicy;

TypeId
RepsEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RepsEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<RepsEntropyPolicy>()
            .AddAttribute("Entropies",
                          "Number of UDP source ports from which a port is drawn at random; as "
                          "published, 256 do as well and 32 are 8 % slower.",
                          UintegerValue(65'536),
                          MakeUintegerAccessor(&RepsEntropyPolicy::m_entropies),
                          MakeUintegerChecker<uint32_t>(1, 65'536))
            .AddAttribute("FreezeTime",
                          "Least time for which a timeout stops the drawing of random ports; as "
                          "published.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&RepsEntropyPolicy::m_freezeTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ExploredPackets",
                          "Number of packets that take a random port after FreezeTime; as "
                          "published.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RepsEntropyPolicy::m_exploredPackets),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000));
    return tid;
}

uint16_t
RepsEntropyPolicy::DrawPort()
{
    return static_cast<uint16_t>((Draw() >> 32) * m_entropies >> 32);
}

uint16_t
RepsEntropyPolicy::DoChoosePort(int64_t)
{
    if (m_exploring > 0)
    {
        --m_exploring;
        return DrawPort();
    }
    if (m_valid > 0)
    {
        return m_ports[(m_head + SIZE - m_valid--) % SIZE];
    }
    if (m_frozen && m_known > 0)
    {
        // The oldest port follows in the ring. A ring that is not full begins at 0.
        m_head = m_head % m_known;
        return m_ports[m_head++];
    }
    return DrawPort();
}

void
RepsEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    if (m_frozen && ack.nowPs >= m_thawPs)
    {
        m_frozen = false;
        m_exploring = m_exploredPackets;
        m_head = 0;
        m_valid = 0;
        m_known = 0;
    }
    if (!ack.congestionMarked)
    {
        m_head %= SIZE;
        m_ports[m_head] = ack.port;
        m_known = std::max(m_known, m_head + 1); // if frozen, the head may be inside the ring
        m_head = (m_head + 1) % SIZE;
        m_valid = std::min(m_valid + 1, SIZE);
    }
}

void
RepsEntropyPolicy::DoNotifyLoss(const LossEvent& event)
{
    // Late timeouts of one failure must not prolong the freeze.
    if (event.timeout && m_known > 0 && !m_frozen && m_exploring == 0)
    {
        m_frozen = true;
        m_thawPs = event.nowPs + m_freezeTime.GetPicoSeconds();
    }
}

bool
RepsEntropyPolicy::DoNeedsMarks() const
{
    return true;
}

} // namespace ns3
