// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc.h"

#include "ns3/log.h"
#include "ns3/prepared-factory.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Hpcc");

NS_OBJECT_ENSURE_REGISTERED(Hpcc);

static const CopiesAsNew<Hpcc> g_copiesHpcc;

TypeId
Hpcc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Hpcc").SetParent<HpccWindow>().SetGroupName("AiFabric").AddConstructor<Hpcc>();
    return tid;
}

void
Hpcc::DoStart()
{
    NS_LOG_FUNCTION(this);
    HpccWindow::DoStart();
    m_utilization = 1;
    m_path.Reset();
}

void
Hpcc::DoNotifyAck(const AckEvent& event)
{
    const bool roundEnds = UpdateRound(event);
    const bool wanted = IsWanted(roundEnds) || m_path.IsEmpty();
    if (event.telemetry && wanted && MeasureInflight(*event.telemetry))
    {
        Move(event.nowPs, m_utilization, roundEnds);
    }
}

/** Updates U; false if there is no earlier telemetry to compare with. */
bool
Hpcc::MeasureInflight(const TelemetryStack& stack)
{
    const auto inflight = [this](const TelemetryHop& hop, const TelemetryHop& last, int64_t tauPs) {
        const double bytesPerPs = hop.ratebps / (8.0 * PS_PER_SECOND);
        const double queue =
            std::min(hop.queueBytes, last.queueBytes) / (bytesPerPs * GetBaseRttPs());
        const double sent = (hop.sentBytes - last.sentBytes) / (bytesPerPs * tauPs);
        return queue + sent;
    };
    return m_path.Update(stack, GetBaseRttPs(), inflight, m_utilization);
}

CongestionNeeds
Hpcc::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.telemetry = true;
    needs.acknowledgements = true;
    return needs;
}

} // namespace ns3
