// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-files.h"

#include "chakra-files.h"
#include "hpcc-files.h"
#include "pause-files.h"
#include "result-tables.h"
#include "timeline-file.h"

#include "ns3/file-slug.h"
#include "ns3/safe-file.h"

#include <ostream>
#include <string>

namespace ns3
{

void
WriteFabricFiles(const ResultStage& stage,
                 const FabricScenario& scenario,
                 const FabricResult& result)
{
    const auto own = [&](const std::string& name, const auto& fill) {
        WriteSafely(stage.GetOwn() / name, fill);
    };
    for (const auto& table : GetResultTables())
    {
        if (!table.isWanted || table.isWanted(scenario, result))
        {
            const std::string fabric = "FABRIC";
            const auto place = table.name.find(fabric);
            auto name = table.name;
            const auto path =
                place == std::string::npos
                    ? stage.GetTables() / name
                    : stage.GetOwn() / name.replace(place, fabric.size(), result.slug);
            WriteSafely(path, [&](std::ostream& out) { table.write(out, scenario, result); });
        }
    }
    if (scenario.timeline)
    {
        own("timeline-" + result.slug + ".json",
            [&](std::ostream& out) { WriteTimeline(out, result, scenario); });
    }
    for (const auto& job : result.jobs)
    {
        if (!scenario.chakra || !job.recorded)
        {
            continue;
        }
        const ChakraTrace trace(*job.recorded);
        for (uint32_t rank = 0; rank < job.recorded->job.graph.GetRankCount(); ++rank)
        {
            own("chakra-" + result.slug + "-" + Slug(job.name) + "." + std::to_string(rank) + ".et",
                [&](std::ostream& out) { trace.Write(out, rank); });
        }
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
        own("pause-tree-" + result.slug + ".txt",
            [&](std::ostream& out) { WritePauseTree(out, *result.pauses, wired); });
    }
    if (!result.stallReport.empty())
    {
        own("stall-" + result.slug + ".txt", [&](std::ostream& out) { out << result.stallReport; });
    }
}

} // namespace ns3
