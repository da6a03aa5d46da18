// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "own-congestion-control.h"

#include "ns3/double.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OwnCongestionControl);

TypeId
OwnCongestionControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OwnCongestionControl")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<OwnCongestionControl>()
            .AddAttribute("Period",
                          "Time between two changes of the rate.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&OwnCongestionControl::m_period),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Cut",
                          "Share by which the rate falls after a period with a mark.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&OwnCongestionControl::m_cut),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("Step",
                          "Rate added after a period without a mark; also the minimum rate.",
                          DataRateValue(DataRate("1Gbps")),
                          MakeDataRateAccessor(&OwnCongestionControl::m_step),
                          MakeDataRateChecker());
    return tid;
}

void
OwnCongestionControl::DoStart()
{
    const CongestionContext& path = GetContext();
    m_ratebps = static_cast<double>(path.lineRatebps);
    m_marked = false;
    m_duePs = path.nowPs + m_period.GetPicoSeconds();
    SetNextUpdate(m_duePs);
}

void
OwnCongestionControl::DoNotifyAck(const AckEvent& event)
{
    m_marked = m_marked || event.congestionMarked;
}

void
OwnCongestionControl::DoAdvance(int64_t nowPs)
{
    const auto linebps = static_cast<double>(GetContext().lineRatebps);
    const auto stepbps = static_cast<double>(m_step.GetBitRate());
    for (; m_duePs <= nowPs; m_duePs += m_period.GetPicoSeconds())
    {
        m_ratebps = m_marked ? m_ratebps * (1 - m_cut) : m_ratebps + stepbps;
        m_ratebps = std::clamp(m_ratebps, std::min(stepbps, linebps), linebps);
        m_marked = false;
        SetRate(m_duePs, static_cast<uint64_t>(m_ratebps + 0.5));
    }
    SetNextUpdate(m_duePs);
}

CongestionNeeds
OwnCongestionControl::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.marks = true;
    return needs;
}

} // namespace ns3
