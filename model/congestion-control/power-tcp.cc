// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "power-tcp.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PowerTcp");

NS_OBJECT_ENSURE_REGISTERED(PowerTcp);

namespace
{

/** The power that counts at least: it keeps the window finite where nothing arrived. */
constexpr double LEAST_POWER = 1e-6;

} // namespace

TypeId
PowerTcp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PowerTcp")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<PowerTcp>()
            .AddAttribute("Gamma",
                          "Weight of the window that the last acknowledgement asks for.",
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&PowerTcp::m_gamma),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("ExpectedFlows",
                          "N, flows that share the host's port; the additive increase is the "
                          "bandwidth-delay product over N.",
                          UintegerValue(10),
                          ReadOnce(MakeUintegerAccessor(&PowerTcp::m_expectedFlows)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("BaseRtt",
                          "T, the round trip of the idle network; 0 for that of the flow's path.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&PowerTcp::m_baseRtt)),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
PowerTcp::DoStart()
{
    NS_LOG_FUNCTION(this);
    const CongestionContext& context = GetContext();
    m_baseRttPs = m_baseRtt.IsZero() ? context.baseRttPs : m_baseRtt.GetPicoSeconds();
    m_baseRttPs = std::max<int64_t>(m_baseRttPs, 1);
    m_maxBytes = static_cast<double>(
        std::max<uint64_t>(BytesInPs(m_baseRttPs, context.lineRatebps), context.mtuBytes));
    m_betaBytes = m_maxBytes / m_expectedFlows;
    m_windowBytes = m_maxBytes;
    m_roundBytes = m_maxBytes;
    m_oldBytes = m_maxBytes;
    m_power = 1;
    m_round = {};
    m_path.Reset();
    SetPacedWindow(context.nowPs, m_maxBytes, m_baseRttPs);
}

void
PowerTcp::DoNotifyAck(const AckEvent& event)
{
    const bool roundEnds = m_round.Update(event);
    if (roundEnds)
    {
        m_oldBytes = m_roundBytes;
    }
    if (event.telemetry && MeasurePower(*event.telemetry))
    {
        const double wanted = m_oldBytes / m_power + m_betaBytes;
        m_windowBytes =
            std::clamp(m_gamma * wanted + (1 - m_gamma) * m_windowBytes, 1.0, m_maxBytes);
        SetPacedWindow(event.nowPs, m_windowBytes, m_baseRttPs);
    }
    if (roundEnds)
    {
        m_roundBytes = m_windowBytes;
    }
}

/** Moves P; false if there is nothing to compare the stack with. */
bool
PowerTcp::MeasurePower(const TelemetryStack& stack)
{
    const auto power = [this](const TelemetryHop& hop, const TelemetryHop& last, int64_t dtPs) {
        const double bytesPerPs = hop.ratebps / (8.0 * PS_PER_SECOND);
        const double growth =
            static_cast<double>(hop.queueBytes) - static_cast<double>(last.queueBytes);
        const double current = std::max(0.0, growth + (hop.sentBytes - last.sentBytes)) / dtPs;
        const double capacity = bytesPerPs * m_baseRttPs;
        return current / bytesPerPs * (hop.queueBytes + capacity) / capacity;
    };
    const bool moved = m_path.Update(stack, m_baseRttPs, power, m_power);
    m_power = std::max(LEAST_POWER, m_power);
    return moved;
}

CongestionNeeds
PowerTcp::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.telemetry = true;
    needs.acknowledgements = true;
    return needs;
}

} // namespace ns3
