// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_SERVICE_H
#define AI_FABRIC_RANK_SERVICE_H

#include "ns3/run-options.h"
#include "ns3/scenario.h"

namespace ns3
{

/**
 * Has regard to processes that have been started together with this one.
 *
 * @param options of the command line; their number of ranks becomes that of the processes
 * @throw InputError if they want another number
 */
void TakeRanks(RunOptions& options);

/**
 * Where processes have been started together, all of them call this.
 *
 * @param scenario that this one has read
 * @param options of the command line
 * @throw InputError if others have read something else
 */
void MeetRanks(const FabricScenario& scenario, const RunOptions& options);

/**
 * Runs a part of each fabric, of which nothing is said.
 *
 * @param scenario whose fabrics they are
 * @param options of the command line
 * @return exit status; FINE if this process is not to blame
 */
int ServeRanks(const FabricScenario& scenario, RunOptions options);

} // namespace ns3

#endif // AI_FABRIC_RANK_SERVICE_H
