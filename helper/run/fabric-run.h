// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_RUN_H
#define AI_FABRIC_FABRIC_RUN_H

#include "ns3/fabric-build.h"
#include "ns3/fabric-result.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <functional>
#include <string>

namespace ns3
{

/** Binds ns-3's engine, event list and time resolution; once, before anything is built. */
void PrepareEngine(const RunOptions& options);

/**
 * Simulates the workload of a scenario on one of its fabrics, from time 0.
 *
 * @param scenario what
 * @param fabric index of the fabric
 * @param options of the command line
 * @param folder for captures
 * @param onBuilt called with the fabric at time 0, before it runs
 * @return what became of it
 * @throw Interrupted if a SignalWatch has noted a signal
 */
FabricResult RunFabric(const FabricScenario& scenario,
                       size_t fabric,
                       const RunOptions& options,
                       const std::string& folder,
                       const std::function<void(const BuiltFabric&)>& onBuilt);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_RUN_H
