// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_DURATION_H
#define AI_FABRIC_IDEAL_DURATION_H

#include "ns3/dependency-counter.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric-workload.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * Computes the shortest time of a job whose hosts' links are busy whenever possible:
 *     collective of hosts    iterations * busFactor * bytes / B
 *     anything else          max over hosts and both directions of the end of their last flow,
 *                            end(i) = max(end(i - 1), start(i)) + bytes(i) / B(host)
 * B is the rate of all NICs of a host together; for a collective of hosts, one for each rank, it is
 * the lowest B of its hosts. start is the time before which a flow may not start. In an operation
 * that the network performs for a group, every member sends and receives the data once. With NVLink
 * the second law holds for collectives too, with the messages of the algorithm and NVLink as
 * another link. Headers and latencies are not included.
 *
 * The ideal of a job with kernels is at least its longest chain of operations that wait for each
 * other: kernels, reductions and copies with the duration on an otherwise idle GPU, messages at the
 * rate of the slower of their hosts plus the delay of the shortest path. 0 for a job with a driver.
 *
 * @param job job to rate
 * @param network network of the job
 * @param waits counter of the job's graph, whose lists are used again; empty: one is made if needed
 * @return ideal duration in ps
 */
int64_t GetIdealDurationPs(const FabricJob& job,
                           const FabricNetwork& network,
                           DependencyCounter waits = {});

/**
 * @param job job to rate
 * @param network network of the job
 * @return description of the ideal that GetIdealDurationPs() uses, in words
 */
std::string DescribeIdealDuration(const FabricJob& job, const FabricNetwork& network);

} // namespace ns3

#endif // AI_FABRIC_IDEAL_DURATION_H
