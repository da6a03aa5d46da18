// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "theta-power-tcp.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ThetaPowerTcp");

NS_OBJECT_ENSURE_REGISTERED(ThetaPowerTcp);

namespace
{

/** The power that counts at least: it keeps the window finite where nothing arrived. */
constexpr double LEAST_POWER = 1e-6;

} // namespace

TypeId
ThetaPowerTcp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ThetaPowerTcp")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<ThetaPowerTcp>()
            .AddAttribute("Gamma",
                          "Weight of the window that the last round trip asks for.",
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&ThetaPowerTcp::m_gamma),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ExpectedFlows",
                          "N, flows that share the host's port; the additive increase is the "
                          "bandwidth-delay product over N.",
                          UintegerValue(10),
                          ReadOnce(MakeUintegerAccessor(&ThetaPowerTcp::m_expectedFlows)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BaseRtt",
                          "T, the round trip of the idle network; 0 for that of the flow's path.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&ThetaPowerTcp::m_baseRtt)),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
ThetaPowerTcp::DoStart()
{
    NS_LOG_FUNCTION(this);
    const CongestionContext& context = GetContext();
    m_baseRttPs = m_baseRtt.IsZero() ? context.baseRttPs : m_baseRtt.GetPicoSeconds();
    m_baseRttPs = std::max<int64_t>(m_baseRttPs, 1);
    m_maxBytes = static_cast<double>(
        std::max<uint64_t>(BytesInPs(m_baseRttPs, context.lineRatebps), context.mtuBytes));
    m_betaBytes = m_maxBytes / m_expectedFlows;
    m_windowBytes = m_maxBytes;
    m_power = 1;
    m_rttPs = 0;
    m_round = {};
    SetPacedWindow(context.nowPs, m_maxBytes, m_baseRttPs);
}

void
ThetaPowerTcp::DoNotifyAck(const AckEvent& event)
{
    MeasurePower(event);
    if (m_round.Update(event))
    {
        const double wanted = m_windowBytes / m_power + m_betaBytes;
        m_windowBytes =
            std::clamp(m_gamma * wanted + (1 - m_gamma) * m_windowBytes, 1.0, m_maxBytes);
        SetPacedWindow(event.nowPs, m_windowBytes, m_baseRttPs);
    }
}

/** Moves P. */
void
ThetaPowerTcp::MeasurePower(const AckEvent& event)
{
    const int64_t dtPs = event.nowPs - m_ackPs;
    if (m_rttPs > 0)
    {
        if (dtPs <= 0)
        {
            return;
        }
        const double gradient = static_cast<double>(event.rttPs - m_rttPs) / dtPs;
        const double power = std::max(0.0, gradient + 1) * event.rttPs / m_baseRttPs;
        const double share = static_cast<double>(std::min(dtPs, m_baseRttPs)) / m_baseRttPs;
        m_power = std::max(LEAST_POWER, (1 - share) * m_power + share * power);
    }
    m_ackPs = event.nowPs;
    m_rttPs = std::max<int64_t>(event.rttPs, 1);
}

CongestionNeeds
ThetaPowerTcp::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.acknowledgements = true;
    needs.delay = true;
    return needs;
}

} // namespace ns3
