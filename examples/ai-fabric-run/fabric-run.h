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
 * The least time that a job could take if every host's link were always busy:
 *     collective       iterations * busFactor * bytes / B
 *     anything else    max over hosts of max(bytes sent, bytes received) / B(host)
 * with B the rate of a host's link, for collectives the least one of the hosts that take part.
 * With NVLink or several NICs per GPU the second law holds for collectives too, of the messages
 * that the algorithm has, with a link for each NIC and for NVLink. Headers, latencies and
 * computation are not in it.
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
