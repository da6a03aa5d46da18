// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "red-marker.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RedMarker");

NS_OBJECT_ENSURE_REGISTERED(RedMarker);

TypeId
RedMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RedMarker")
            .SetParent<EcnMarker>()
            .SetGroupName("AiFabric")
            .AddConstructor<RedMarker>()
            .AddAttribute("KminBytes",
                          "Queue at which marking begins, at ReferenceRate.",
                          UintegerValue(400'000),
                          MakeUintegerAccessor(&RedMarker::m_kminBytes),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40))
            .AddAttribute("KmaxBytes",
                          "Queue above which every packet is marked, at ReferenceRate.",
                          UintegerValue(1'600'000),
                          MakeUintegerAccessor(&RedMarker::m_kmaxBytes),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40))
            .AddAttribute("Pmax",
                          "Marking probability at Kmax.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&RedMarker::m_pmax),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "ReferenceRate",
                "Port rate that Kmin and Kmax are meant for; 0bps for every rate.",
                DataRateValue(DataRate("100Gb/s")),
                MakeDataRateAccessor(&RedMarker::SetReferenceRate, &RedMarker::GetReferenceRate),
                MakeDataRateChecker());
    return tid;
}

void
RedMarker::SetReferenceRate(DataRate rate)
{
    NS_LOG_FUNCTION(this << rate);
    m_referencebps = static_cast<double>(rate.GetBitRate());
}

DataRate
RedMarker::GetReferenceRate() const
{
    return DataRate(static_cast<uint64_t>(m_referencebps));
}

void
RedMarker::DoValidate() const
{
    if (m_kminBytes > m_kmaxBytes)
    {
        throw InputError("RedMarker KminBytes " + std::to_string(m_kminBytes) +
                         ": must not exceed KmaxBytes " + std::to_string(m_kmaxBytes));
    }
}

bool
RedMarker::DoShouldMark(const MarkingEvent& event)
{
    uint64_t queueBytes = event.queueBytes;
    if (m_referencebps > 0)
    {
        queueBytes =
            static_cast<uint64_t>(static_cast<double>(queueBytes) * m_referencebps / event.ratebps);
    }
    if (queueBytes <= m_kminBytes)
    {
        return false;
    }
    if (queueBytes > m_kmaxBytes)
    {
        return true;
    }
    return GetRandom(event).GetValue() * (m_kmaxBytes - m_kminBytes) <
           m_pmax * (queueBytes - m_kminBytes);
}

int64_t
RedMarker::DoAssignStreams(int64_t stream)
{
    AssignPortStreams(stream);
    return 1;
}

} // namespace ns3
