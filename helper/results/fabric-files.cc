// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-files.h"

#include "failure-files.h"
#include "figure-files.h"
#include "hpcc-files.h"
#include "link-files.h"
#include "path-files.h"
#include "pause-files.h"
#include "request-results.h"
#include "slowdown-bins.h"
#include "table-files.h"
#include "timeline-file.h"
#include "wait-files.h"

#include "ns3/link-retry.h"
#include "ns3/safe-file.h"

#include <algorithm>
#include <ostream>
#include <string>

namespace ns3
{

namespace
{

/** @return true if links of any fabric, or NVLink, retry damaged frames */
bool
AnyRetries(const FabricScenario& scenario)
{
    const auto retries = [](const FabricProfile& profile) {
        return profile.linkRetry.Create<LinkRetry>()->IsNeeded();
    };
    return (scenario.server && retries(*scenario.server->MakeProfile())) ||
           std::any_of(scenario.fabrics.begin(),
                       scenario.fabrics.end(),
                       [&](const ScenarioFabric& fabric) { return retries(*fabric.profile); });
}

} // namespace

void
WriteFabricFiles(const ResultStage& stage,
                 const FabricScenario& scenario,
                 const std::vector<FabricResult>& results)
{
    const auto table = [&](const std::string& name, const auto& rows) {
        WriteSafely(stage.GetTables() / name, [&](std::ostream& out) { rows(out, results); });
    };
    const auto own = [&](const std::string& name, const auto& fill) {
        WriteSafely(stage.GetOwn() / name, fill);
    };
    const auto& result = results.front();
    const auto anyJob = [&result](const auto& has) {
        return std::any_of(result.jobs.begin(), result.jobs.end(), has);
    };
    table("flows.csv", &WriteFlows);
    table("slowdown.csv", &WriteSlowdowns);
    table("summary.csv", &WriteSummary);
    const bool retries = AnyRetries(scenario);
    table("links.csv",
          [retries](std::ostream& out, const auto& rows) { WriteLinks(out, rows, retries); });
    if (!scenario.failures.empty())
    {
        table("failures.csv", [retries](std::ostream& out, const auto& rows) {
            WriteFailures(out, rows, retries);
        });
    }
    if (scenario.paths)
    {
        table("paths.csv", &WritePaths);
    }
    if (!result.queueSamples.empty())
    {
        table("queues.csv", &WriteQueues);
    }
    if (!result.rateSamples.empty())
    {
        table("rates.csv", &WriteRates);
    }
    if (anyJob([](const auto& job) { return !job.requests.empty(); }))
    {
        table("requests.csv", &WriteRequests);
    }
    if (anyJob([](const auto& job) { return !job.figures.empty(); }))
    {
        table("figures.csv", &WriteFigures);
    }
    if (!scenario.background.empty())
    {
        table("background.csv", &WriteBackgroundFlows);
    }
    if (anyJob([](const auto& job) { return job.waits.has_value(); }))
    {
        table("waits.csv", &WriteWaits);
        table("critical-path.csv", &WriteCriticalPaths);
    }
    if (scenario.timeline)
    {
        own("timeline-" + result.slug + ".json",
            [&](std::ostream& out) { WriteTimeline(out, result, scenario); });
    }
    const FabricTopology wired =
        scenario.topology.WithDarkLinks(); // ports of all links, also dark ones
    own("fct-" + result.slug + ".txt",
        [&](std::ostream& out) { WriteFct(out, result, scenario.topology); });
    if (scenario.hpcc.flows)
    {
        own("flow-" + result.slug + ".txt",
            [&](std::ostream& out) { WriteHpccFlows(out, result, scenario.topology); });
    }
    if (scenario.hpcc.pauses)
    {
        own("pfc-" + result.slug + ".txt",
            [&](std::ostream& out) { WriteHpccPauses(out, *result.pauses, wired); });
    }
    if (result.histogram)
    {
        own("qlen-" + result.slug + ".txt",
            [&](std::ostream& out) { WriteHpccQueues(out, *result.histogram, wired); });
    }
    if (scenario.pfcTrace)
    {
        const auto& log = *result.pauses;
        own("pfc-pauses-" + result.slug + ".csv",
            [&](std::ostream& out) { WritePauses(out, log, wired); });
        own("pause-tree-" + result.slug + ".txt",
            [&](std::ostream& out) { WritePauseTree(out, log, wired); });
    }
    if (!result.stallReport.empty())
    {
        own("stall-" + result.slug + ".txt", [&](std::ostream& out) { out << result.stallReport; });
    }
}

} // namespace ns3
