// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "power-window.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PowerWindow");

NS_OBJECT_ENSURE_REGISTERED(PowerWindow);

TypeId
PowerWindow::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PowerWindow")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddAttribute("Gamma",
                          "Weight of the window that the last acknowledgement asks for.",
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&PowerWindow::m_gamma),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ExpectedFlows",
                          "N, flows that share the host's port; the additive increase is the "
                          "bandwidth-delay product over N.",
                          UintegerValue(10),
                          ReadOnce(MakeUintegerAccessor(&PowerWindow::m_expectedFlows)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BaseRtt",
                          "T, the round trip of the idle network; 0: that of the flow's path.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&PowerWindow::m_baseRtt)),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
PowerWindow::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_baseRttPs = ChooseBaseRttPs(m_baseRtt);
    m_maxBytes = static_cast<double>(GetBdpBytes(m_baseRttPs));
    m_betaBytes = m_maxBytes / m_expectedFlows;
    m_windowBytes = m_maxBytes;
    m_power = 1;
    SetPacedWindow(GetContext().nowPs, m_maxBytes, m_baseRttPs);
}

void
PowerWindow::Move(double oldBytes, int64_t nowPs)
{
    const double wanted = oldBytes / m_power + m_betaBytes;
    m_windowBytes = std::clamp(m_gamma * wanted + (1 - m_gamma) * m_windowBytes, 1.0, m_maxBytes);
    SetPacedWindow(nowPs, m_windowBytes, m_baseRttPs);
}

} // namespace ns3
