// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bolt-marker.h"

#include "ns3/bolt-tag.h"
#include "ns3/boolean.h"
#include "ns3/fabric-net-device.h"
#include "ns3/log.h"
#include "ns3/telemetry-tag.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BoltMarker");

NS_OBJECT_ENSURE_REGISTERED(BoltMarker);

namespace
{

/**
 * @param wireBytes length on the wire in bytes
 * @return backlog in bit ps/s: the work that a port of 1 bit/s does in as many ps
 */
Uint128
ToBacklog(uint32_t wireBytes)
{
    return Uint128{8} * PS_PER_SECOND * wireBytes;
}

} // namespace

TypeId
BoltMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BoltMarker")
            .SetParent<TagMarker>()
            .SetGroupName("AiFabric")
            .AddConstructor<BoltMarker>()
            .AddAttribute("ThresholdBytes",
                          "Queue in bytes from which packets count as congested.",
                          UintegerValue(3000),
                          MakeUintegerAccessor(&BoltMarker::m_thresholdBytes),
                          MakeUintegerChecker<uint64_t>(1, 1ULL << 40))
            .AddAttribute("SubRttControl",
                          "Notify senders of congestion by packets of the switch, not only by "
                          "acknowledgements (SRC).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&BoltMarker::m_subRttControl),
                          MakeBooleanChecker())
            .AddAttribute("ProactiveRampUp",
                          "Count the last packets of flows, and let as many windows of other "
                          "flows grow (PRU).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&BoltMarker::m_proactiveRampUp),
                          MakeBooleanChecker())
            .AddAttribute("SupplyMatching",
                          "Let windows grow by the capacity of the link that was not asked for "
                          "(SM).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&BoltMarker::m_supplyMatching),
                          MakeBooleanChecker())
            .AddAttribute("MaxPruTokens",
                          "Largest number of packets that ProactiveRampUp counts at a port.",
                          UintegerValue(256),
                          MakeUintegerAccessor(&BoltMarker::m_maxPruTokens),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
BoltMarker::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_ports.assign(GetPortCount(), {});
}

const char*
BoltMarker::DoGetTags() const
{
    return BoltTag::NAME;
}

void
BoltMarker::DoNotifyComing(const MarkingEvent& event)
{
    Port& port = m_ports[event.port->GetPortNumber()];
    const int64_t nowPs = std::max(port.lastPs, event.nowPs); // ticks may be longer than 1 ps
    const auto served = static_cast<Uint128>(nowPs - port.lastPs) * event.ratebps;
    port.backlog += ToBacklog(event.packet->wireBytes);
    port.backlog -= std::min(port.backlog, served);
    port.lastPs = nowPs;
}

TagMarker::Verdict
BoltMarker::DoJudge(const MarkingEvent& event, TelemetryTag& tag)
{
    BoltTag bolt = BoltTag::Unpack(tag.value);
    Verdict verdict;
    if (event.queueBytes >= m_thresholdBytes)
    {
        verdict = Slow(event, bolt);
    }
    else if (m_proactiveRampUp && bolt.Has(BoltTag::LAST))
    {
        uint32_t& tokens = m_ports[event.port->GetPortNumber()].pruTokens;
        tokens = std::min(tokens + !bolt.Has(BoltTag::FIRST), m_maxPruTokens);
    }
    else if (bolt.Has(BoltTag::INC) && !TakeToken(event))
    {
        bolt.flags &= ~BoltTag::INC;
    }
    tag.value = bolt.Pack();
    return verdict;
}

/** Reacts to a packet that meets a queue above the threshold. */
TagMarker::Verdict
BoltMarker::Slow(const MarkingEvent& event, BoltTag& bolt) const
{
    bolt.flags &= ~BoltTag::INC;
    const bool first = !bolt.Has(BoltTag::DEC);
    const bool longer = static_cast<Uint128>(event.queueBytes) * bolt.ratebps >
                        static_cast<Uint128>(bolt.queueBytes) * event.ratebps;
    if (!first && (bolt.Has(BoltTag::TOLD) || !longer))
    {
        return {};
    }
    bolt.flags |= BoltTag::DEC;
    bolt.queueBytes = event.queueBytes;
    bolt.ratebps = event.ratebps;
    if (!first || !m_subRttControl)
    {
        return {first, {}};
    }
    bolt.flags |= BoltTag::TOLD;
    return {true, bolt.Pack()};
}

/** @return true if a window may grow by one packet; that packet is then counted */
bool
BoltMarker::TakeToken(const MarkingEvent& event)
{
    Port& port = m_ports[event.port->GetPortNumber()];
    if (m_proactiveRampUp && port.pruTokens > 0)
    {
        --port.pruTokens;
        return true;
    }
    if (m_supplyMatching && port.backlog == 0)
    {
        port.backlog = ToBacklog(event.port->GetMaxWireBytes());
        return true;
    }
    return false;
}

} // namespace ns3
