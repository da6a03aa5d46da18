// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "red-marker.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <utility>

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
                          "Queue in bytes at which marking begins, at ReferenceRate.",
                          UintegerValue(128 << 10),
                          MakeUintegerAccessor(&RedMarker::m_kminBytes),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40))
            .AddAttribute("KmaxBytes",
                          "Queue in bytes above which every packet is marked, at ReferenceRate.",
                          UintegerValue(256 << 10),
                          MakeUintegerAccessor(&RedMarker::m_kmaxBytes),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 40))
            .AddAttribute("Pmax",
                          "Marking probability at Kmax.",
                          DoubleValue(0.05),
                          MakeDoubleAccessor(&RedMarker::m_pmax),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "ReferenceRate",
                "Port rate for which Kmin and Kmax are given; they scale with the rate. 0bps: "
                "they hold for every rate.",
                DataRateValue(DataRate(0)),
                MakeDataRateAccessor(&RedMarker::SetReferenceRate, &RedMarker::GetReferenceRate),
                MakeDataRateChecker())
            .AddAttribute(
                "Profiles",
                "Kmin, Kmax and optionally Pmax for ports of certain rates: a list of rows such "
                "as rate=100Gbps:kminBytes=400000:kmaxBytes=1600000:pmax=0.2.",
                StringValue(""),
                ReadOnce(MakeStringAccessor(&RedMarker::SetProfiles, &RedMarker::GetProfiles)),
                MakeStringChecker());
    return tid;
}

void
RedMarker::SetReferenceRate(DataRate rate)
{
    NS_LOG_FUNCTION(this << rate);
    m_referencebps = static_cast<double>(rate.GetBitRate());
    FindScale();
}

DataRate
RedMarker::GetReferenceRate() const
{
    return DataRate(static_cast<uint64_t>(m_referencebps));
}

void
RedMarker::SetProfiles(const std::string& text)
{
    NS_LOG_FUNCTION(this << text);
    RateProfiles profiles(text,
                          {{"kminBytes", 0, RateProfiles::MAX_BYTES, true},
                           {"kmaxBytes", 0, RateProfiles::MAX_BYTES, true},
                           {"pmax", 0, 1, false}},
                          "RedMarker Profiles");
    for (const auto& row : profiles.GetRows())
    {
        const auto kmin = row.Find("kminBytes");
        const auto kmax = row.Find("kmaxBytes");
        if (!kmin || !kmax || *kmin > *kmax)
        {
            throw InputError("RedMarker Profiles: the row for " + std::to_string(row.ratebps) +
                             "bps needs kminBytes, and a kmaxBytes that is not less");
        }
    }
    m_profiles = std::move(profiles);
    FindScale();
}

std::string
RedMarker::GetProfiles() const
{
    return m_profiles.ToString();
}

const RateProfiles*
RedMarker::DoGetRateProfiles() const
{
    return &m_profiles;
}

/** Computes the scale from the attributes. */
void
RedMarker::FindScale()
{
    m_scalebps = m_profiles.GetRows().empty() ? m_referencebps : -1;
}

/** @return curve of a rate by the profiles; nothing: the attributes hold */
std::optional<RedMarker::Curve>
RedMarker::FindCurve(uint64_t ratebps) const
{
    const auto* row = m_profiles.Find(ratebps);
    if (!row)
    {
        return {};
    }
    return Curve{static_cast<uint64_t>(*row->Find("kminBytes")),
                 static_cast<uint64_t>(*row->Find("kmaxBytes")),
                 row->Find("pmax").value_or(m_pmax)};
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
    if (m_scalebps > 0)
    {
        queueBytes =
            static_cast<uint64_t>(static_cast<double>(queueBytes) * m_scalebps / event.ratebps);
    }
    else if (m_scalebps < 0)
    {
        return ShouldMarkByProfile(event);
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

/** The same as DoShouldMark(), with profiles. */
[[gnu::noinline]] bool
RedMarker::ShouldMarkByProfile(const MarkingEvent& event)
{
    const auto found = FindCurve(event.ratebps);
    const Curve curve = found.value_or(Curve{m_kminBytes, m_kmaxBytes, m_pmax});
    uint64_t queueBytes = event.queueBytes;
    if (!found && m_referencebps > 0)
    {
        queueBytes =
            static_cast<uint64_t>(static_cast<double>(queueBytes) * m_referencebps / event.ratebps);
    }
    if (queueBytes <= curve.kminBytes || queueBytes > curve.kmaxBytes)
    {
        return queueBytes > curve.kmaxBytes;
    }
    return GetRandom(event).GetValue() * (curve.kmaxBytes - curve.kminBytes) <
           curve.pmax * (queueBytes - curve.kminBytes);
}

int64_t
RedMarker::DoAssignStreams(int64_t stream)
{
    AssignPortStreams(stream);
    return 1;
}

} // namespace ns3
