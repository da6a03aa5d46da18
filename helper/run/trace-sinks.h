// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRACE_SINKS_H
#define AI_FABRIC_TRACE_SINKS_H

#include "ns3/fabric-helper.h"
#include "ns3/graph-executor.h"

#include <vector>

namespace ns3
{

/**
 * Connects every trace source of the network and of its jobs to sinks that do nothing: for
 * measuring the cost of tracing, and for checking that it changes no result.
 *
 * @param network network to trace
 * @param jobs jobs that run on it
 */
void ConnectAllTraces(const FabricNetwork& network, const std::vector<Ptr<GraphExecutor>>& jobs);

} // namespace ns3

#endif // AI_FABRIC_TRACE_SINKS_H
