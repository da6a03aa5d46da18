// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SIMULATED_RUN_H
#define AI_FABRIC_SIMULATED_RUN_H

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <map>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

namespace ns3
{

/** A run and the tables that it wrote. */
struct SimulatedRun
{
    Outcome outcome;
    std::string flows;
    std::vector<std::map<std::string, std::string>> messages; //!< rows of flows by column
    std::vector<std::map<std::string, std::string>> failures; //!< rows by column
    std::map<std::string, double> figures;                    //!< by name
    std::map<std::string, std::string> summary;               //!< of all jobs
};

/** @param scenario in full @param options further ones @return what came of seed 1 */
inline SimulatedRun
Simulate(const std::string& scenario, const std::string& options = "")
{
    const TemporaryFolder folder;
    const TemporaryFile file(scenario);
    SimulatedRun run;
    run.outcome = RunScenario(file.GetPath() + " --quiet --no-figure --no-lint --seed 1 " +
                              options + " --output " + folder.GetPath());
    run.flows = Read(folder.GetPath() + "/flows.csv");
    run.messages = ReadRows(folder.GetPath() + "/flows.csv");
    run.failures = ReadRows(folder.GetPath() + "/failures.csv");
    for (auto& row : ReadRows(folder.GetPath() + "/figures.csv"))
    {
        run.figures[row["figure"]] = std::stod(row["value"]);
    }
    const auto summary = ReadRows(folder.GetPath() + "/summary.csv");
    if (!summary.empty())
    {
        run.summary = summary.front();
    }
    return run;
}

} // namespace ns3

#endif // AI_FABRIC_RUN

#endif // AI_FABRIC_SIMULATED_RUN_H
