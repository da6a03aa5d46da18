// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-timely.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaTimely");

NS_OBJECT_ENSURE_REGISTERED(RdmaTimely);

static const CopiesAsNew<RdmaTimely> g_copiesRdmaTimely;

TypeId
RdmaTimely::GetTypeId()
{
    static TypeId tid =
        AddAttributes(TypeId("ns3::Timely")
                          .SetParent<RdmaCongestionControl>()
                          .SetGroupName("AiFabric")
                          .AddConstructor<RdmaTimely>(),
                      Defaults())
            .AddAttribute("HyperSteps",
                          "Number of consecutive updates without a positive gradient from which "
                          "the rate increases by HyperFactor times RateAi.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&RdmaTimely::m_hyperSteps),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("HyperFactor",
                          "N of the hyperactive increase.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&RdmaTimely::m_hyperFactor),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000));
    return tid;
}

TypeId
RdmaTimely::AddAttributes(TypeId tid, const Defaults& defaults)
{
    return tid
        .AddAttribute("LowThreshold",
                      "Tlow: below this RTT the rate increases whatever the gradient.",
                      TimeValue(MicroSeconds(50)),
                      ReadOnce(MakeTimeAccessor(&RdmaTimely::m_lowThreshold)),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("HighThreshold",
                      "Thigh: above this RTT the rate decreases whatever the gradient.",
                      TimeValue(MicroSeconds(500)),
                      ReadOnce(MakeTimeAccessor(&RdmaTimely::m_highThreshold)),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("MinRtt",
                      "Normalizes the gradient, and is the least time between updates.",
                      TimeValue(MicroSeconds(20)),
                      ReadOnce(MakeTimeAccessor(&RdmaTimely::m_minRtt)),
                      MakeTimeChecker(NanoSeconds(1)))
        .AddAttribute("EwmaWeight",
                      "Weight of the last RTT difference in the average.",
                      DoubleValue(0.875),
                      MakeDoubleAccessor(&RdmaTimely::m_ewmaWeight),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("Beta",
                      "Multiplicative decrease factor.",
                      DoubleValue(defaults.beta),
                      MakeDoubleAccessor(&RdmaTimely::m_beta),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("RateAi",
                      "Delta, the additive increase of the rate per update.",
                      DataRateValue(DataRate(10'000'000)),
                      ReadOnce(MakeDataRateAccessor(&RdmaTimely::m_rateAi)),
                      MakeDataRateChecker())
        .AddAttribute("SegmentBytes",
                      "Payload acknowledged between two updates; 16 to 64 kB in the paper.",
                      UintegerValue(16'000),
                      MakeUintegerAccessor(&RdmaTimely::m_segmentBytes),
                      MakeUintegerChecker<uint64_t>(1))
        .AddAttribute("InitialRate",
                      "First rate as a fraction of the line rate; 1/(N + 1) in the paper if N "
                      "other flows of the host are active.",
                      DoubleValue(1.0),
                      ReadOnce(MakeDoubleAccessor(&RdmaTimely::m_initialRate)),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("MinRate",
                      "Least rate after a decrease; the line rate if that is lower.",
                      DataRateValue(DataRate(100'000'000)),
                      ReadOnce(MakeDataRateAccessor(&RdmaTimely::m_minRate)),
                      MakeDataRateChecker());
}

void
RdmaTimely::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_delta = static_cast<double>(m_rateAi.GetBitRate());
    m_lowPs = m_lowThreshold.GetPicoSeconds();
    m_highPs = m_highThreshold.GetPicoSeconds();
    m_minRttPs = m_minRtt.GetPicoSeconds();
    m_linebps = static_cast<double>(GetContext().lineRatebps);
    m_minbps = std::clamp(static_cast<double>(m_minRate.GetBitRate()), 1.0, m_linebps);
    m_ratebps = std::max(m_minbps, m_initialRate * m_linebps);
    m_diffPs = 0;
    m_previousRttPs = -1;
    m_fallingRtt = 0;
    m_ackedBytes = 0;
    SetRate(GetContext().nowPs, static_cast<uint64_t>(m_ratebps + 0.5));
}

CongestionNeeds
RdmaTimely::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.acknowledgements = true;
    needs.delay = true;
    return needs;
}

void
RdmaTimely::DoNotifyAck(const AckEvent& event)
{
    m_ackedBytes += event.ackedBytes;
    const bool first = m_previousRttPs < 0;
    if (!first && (m_ackedBytes < m_segmentBytes || event.nowPs - m_updatedPs < m_minRttPs))
    {
        return;
    }
    const int64_t rttPs = event.rttPs;
    const auto differencePs = static_cast<double>(first ? 0 : rttPs - m_previousRttPs);
    m_ackedBytes = 0;
    m_updatedPs = event.nowPs;
    m_previousRttPs = rttPs;
    if (first)
    {
        return;
    }
    m_diffPs = (1 - m_ewmaWeight) * m_diffPs + m_ewmaWeight * differencePs;
    const double gradient = m_diffPs / m_minRttPs;
    m_fallingRtt = gradient <= 0 ? m_fallingRtt + 1 : 0;
    if (rttPs < m_lowPs)
    {
        m_ratebps += m_delta;
    }
    else if (rttPs > m_highPs)
    {
        m_ratebps *= 1 - m_beta * (1 - static_cast<double>(m_highPs) / rttPs);
    }
    else
    {
        m_ratebps = DoFollowGradient(m_ratebps, gradient, rttPs);
    }
    m_ratebps = std::clamp(m_ratebps, m_minbps, m_linebps);
    SetRate(event.nowPs, static_cast<uint64_t>(m_ratebps + 0.5));
}

double
RdmaTimely::DoFollowGradient(double ratebps, double gradient, int64_t /* rttPs */) const
{
    if (gradient <= 0)
    {
        return ratebps + m_delta * (m_fallingRtt >= m_hyperSteps ? m_hyperFactor : 1);
    }
    return ratebps * (1 - m_beta * gradient);
}

} // namespace ns3
