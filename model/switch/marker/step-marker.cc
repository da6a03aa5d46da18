// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "step-marker.h"

#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StepMarker");

NS_OBJECT_ENSURE_REGISTERED(StepMarker);

TypeId
StepMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StepMarker")
            .SetParent<EcnMarker>()
            .SetGroupName("AiFabric")
            .AddConstructor<StepMarker>()
            .AddAttribute("ThresholdBytes",
                          "Queue in bytes above which every packet is marked, at ReferenceRate.",
                          UintegerValue(300'000),
                          MakeUintegerAccessor(&StepMarker::m_thresholdBytes),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40))
            .AddAttribute(
                "ReferenceRate",
                "Port rate for which the threshold is given; it scales with the rate. 0bps: it "
                "holds for every rate.",
                DataRateValue(DataRate("100Gb/s")),
                MakeDataRateAccessor(&StepMarker::SetReferenceRate, &StepMarker::GetReferenceRate),
                MakeDataRateChecker())
            .AddAttribute(
                "Profiles",
                "Threshold of ports of certain rates: a list of rows such as "
                "rate=100Gbps:thresholdBytes=300000.",
                StringValue(""),
                ReadOnce(MakeStringAccessor(&StepMarker::SetProfiles, &StepMarker::GetProfiles)),
                MakeStringChecker());
    return tid;
}

void
StepMarker::SetReferenceRate(DataRate rate)
{
    NS_LOG_FUNCTION(this << rate);
    m_referencebps = static_cast<double>(rate.GetBitRate());
}

DataRate
StepMarker::GetReferenceRate() const
{
    return DataRate(static_cast<uint64_t>(m_referencebps));
}

void
StepMarker::SetProfiles(const std::string& text)
{
    NS_LOG_FUNCTION(this << text);
    m_profiles = RateProfiles(text,
                              {{"thresholdBytes", 0, RateProfiles::MAX_BYTES, true}},
                              "StepMarker Profiles");
}

std::string
StepMarker::GetProfiles() const
{
    return m_profiles.ToString();
}

const RateProfiles*
StepMarker::DoGetRateProfiles() const
{
    return &m_profiles;
}

bool
StepMarker::DoShouldMark(const MarkingEvent& event)
{
    const auto queue = static_cast<double>(event.queueBytes);
    if (!m_profiles.GetRows().empty())
    {
        if (const auto* row = m_profiles.Find(event.ratebps))
        {
            return queue > *row->Find("thresholdBytes");
        }
    }
    return (m_referencebps > 0 ? queue * m_referencebps / event.ratebps : queue) > m_thresholdBytes;
}

} // namespace ns3
