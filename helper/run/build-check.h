// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BUILD_CHECK_H
#define AI_FABRIC_BUILD_CHECK_H

#include "run-estimate.h"

#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Builds a fabric, and prints warnings about it if only a check is requested; throws InputError.
 *
 * @param scenario scenario of the fabric
 * @param fabric index of the fabric
 * @param options options of the command line
 * @param deadlock result of FindPossibleDeadlocks() for it
 * @return estimate of its run; empty without WantsEstimate()
 */
RunEstimate BuildOne(const FabricScenario& scenario,
                     size_t fabric,
                     const RunOptions& options,
                     const std::string& deadlock);

/**
 * Builds all fabrics, for --check and --estimate, and prints the estimates; throws InputError.
 *
 * @param scenario scenario of the fabrics
 * @param options options of the command line
 * @param deadlocks by fabric: result of FindPossibleDeadlocks()
 * @return estimate of all draws; empty without --estimate
 */
RunEstimate CheckAll(const FabricScenario& scenario,
                     const RunOptions& options,
                     const std::vector<std::string>& deadlocks);

/**
 * Builds all fabrics that a run does not build first anyway, so that errors show before there are
 * results; throws InputError.
 *
 * @param scenario scenario of the fabrics
 * @param options options of the command line
 * @param deadlocks by fabric: result of FindPossibleDeadlocks()
 * @return estimate of these fabrics, or, if there are several draws, of the whole run
 */
RunEstimate BuildAll(const FabricScenario& scenario,
                     const RunOptions& options,
                     const std::vector<std::string>& deadlocks);

} // namespace ns3

#endif // AI_FABRIC_BUILD_CHECK_H
