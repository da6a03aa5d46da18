// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NAMED_STREAMS_H
#define AI_FABRIC_NAMED_STREAMS_H

#include "fabric-network.h"

#include "ns3/fabric-workload.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * Gives every part of a network that draws its random streams, by its name: a host or a switch
 * added to the topology, or a NIC added to the servers, changes no draw of the others.
 *
 * @param network network, with its planes, GPUs, NVLink and north-south network
 * @param stream number from which the stream numbers are derived
 */
void AssignNetworkStreams(const FabricNetwork& network, int64_t stream);

/**
 * @ingroup ai-fabric-network
 * Gives every workload of a run its random streams, by FabricWorkload::GetDraw(); equal workloads
 * by their order. So a scenario with renamed jobs, or with one more job, keeps its draws.
 *
 * @param workloads all workloads of a run
 * @param stream number from which the stream numbers are derived
 */
void AssignWorkloadStreams(const std::vector<Ptr<FabricWorkload>>& workloads, int64_t stream);

} // namespace ns3

#endif // AI_FABRIC_NAMED_STREAMS_H
