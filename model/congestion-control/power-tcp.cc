// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "power-tcp.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PowerTcp");

NS_OBJECT_ENSURE_REGISTERED(PowerTcp);

static const CopiesAsNew<PowerTcp> g_copiesPowerTcp;

TypeId
PowerTcp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PowerTcp")
                            .SetParent<PowerWindow>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<PowerTcp>();
    return tid;
}

void
PowerTcp::DoStart()
{
    NS_LOG_FUNCTION(this);
    PowerWindow::DoStart();
    m_roundBytes = GetBytes();
    m_oldBytes = GetBytes();
    m_round = {};
    m_path.Reset();
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
        Move(m_oldBytes, event.nowPs);
    }
    if (roundEnds)
    {
        m_roundBytes = GetBytes();
    }
}

/** Updates P; false if there is no earlier telemetry to compare with. */
bool
PowerTcp::MeasurePower(const TelemetryStack& stack)
{
    const auto power = [this](const TelemetryHop& hop, const TelemetryHop& last, int64_t dtPs) {
        const double bytesPerPs = hop.ratebps / (8.0 * PS_PER_SECOND);
        const double growth =
            static_cast<double>(hop.queueBytes) - static_cast<double>(last.queueBytes);
        const double current = std::max(0.0, growth + (hop.sentBytes - last.sentBytes)) / dtPs;
        const double capacity = bytesPerPs * GetBaseRttPs();
        return current / bytesPerPs * (hop.queueBytes + capacity) / capacity;
    };
    double smoothed = GetPower();
    const bool moved = m_path.Update(stack, GetBaseRttPs(), power, smoothed);
    SetPower(smoothed);
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
