// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "open-loop-workload.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OpenLoopWorkload);

TypeId
OpenLoopWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OpenLoopWorkload")
            .SetParent<FabricWorkload>()
            .SetGroupName("AiFabric")
            .AddAttribute("Duration",
                          "Time during which flows start; 0: until Flows have started.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&OpenLoopWorkload::m_duration),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Flows",
                          "Largest number of flows; 0: all that start in Duration.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&OpenLoopWorkload::m_flows),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
OpenLoopWorkload::CheckEnd() const
{
    if (m_duration.IsZero() && m_flows == 0)
    {
        Fail("Duration", "and Flows are both 0; set one of them, which ends the workload");
    }
}

bool
OpenLoopWorkload::Wants(uint64_t flows, double timePs) const
{
    const auto endPs = static_cast<double>(TickClock().ToPs(m_duration.GetTimeStep()));
    return (m_flows == 0 || flows < m_flows) && (m_duration.IsZero() || timePs < endPs);
}

double
OpenLoopWorkload::GetLastsPs(double meanGapPs) const
{
    const auto longestPs = static_cast<double>(TickClock().ToPs(m_duration.GetTimeStep()));
    if (m_flows == 0)
    {
        return longestPs;
    }
    const double ofFlowsPs = static_cast<double>(m_flows) * meanGapPs;
    return m_duration.IsZero() ? ofFlowsPs : std::min(longestPs, ofFlowsPs);
}

void
OpenLoopWorkload::RequireFlows(double meanGapPs) const
{
    const double flows = GetLastsPs(meanGapPs) / meanGapPs;
    RequireNodes(2 * flows,
                 "Duration, Flows and load",
                 "they make about " + std::to_string(static_cast<uint64_t>(std::min(flows, 1e18))) +
                     " flows; use smaller values");
}

std::pair<uint32_t, uint32_t>
OpenLoopWorkload::AddFlow(FabricJob& job,
                          uint32_t from,
                          uint32_t to,
                          uint64_t bytes,
                          double timePs,
                          uint32_t channel) const
{
    constexpr size_t SEVERAL = size_t{1} << 20; // nodes between two checks of the memory
    if (job.graph.GetNodes().size() % SEVERAL == 0)
    {
        RequireNodes(static_cast<double>(job.graph.GetNodes().size() + SEVERAL),
                     "Duration, Flows and load");
    }
    if (timePs > static_cast<double>(MAX_TIME_PS))
    {
        Fail("Flows", "last for more than 1000000 s; use fewer flows or a greater load");
    }
    const auto transfer = job.graph.AddTransfer(from, to, bytes, channel);
    job.graph.Edit(transfer.first, [timePs](auto& send) { send.timePs = std::llround(timePs); });
    return transfer;
}

std::vector<double>
OpenLoopWorkload::GetRates(const FabricJob& job, const HostMap& hosts)
{
    std::vector<double> rates;
    for (const uint32_t host : job.hostOfRank)
    {
        rates.push_back(static_cast<double>(hosts.ratebps[host]));
    }
    rates.push_back(std::accumulate(rates.begin(), rates.end(), 0.0));
    return rates;
}

FlowSizeDistribution
OpenLoopWorkload::LoadSizes(const std::string& sizes, const std::string& file) const
{
    try
    {
        return file.empty() ? FlowSizeDistribution::Load(sizes) : FlowSizeDistribution::Read(file);
    }
    catch (const InputError& error)
    {
        Fail(file.empty() ? "Sizes" : "SizesFile", error.what());
    }
}

void
OpenLoopWorkload::CheckLoad(const char* attribute, double load) const
{
    if (!(load > 0))
    {
        Fail(attribute, "is 0; expected a share of the rate of the hosts, such as 0.5");
    }
}

} // namespace ns3
