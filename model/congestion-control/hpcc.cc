// SPDX-License-Identifier: GPL-2.0-only

#include "hpcc.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

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
                          MakeTimeAccessor(&Hpcc::m_baseRtt),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
Hpcc::DoStart()
{
    const CongestionContext& context = GetContext();
    m_baseRttPs = m_baseRtt.IsZero() ? context.baseRttPs : m_baseRtt.GetPicoSeconds();
    m_baseRttPs = std::max<int64_t>(m_baseRttPs, 1);
    m_maxBytes = static_cast<double>(
        std::max<uint64_t>(BytesInPs(m_baseRttPs, context.lineRatebps), context.mtuBytes));
    m_referenceBytes = m_maxBytes;
    m_utilization = 1;
    m_stage = 0;
    m_round = {};
    m_last.count = 0;
    SetPacedWindow(context.nowPs, m_maxBytes, m_baseRttPs);
}

void
Hpcc::DoNotifyAck(const AckEvent& event)
{
    const bool roundEnds = m_round.Update(event);
    const bool wanted = roundEnds || m_fastReact || m_last.count == 0;
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

/** Moves U and remembers the stack; false if there is nothing to compare it with. */
bool
Hpcc::MeasureInflight(const TelemetryStack& stack)
{
    bool samePath = stack.count > 0 && stack.count == m_last.count;
    double largest = -1;
    int64_t largestTauPs = 0;
    for (uint32_t i = 0; samePath && i < stack.count; ++i)
    {
        const TelemetryHop& hop = stack.hops[i];
        const TelemetryHop& last = m_last.hops[i];
        const int64_t tauPs = hop.timePs - last.timePs;
        samePath = tauPs > 0 && hop.sentBytes >= last.sentBytes && hop.ratebps == last.ratebps;
        const double bytesPerPs = hop.ratebps / (8.0 * PS_PER_SECOND);
        const double queue = std::min(hop.queueBytes, last.queueBytes) / (bytesPerPs * m_baseRttPs);
        const double sent = (hop.sentBytes - last.sentBytes) / (bytesPerPs * tauPs);
        if (queue + sent > largest)
        {
            largest = queue + sent;
            largestTauPs = tauPs;
        }
    }
    m_last = stack;
    if (!samePath)
    {
        return false;
    }
    const double share = std::min(1.0, static_cast<double>(largestTauPs) / m_baseRttPs);
    m_utilization = (1 - share) * m_utilization + share * largest;
    return true;
}

CongestionNeeds
Hpcc::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.telemetry = true;
    return needs;
}

} // namespace ns3
