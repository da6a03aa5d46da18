// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_DURATION_H
#define AI_FABRIC_IDEAL_DURATION_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-workload.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * The least time that a job could take if every host's link were busy whenever it could be:
 *     collective of hosts    iterations * busFactor * bytes / B
 *     anything else          max over hosts and both directions of the end of their last flow, with
 *                            end(i) = max(end(i - 1), start(i)) + bytes(i) / B(host)
 * with B the rate of all NICs of a host together, for collectives of hosts, one for each rank, the
 * least one of those that take part, and start the time before which a flow may not start. What the
 * network does for a group every member sends and receives once. With NVLink the second law holds
 * for collectives too, of the messages that the algorithm has, with NVLink as another link. Headers
 * and latencies are not in it.
 *
 * The ideal of a job with kernels is at least its longest chain of operations that wait for each
 * other: kernels, reductions and copies as long as they take a GPU alone, messages at the rate
 * of the slower of their hosts, and the delay of the shortest path. 0 for a job with a driver.
 *
 * @param job the job
 * @param network where
 * @return picoseconds
 */
int64_t GetIdealDurationPs(const FabricJob& job, const FabricNetwork& network);

/**
 * @param job what is run
 * @param network where
 * @return in words, what GetIdealDurationPs() is the time of
 */
std::string DescribeIdealDuration(const FabricJob& job, const FabricNetwork& network);

} // namespace ns3

#endif // AI_FABRIC_IDEAL_DURATION_H
