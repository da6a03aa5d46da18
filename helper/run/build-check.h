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
 * Builds a fabric, and warns of it if that is all that is wanted; throws InputError.
 *
 * @param scenario whose it is
 * @param fabric its index
 * @param options of the command line
 * @param deadlock what FindPossibleDeadlocks() says of it
 * @return what it would take; nothing without WantsEstimate()
 */
RunEstimate BuildOne(const FabricScenario& scenario,
                     size_t fabric,
                     const RunOptions& options,
                     const std::string& deadlock);

/**
 * Builds all fabrics, for --check and --estimate, and prints the estimates; throws InputError.
 *
 * @param scenario whose they are
 * @param options of the command line
 * @param deadlocks by fabric, what FindPossibleDeadlocks() says
 */
void CheckAll(const FabricScenario& scenario,
              const RunOptions& options,
              const std::vector<std::string>& deadlocks);

/**
 * Builds all fabrics that are not built first by a run, so that what is wrong shows before there
 * are results; throws InputError.
 *
 * @param scenario whose they are
 * @param options of the command line
 * @param deadlocks by fabric, what FindPossibleDeadlocks() says
 * @return what these take, or if there are several draws what the whole run takes
 */
RunEstimate BuildAll(const FabricScenario& scenario,
                     const RunOptions& options,
                     const std::vector<std::string>& deadlocks);

} // namespace ns3

#endif // AI_FABRIC_BUILD_CHECK_H
