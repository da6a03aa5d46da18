// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Hpcc");

NS_OBJECT_ENSURE_REGISTERED(Hpcc);

TypeId
Hpcc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Hpcc")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<Hpcc>()
            .AddAttribute("TargetUtilization",
                          "Eta, the inflight bytes that a link shall have, in units of its "
                          "bandwidth-delay product.",
                          DoubleValue(0.95),
                          MakeDoubleAccessor(&Hpcc::m_targetUtilization),
                          MakeDoubleChecker<double>(0.01, 1.0))
            .AddAttribute("MaxStage",
                          "Rounds of additive increase before one that aims at eta at once.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Hpcc::m_maxStage),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("IncreaseBytes",
                          "Wai, the additive increase of the window; at most the initial window "
                          "times (1 - eta) over the flows of a link keeps the queue empty.",
                          UintegerValue(80),
                          MakeUintegerAccessor(&Hpcc::m_increaseBytes),
                          MakeUintegerChecker<uint64_t>(1, 1ULL << 40))
            .AddAttribute("FastReact",
                          "Whether every acknowledgement moves the window, rather than one per "
                          "round trip.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Hpcc::m_fastReact),
                          MakeBooleanChecker())
            .AddAttribute("BaseRtt",
                          "T, the round trip of the idle network; 0 for that of the flow's path.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&Hpcc::m_baseRtt)),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
Hpcc::DoStart()
{
    NS_LOG_FUNCTION(this);
    const CongestionContext& context = GetContext();
    m_baseRttPs = m_baseRtt.IsZero() ? context.baseRttPs : m_baseRtt.GetPicoSeconds();
    m_baseRttPs = std::max<int64_t>(m_baseRttPs, 1);
    m_maxBytes = static_cast<double>(
        std::max<uint64_t>(BytesInPs(m_baseRttPs, context.lineRatebps), context.mtuBytes));
    m_referenceBytes = m_maxBytes;
    m_utilization = 1;
    m_stage = 0;
    m_round = {};
    m_path.Reset();
    SetPacedWindow(context.nowPs, m_maxBytes, m_baseRttPs);
}

void
Hpcc::DoNotifyAck(const AckEvent& event)
{
    const bool roundEnds = m_round.Update(event);
    const bool wanted = roundEnds || m_fastReact || m_path.IsEmpty();
    if (!event.telemetry || !wanted || !MeasureInflight(*event.telemetry))
    {
        return;
    }
    double windowBytes = m_referenceBytes + m_increaseBytes;
    uint32_t stage = m_stage + 1;
    if (m_utilization >= m_targetUtilization || m_stage >= m_maxStage)
    {
        windowBytes = m_referenceBytes * m_targetUtilization / m_utilization + m_increaseBytes;
        stage = 0;
    }
    windowBytes = std::min(windowBytes, m_maxBytes);
    if (roundEnds)
    {
        m_referenceBytes = windowBytes;
        m_stage = stage;
    }
    SetPacedWindow(event.nowPs, windowBytes, m_baseRttPs);
}

/** Moves U; false if there is nothing to compare the stack with. */
bool
Hpcc::MeasureInflight(const TelemetryStack& stack)
{
    const auto inflight = [this](const TelemetryHop& hop, const TelemetryHop& last, int64_t tauPs) {
        const double bytesPerPs = hop.ratebps / (8.0 * PS_PER_SECOND);
        const double queue = std::min(hop.queueBytes, last.queueBytes) / (bytesPerPs * m_baseRttPs);
        const double sent = (hop.sentBytes - last.sentBytes) / (bytesPerPs * tauPs);
        return queue + sent;
    };
    return m_path.Update(stack, m_baseRttPs, inflight, m_utilization);
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
