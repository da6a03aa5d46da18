// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_BUILD_H
#define AI_FABRIC_FABRIC_BUILD_H

#include "scenario.h"

#include "ns3/background-traffic.h"
#include "ns3/fabric-network.h"
#include "ns3/graph-executor.h"
#include "ns3/input-error.h"

#include <vector>

namespace ns3
{

/** A fabric of a scenario with all that runs on it, at time 0. */
struct BuiltFabric
{
    FabricNetwork network;                               //!< the fabric
    std::vector<Ptr<GraphExecutor>> jobs;                //!< in the order of the workloads
    std::vector<std::vector<BackgroundFlow>> background; //!< flows of each kind of it
};

/**
 * Adds to an error of a fabric the file, the line and the key of what it names, and throws it.
 *
 * @param fabric which
 * @param error what is wrong, without its place
 */
[[noreturn]] void FailAt(const ScenarioFabric& fabric, const InputError& error);

/**
 * Builds a fabric with its jobs, background traffic and failures. A check and a run call this, so
 * that what one refuses the other refuses too.
 *
 * @param scenario what
 * @param fabric index of the fabric
 * @return it
 * @throw InputError with file, line and key of what is wrong in the fabric
 */
BuiltFabric BuildFabric(const FabricScenario& scenario, size_t fabric);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_BUILD_H
