// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_JOBS_H
#define AI_FABRIC_NETWORK_JOBS_H

#include "fabric-network.h"

#include "ns3/fabric-workload.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * Builds several jobs; each takes its hosts from later jobs.
 *
 * @param workloads workloads with their random streams
 * @param hosts all hosts
 * @param byLaw true: jobs that FoldJob() completes have hosts, and no graph
 * @return a job of each workload
 * @throw InputError if a workload does not fit the hosts that others leave
 */
std::vector<FabricJob> BuildJobs(const std::vector<Ptr<FabricWorkload>>& workloads,
                                 NetworkHosts hosts,
                                 bool byLaw);

/**
 * @ingroup ai-fabric-network
 * @param workload workload of a job
 * @param hosts all hosts; those of the job are marked as taken for later jobs
 * @param byLaw as for BuildJobs()
 * @param earlier jobs before it in the list, one of which it may wait for
 * @return the job
 * @throw InputError if it does not fit, or no earlier job has the name that it waits for
 */
FabricJob BuildOneJob(const FabricWorkload& workload,
                      NetworkHosts& hosts,
                      bool byLaw,
                      const std::vector<FabricJob>& earlier = {});

/**
 * @ingroup ai-fabric-network
 * Gives a job the graph of FabricWorkload::Fold(), if the network uses laws and the workload has
 * one.
 *
 * @param network built network
 * @param workload workload of the job
 * @param job job of BuildOneJob() for that network
 * @throw InputError as FabricWorkload::Fold()
 */
void FoldJob(const FabricNetwork& network, const FabricWorkload& workload, FabricJob& job);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_JOBS_H
