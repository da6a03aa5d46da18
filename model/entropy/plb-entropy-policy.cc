// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "plb-entropy-policy.h"

#include "ns3/double.h"
#include "ns3/flow-entropy.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-draws.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PlbEntropyPolicy);

static const CopiesAsNew<PlbEntropyPolicy> g_copiesPlbEntropyPolicy;

TypeId
PlbEntropyPolicy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PlbEntropyPolicy")
            .SetParent<EntropyPolicy>()
            .SetGroupName("AiFabric")
            .AddConstructor<PlbEntropyPolicy>()
            .AddAttribute("Threshold",
                          "Fraction of marked bytes from which a round is congested; "
                          "tcp_plb_cong_thresh is 128 of 256.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&PlbEntropyPolicy::m_threshold),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "TargetDelay",
                "Largest excess of a round trip over the idle one; a longer round trip counts as "
                "a mark, and marks do not. 0: only marks count.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&PlbEntropyPolicy::m_targetDelay),
                MakeTimeChecker(Time(0)))
            .AddAttribute("IdleRounds",
                          "Congested rounds after which another port is drawn when all sent data "
                          "is acknowledged; tcp_plb_idle_rehash_rounds.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&PlbEntropyPolicy::m_idleRounds),
                          MakeUintegerChecker<uint32_t>(1, 31))
            .AddAttribute("CongestedRounds",
                          "Congested rounds after which another port is drawn at once; "
                          "tcp_plb_rehash_rounds.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&PlbEntropyPolicy::m_congestedRounds),
                          MakeUintegerChecker<uint32_t>(1, 31))
            .AddAttribute("SuspendTime",
                          "After a timeout no other port is drawn for this time up to twice this "
                          "time; tcp_plb_suspend_rto_sec.",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&PlbEntropyPolicy::m_suspendTime),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
PlbEntropyPolicy::DoStart()
{
    m_port = GetContext().port;
}

void
PlbEntropyPolicy::Repath()
{
    m_port = UdpSourcePort(Draw());
    m_congested = 0;
}

uint16_t
PlbEntropyPolicy::DoChoosePort(int64_t nowPs)
{
    if (nowPs >= m_suspendedPs &&
        (m_congested >= m_congestedRounds || (m_congested >= m_idleRounds && m_idle)))
    {
        Repath();
    }
    m_idle = false;
    return m_port;
}

void
PlbEntropyPolicy::DoNotifyAck(const EntropyAck& ack)
{
    m_ackedBytes += ack.ackedBytes;
    const int64_t limitPs = GetContext().baseRttPs + m_targetDelay.GetPicoSeconds();
    const bool marked =
        m_targetDelay.IsZero() ? ack.congestionMarked : ack.nowPs - ack.sentPs > limitPs;
    m_markedBytes += marked ? ack.ackedBytes : 0;
    m_idle = ack.outstandingBytes == 0;
    if ((ack.sentPs < m_roundStartPs && !m_idle) || m_ackedBytes == 0)
    {
        return;
    }
    const bool congested =
        static_cast<double>(m_markedBytes) >= m_threshold * static_cast<double>(m_ackedBytes);
    m_congested = congested ? m_congested + 1 : 0;
    m_ackedBytes = 0;
    m_markedBytes = 0;
    m_roundStartPs = ack.nowPs;
}

void
PlbEntropyPolicy::DoNotifyLoss(const LossEvent& event)
{
    if (event.timeout)
    {
        Repath();
        const int64_t timePs = m_suspendTime.GetPicoSeconds();
        const auto part = UnitDraw(Draw());
        m_suspendedPs =
            event.nowPs + timePs + static_cast<int64_t>(part * static_cast<double>(timePs));
    }
}

bool
PlbEntropyPolicy::DoNeedsMarks() const
{
    return m_targetDelay.IsZero();
}

bool
PlbEntropyPolicy::DoKeepsFlows() const
{
    return true;
}

} // namespace ns3
