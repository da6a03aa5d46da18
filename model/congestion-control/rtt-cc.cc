// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rtt-cc.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RttCc");

NS_OBJECT_ENSURE_REGISTERED(RttCc);

static const CopiesAsNew<RttCc> g_copiesRttCc;

TypeId
RttCc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RttCc")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<RttCc>()
            .AddAttribute("ProbeInterval",
                          "Least time between two probes; the next probe waits for the answer to "
                          "the last.",
                          TimeValue(MicroSeconds(10)),
                          ReadOnce(MakeTimeAccessor(&RttCc::m_probeInterval)),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("TargetDelay",
                          "Largest excess of the round trip over the idle one.",
                          TimeValue(MicroSeconds(5)),
                          MakeTimeAccessor(&RttCc::m_targetDelay),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Horizon",
                          "Horizon of the round trip's forecast, in answers.",
                          DoubleValue(4.0),
                          MakeDoubleAccessor(&RttCc::m_horizon),
                          MakeDoubleChecker<double>(0.0, 100.0))
            .AddAttribute("Beta",
                          "Multiplicative decrease per relative excess of the forecast.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&RttCc::m_beta),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MaxDecrease",
                          "Largest fraction of the rate that one cut takes.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&RttCc::m_maxDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("FastRecoverySteps",
                          "F, number of increases after a cut that leave the target rate as it is.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RttCc::m_fastRecoverySteps),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AdditiveSteps",
                          "A, number of additive increases after these, before hyper increase.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&RttCc::m_additiveSteps),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RateAi",
                          "Additive increase of the target rate, as a fraction of the line rate.",
                          DoubleValue(0.002),
                          MakeDoubleAccessor(&RttCc::m_rateAi),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("RateHai",
                          "First hyper increase, as a fraction of the line rate; each further "
                          "one adds as much more.",
                          DoubleValue(0.004),
                          MakeDoubleAccessor(&RttCc::m_rateHai),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MinRate",
                          "Least rate after a cut, as a fraction of the line rate.",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&RttCc::m_minRate),
                          MakeDoubleChecker<double>(1e-6, 1.0));
    return tid;
}

void
RttCc::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_linebps = static_cast<double>(GetContext().lineRatebps);
    m_currentbps = m_linebps;
    m_targetbps = m_linebps;
    m_increases = 0;
    m_cutPs.reset();
    m_previous.reset();
    m_askedPs.reset();
    m_probeDuePs = GetContext().nowPs;
}

CongestionNeeds
RttCc::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.delay = true;
    needs.probePs = m_probeInterval.GetPicoSeconds();
    return needs;
}

int64_t
RttCc::GetLimitPs() const
{
    return GetContext().baseRttPs + m_targetDelay.GetPicoSeconds();
}

void
RttCc::DoNotifySent(int64_t nowPs, uint32_t /* wireBytes */)
{
    if (!m_askedPs && nowPs >= m_probeDuePs)
    {
        m_askedPs = nowPs;
        m_overduePs = 2 * GetLimitPs();
        SetNextUpdate(nowPs + m_overduePs);
    }
}

void
RttCc::DoAdvance(int64_t nowPs)
{
    for (; *m_askedPs + m_overduePs <= nowPs; m_overduePs *= 2)
    {
        Cut(*m_askedPs + m_overduePs, 1 - m_maxDecrease);
    }
    SetNextUpdate(*m_askedPs + m_overduePs);
}

void
RttCc::DoNotifyProbe(int64_t nowPs, int64_t rttPs)
{
    const int64_t sentPs = nowPs - rttPs;
    const auto rtt = static_cast<double>(rttPs);
    const double forecastPs =
        m_previous ? rtt + m_horizon * static_cast<double>(rttPs - *m_previous) : rtt;
    const double excessPs = forecastPs - static_cast<double>(GetLimitPs());
    m_previous = rttPs;
    if (excessPs <= 0)
    {
        Increase();
    }
    else if (!m_cutPs || sentPs >= *m_cutPs)
    {
        Cut(nowPs, std::max(1 - m_beta * excessPs / forecastPs, 1 - m_maxDecrease));
    }
    PublishRate(nowPs);
    m_askedPs.reset();
    m_probeDuePs = std::max(nowPs, sentPs + m_probeInterval.GetPicoSeconds());
    SetNextUpdate(NEVER_PS);
}

void
RttCc::Cut(int64_t nowPs, double factor)
{
    m_cutPs = nowPs;
    m_targetbps = m_currentbps;
    m_currentbps = std::max(m_minRate * m_linebps, m_currentbps * factor);
    m_increases = 0;
    NS_LOG_LOGIC(this << ": cut to " << m_currentbps / 1e9 << " Gb/s");
    PublishRate(nowPs);
}

void
RttCc::PublishRate(int64_t nowPs)
{
    SetRate(nowPs, static_cast<uint64_t>(m_currentbps + 0.5));
}

void
RttCc::Increase()
{
    const uint64_t additive = uint64_t{m_fastRecoverySteps} + m_additiveSteps;
    if (m_increases >= additive)
    {
        m_targetbps += static_cast<double>(m_increases - additive + 1) * m_rateHai * m_linebps;
    }
    else if (m_increases >= m_fastRecoverySteps)
    {
        m_targetbps += m_rateAi * m_linebps;
    }
    m_targetbps = std::min(m_targetbps, m_linebps);
    m_currentbps = (m_targetbps + m_currentbps) / 2;
    ++m_increases;
}

} // namespace ns3
