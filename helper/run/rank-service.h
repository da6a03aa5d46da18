// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_SERVICE_H
#define AI_FABRIC_RANK_SERVICE_H

#include "ns3/rank-link.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <memory>

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
 * Makes the other processes of --ranks, which run their part of each fabric and end: this returns
 * in the first one alone. Where they have been started together it makes none and returns in all;
 * those but the first then call ServeRanks().
 *
 * @param scenario that CheckRanks() and BuildAll() have found to be fit for them
 * @param options of the command line
 * @return who leads to processes that were made here, and ends them when it ends; null: none were
 * @throw InputError if so many cannot be connected, or if others have read something else
 */
std::unique_ptr<RankLink> StartRanks(const FabricScenario& scenario, const RunOptions& options);

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
