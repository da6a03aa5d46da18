// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-problems.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/deadlock-finder.h"
#include "ns3/stall-report.h"

#include <algorithm>
#include <string>

namespace ns3
{

void
AddUnfinished(FabricResult& result, bool planned)
{
    for (const auto& job : result.jobs)
    {
        if (!job.complete)
        {
            const auto failed =
                std::count_if(job.records.begin(), job.records.end(), [](const auto& record) {
                    return record.finishedPs != MessageRecord::NOT_YET && record.failure;
                });
            if (job.failedAggregates > 0)
            {
                result.problems.push_back("job " + job.name + ": in-network operations failed: " +
                                          std::to_string(job.failedAggregates) +
                                          " parts had no result in time");
            }
            if (!planned || failed > 0)
            {
                result.problems.push_back("job " + job.name + " is not complete; " +
                                          std::to_string(failed) + " of its messages failed");
            }
        }
    }
}

void
AddLostSums(FabricResult& result, const FabricNetwork& network)
{
    if (result.statistics.losses + result.statistics.drops == 0)
    {
        return;
    }
    uint32_t waiting = 0;
    for (const auto& nic : network.nics)
    {
        const auto endpoint = nic->GetPort().GetObject<AggregationEndpoint>();
        for (std::size_t i = 0; endpoint && i < endpoint->GetMembers().size(); ++i)
        {
            const auto& counters = endpoint->GetMembers()[i]->GetCounters();
            waiting += counters.packetsSent > counters.packetsReceived;
        }
    }
    if (waiting > 0)
    {
        result.problems.push_back(std::to_string(waiting) +
                                  " hosts wait for results of aggregation in the network, and "
                                  "packets were lost; such an operation fails only after the "
                                  "Timeout of the fabric's Aggregation, and the run ended before");
    }
}

void
AddStall(FabricResult& result,
         const std::vector<Ptr<GraphExecutor>>& jobs,
         const FabricParts& parts)
{
    const std::string deadlock = DeadlockFinder(parts).GetSummary();
    if (!deadlock.empty())
    {
        result.problems.push_back("deadlock: " + deadlock);
    }
    if (!deadlock.empty() || result.problems.front().rfind("stalled: ", 0) == 0)
    {
        result.stallReport = StallReport(jobs, parts);
    }
}

} // namespace ns3
