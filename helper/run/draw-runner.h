// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DRAW_RUNNER_H
#define AI_FABRIC_DRAW_RUNNER_H

#include "ns3/fabric-build.h"
#include "ns3/result-folder.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/** Result of the runs of all draws. */
struct DrawsEnd
{
    int status{0};      //!< exit status
    std::string reason; //!< reason of the first run that did not complete; empty: all completed
};

/**
 * Simulates one fabric in one draw and writes its files to a stage.
 *
 * @param scenario scenario of the draw
 * @param fabric index of the fabric
 * @param options options of the command line
 * @param stage stage that gets the files
 * @param deadlock result of FindPossibleDeadlocks(); empty: none
 * @param onBuilt see RunFabric()
 * @return summary of the run
 */
FabricSummary RunToStage(const FabricScenario& scenario,
                         size_t fabric,
                         const RunOptions& options,
                         const ResultStage& stage,
                         const std::string& deadlock,
                         const std::function<void(const BuiltFabric&)>& onBuilt);

/**
 * Simulates all fabrics in all draws, side by side in processes of their own. Their messages on
 * stderr appear in the order of draws and fabrics, each line once.
 *
 * @param scenario scenario of the first draw
 * @param options options of the command line
 * @param deadlocks by fabric: result of FindPossibleDeadlocks()
 * @param folder gets the files of each run, in the order of draws and fabrics
 * @return status 0 if every run completed, else that of SayWhy()
 * @throw RunInterrupted if a signal has ended it
 */
DrawsEnd RunDraws(const FabricScenario& scenario,
                  const RunOptions& options,
                  const std::vector<std::string>& deadlocks,
                  ResultFolder& folder);

} // namespace ns3

#endif // AI_FABRIC_DRAW_RUNNER_H
