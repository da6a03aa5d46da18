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

/** What became of the runs of all draws. */
struct DrawsEnd
{
    int status{0};      //!< exit status
    std::string reason; //!< of the first run that did not come to its end; empty: all did
};

/**
 * Simulates one fabric in one draw and writes its files to a stage.
 *
 * @param scenario of the draw
 * @param fabric its index
 * @param options of the command line
 * @param stage where to
 * @param deadlock what is known of it before the run; empty: nothing
 * @param onBuilt see RunFabric()
 * @return what became of it
 */
FabricSummary RunToStage(const FabricScenario& scenario,
                         size_t fabric,
                         const RunOptions& options,
                         const ResultStage& stage,
                         const std::string& deadlock,
                         const std::function<void(const BuiltFabric&)>& onBuilt);

/**
 * Simulates all fabrics in all draws, side by side in processes of their own. What these say on
 * stderr appears in the order of draws and fabrics, each line once.
 *
 * @param scenario as the first draw has it
 * @param options of the command line
 * @param deadlocks by fabric, what is known of possible deadlocks before the run
 * @param folder gets the files of each run, in the order of draws and fabrics
 * @return status 0 if every run came to its end, else as SayWhy() has it
 * @throw Interrupted if a signal has ended it
 */
DrawsEnd RunDraws(const FabricScenario& scenario,
                  const RunOptions& options,
                  const std::vector<std::string>& deadlocks,
                  ResultFolder& folder);

} // namespace ns3

#endif // AI_FABRIC_DRAW_RUNNER_H
