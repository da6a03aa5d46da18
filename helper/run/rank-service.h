// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_SERVICE_H
#define AI_FABRIC_RANK_SERVICE_H

#include "ns3/run-options.h"
#include "ns3/scenario.h"

namespace ns3
{

/**
 * Sets the number of ranks to the number of processes that were started together.
 *
 * @param options options of the command line; gets the number of ranks
 * @throw InputError if the options have another number of ranks
 */
void TakeRanks(RunOptions& options);

/**
 * Compares the inputs that the ranks have read. Every rank calls this.
 *
 * @param scenario scenario that this rank has read
 * @param options options of the command line
 * @throw InputError if the inputs differ
 */
void MeetRanks(const FabricScenario& scenario, const RunOptions& options);

/**
 * Runs this rank's share of every fabric. Prints nothing.
 *
 * @param scenario scenario of the fabrics
 * @param options options of the command line
 * @return exit status; FINE if the error is not in this process
 */
int ServeRanks(const FabricScenario& scenario, RunOptions options);

} // namespace ns3

#endif // AI_FABRIC_RANK_SERVICE_H
