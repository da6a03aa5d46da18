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

/** A fabric of a scenario with everything that runs on it, at time 0. */
struct BuiltFabric
{
    FabricNetwork network;                               //!< the fabric
    std::vector<Ptr<GraphExecutor>> jobs;                //!< in the order of the workloads
    std::vector<std::vector<BackgroundFlow>> background; //!< flows of each kind of background
                                                         //!< traffic
};

/**
 * Adds file, line and key to an error of a fabric, and throws it.
 *
 * @param fabric fabric of the error
 * @param error error without its place
 */
[[noreturn]] void FailAt(const ScenarioFabric& fabric, const InputError& error);

/**
 * Builds a fabric with its jobs, background traffic and failures. Both a check and a run call this,
 * so both refuse the same input.
 *
 * @param scenario scenario of the fabric
 * @param fabric index of the fabric
 * @return the built fabric
 * @throw InputError with file, line and key of an error in the fabric
 */
BuiltFabric BuildFabric(const FabricScenario& scenario, size_t fabric);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_BUILD_H
