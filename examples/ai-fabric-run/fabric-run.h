// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_FABRIC_RUN_H
#define AI_FABRIC_FABRIC_RUN_H

#include "fabric-result.h"
#include "run-options.h"
#include "scenario.h"

#include "ns3/fabric-network.h"

namespace ns3
{

/** Binds ns-3's engine, event list and time resolution; once, before anything is built. */
void PrepareEngine(const RunOptions& options);

/**
 * The least time that a job could take if every host's link were busy whenever it could be:
 *     collective of hosts    iterations * busFactor * bytes / B
 *     anything else          max over hosts and both directions of the end of their last flow, with
 *                            end(i) = max(end(i - 1), start(i)) + bytes(i) / B(host)
 * with B the rate of a host's link, for collectives of hosts the least one of those that take part,
 * and start the time before which a flow may not start. What the network does for a group every
 * member sends and receives once. With NVLink or several NICs per GPU the second law holds for
 * collectives too, of the messages that the algorithm has, with a link for each NIC and for NVLink.
 * Headers, latencies and computation are not in it. 0 for a job with a driver.
 *
 * @param job what is run
 * @param network where
 * @return picoseconds
 */
int64_t GetIdealDurationPs(const Job& job, const FabricNetwork& network);

/**
 * Simulates the workload of a scenario on one of its fabrics, from time 0.
 *
 * @param scenario what
 * @param fabric index of the fabric
 * @param options of the command line
 * @return what became of it
 */
FabricResult RunFabric(const Scenario& scenario, size_t fabric, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_RUN_H
