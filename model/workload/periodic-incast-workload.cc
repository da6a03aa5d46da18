// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "periodic-incast-workload.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/uinteger.h"

#include <numeric>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PeriodicIncastWorkload);

TypeId
PeriodicIncastWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PeriodicIncastWorkload")
            .SetParent<OpenLoopWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<PeriodicIncastWorkload>()
            .AddAttribute("Sources",
                          "Hosts that send at each event (HPCC: 60).",
                          UintegerValue(60),
                          MakeUintegerAccessor(&PeriodicIncastWorkload::m_sources),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Bytes",
                          "Bytes from each of these hosts, at least 1 (HPCC: 500 KB).",
                          UintegerValue(500'000),
                          MakeUintegerAccessor(&PeriodicIncastWorkload::m_bytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Load",
                          "Payload rate of all events, divided by the rate of the links of all "
                          "hosts; above 0 (HPCC: 0.02).",
                          DoubleValue(0.02),
                          MakeDoubleAccessor(&PeriodicIncastWorkload::m_load),
                          MakeDoubleChecker<double>(0, 2))
            .AddAttribute("Interval",
                          "Time between events; 0: derived from Load.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PeriodicIncastWorkload::m_interval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Exponential",
                "The time between events has an exponential distribution; false: a constant time.",
                BooleanValue(false),
                MakeBooleanAccessor(&PeriodicIncastWorkload::m_exponential),
                MakeBooleanChecker());
    return tid;
}

PeriodicIncastWorkload::PeriodicIncastWorkload()
    : m_gap(CreateObject<ExponentialRandomVariable>()),
      m_who(CreateObject<UniformRandomVariable>())
{
}

void
PeriodicIncastWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    CheckEnd();
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    RequireHosts(job, size_t{m_sources} + 1);
    auto intervalPs = static_cast<double>(TickClock().ToPs(m_interval.GetTimeStep()));
    if (m_interval.IsZero())
    {
        CheckLoad("Load", m_load);
        intervalPs = 8.0 * m_sources * static_cast<double>(m_bytes) /
                     (m_load * GetRates(job, hosts).back()) * PS_PER_SECOND;
    }
    RequireFlows(intervalPs / m_sources);
    std::vector<uint32_t> who(job.hostOfRank.size());
    std::iota(who.begin(), who.end(), 0);
    double timePs = 0;
    for (uint32_t flow = 0;;)
    {
        timePs += m_exponential ? m_gap->GetValue(intervalPs, 0) : intervalPs;
        if (!Wants(flow, timePs))
        {
            break;
        }
        // The first ones of a shuffle: receiver, then senders.
        const auto last = static_cast<uint32_t>(who.size()) - 1;
        for (uint32_t i = 0; i <= m_sources; ++i)
        {
            std::swap(who[i], who[m_who->GetInteger(i, last)]);
        }
        for (uint32_t i = 1; i <= m_sources && Wants(flow, timePs); ++i)
        {
            AddFlow(job, who[i], who[0], m_bytes, timePs, flow++);
        }
    }
}

int64_t
PeriodicIncastWorkload::DoAssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_who->SetStream(stream + 1);
    return 2;
}

} // namespace ns3
