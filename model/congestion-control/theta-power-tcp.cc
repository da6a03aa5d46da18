// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "theta-power-tcp.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ThetaPowerTcp");

NS_OBJECT_ENSURE_REGISTERED(ThetaPowerTcp);

static const CopiesAsNew<ThetaPowerTcp> g_copiesThetaPowerTcp;

TypeId
ThetaPowerTcp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ThetaPowerTcp")
                            .SetParent<PowerWindow>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ThetaPowerTcp>();
    return tid;
}

void
ThetaPowerTcp::DoStart()
{
    NS_LOG_FUNCTION(this);
    PowerWindow::DoStart();
    m_rttPs = 0;
    m_round = {};
}

void
ThetaPowerTcp::DoNotifyAck(const AckEvent& event)
{
    MeasurePower(event);
    if (m_round.Update(event))
    {
        Move(GetBytes(), event.nowPs);
    }
}

/** Updates P. */
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
        const int64_t basePs = GetBaseRttPs();
        const double gradient = static_cast<double>(event.rttPs - m_rttPs) / dtPs;
        const double power = std::max(0.0, gradient + 1) * event.rttPs / basePs;
        const double share = static_cast<double>(std::min(dtPs, basePs)) / basePs;
        SetPower((1 - share) * GetPower() + share * power);
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
