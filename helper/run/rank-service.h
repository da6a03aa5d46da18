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
 * Makes the other processes of --ranks, which run their part of each fabric and end: this returns
 * in the first one alone.
 *
 * @param scenario that CheckRanks() and BuildAll() have found to be fit for them
 * @param options of the command line
 * @return who leads to them, and ends them when it ends; null: there are none
 * @throw InputError if so many cannot be connected
 */
std::unique_ptr<RankLink> StartRanks(const FabricScenario& scenario, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_RANK_SERVICE_H
