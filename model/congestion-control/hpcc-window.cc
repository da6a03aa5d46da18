// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc-window.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HpccWindow");

NS_OBJECT_ENSURE_REGISTERED(HpccWindow);

TypeId
HpccWindow::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HpccWindow")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddAttribute("TargetUtilization",
                          "Eta, target of the inflight bytes of a link, in units of its "
                          "bandwidth-delay product.",
                          DoubleValue(0.95),
                          MakeDoubleAccessor(&HpccWindow::m_targetUtilization),
                          MakeDoubleChecker<double>(0.01, 1.0))
            .AddAttribute("MaxStage",
                          "Rounds of additive increase before a round that aims at eta directly.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&HpccWindow::m_maxStage),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("IncreaseBytes",
                          "Wai, the additive increase of the window in bytes; at most the initial "
                          "window times (1 - eta) over the flows of a link keeps the queue empty.",
                          UintegerValue(80),
                          MakeUintegerAccessor(&HpccWindow::m_increaseBytes),
                          MakeUintegerChecker<uint64_t>(1, 1ULL << 40))
            .AddAttribute("FastReact",
                          "Whether every acknowledgement changes the window; false: one per "
                          "round trip.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&HpccWindow::m_fastReact),
                          MakeBooleanChecker())
            .AddAttribute("BaseRtt",
                          "T, the round trip of the idle network; 0: that of the flow's path.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&HpccWindow::m_baseRtt)),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
HpccWindow::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_baseRttPs = ChooseBaseRttPs(m_baseRtt);
    m_maxBytes = static_cast<double>(GetBdpBytes(m_baseRttPs));
    m_referenceBytes = m_maxBytes;
    m_stage = 0;
    m_round = {};
    SetPacedWindow(GetContext().nowPs, m_maxBytes, m_baseRttPs);
}

void
HpccWindow::Move(int64_t nowPs, double utilization, bool roundEnds)
{
    double windowBytes = m_referenceBytes + m_increaseBytes;
    uint32_t stage = m_stage + 1;
    if (utilization >= m_targetUtilization || m_stage >= m_maxStage)
    {
        windowBytes = m_referenceBytes * m_targetUtilization / utilization + m_increaseBytes;
        stage = 0;
    }
    windowBytes = std::min(windowBytes, m_maxBytes);
    if (roundEnds)
    {
        m_referenceBytes = windowBytes;
        m_stage = stage;
    }
    SetPacedWindow(nowPs, windowBytes, m_baseRttPs);
}

} // namespace ns3
