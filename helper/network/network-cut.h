// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_CUT_H
#define AI_FABRIC_NETWORK_CUT_H

#include "fabric-network.h"

#include "ns3/domain-plan.h"
#include "ns3/graph-executor.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * What a network is cut for.
 */
enum class CutPurpose
{
    THREADS, //!< domains that give threads or processes equal work; with pieces, on two sides
    CACHE    //!< domains that one thread runs in turn, each with few ports, in long windows
};

/**
 * @ingroup ai-fabric-helper
 * Cuts a network into domains for FabricSimulatorImpl::SetDomains().
 *
 * Nodes that act on each other without delay stay together: ends of a wire without delay, and ranks
 * of one share of a job (GraphExecutor::GetShareOfRank()). Wires are cut from the longest on: the
 * look-ahead is the longest delay, up to GraphExecutor::END_NOTICE_PS, at which the parts that
 * shorter wires hold together can be laid into domains of nearly equal weight; for the cache, into
 * domains of at most four times the mean weight. The weight of a node is the sum of the rates of
 * its ports, or for the cache their number. A domain grows from one part by the neighbours that
 * most of its wires lead to; hosts stay with their leaf where domains can be as equal that way. For
 * the cache, and for threads that have several pieces each, parts whose wires form no odd cycle, as
 * in any Clos network, lie on two sides (DomainPlan::sideOfDomain), and domains are parts of one
 * side.
 *
 * @param network built, with all jobs installed
 * @param jobs that run on it
 * @param domains how many, at least 1; on two sides, about so many
 * @param pieces that each of them is cut into in the same way, at least 1; on two sides, about so
 * many of both
 * @param purpose what for
 * @return how to cut it, with as many threads as domains and pieces as domains, those of a thread
 * side by side; of fewer if there are fewer parts
 */
DomainPlan CutNetwork(const FabricNetwork& network,
                      const std::vector<Ptr<GraphExecutor>>& jobs,
                      uint32_t domains,
                      uint32_t pieces = 1,
                      CutPurpose purpose = CutPurpose::THREADS);

/** @ingroup ai-fabric-helper @param network any @return ports of all its nodes, NVLink's too */
uint32_t CountPorts(const FabricNetwork& network);

/**
 * @ingroup ai-fabric-helper
 * What belongs to 64 ports and their ends of queue pairs stays in a core's own cache.
 *
 * @param network any
 * @param most domains that are worth it
 * @return into how many domains of so many ports it can be cut, at most; 0: it is smaller
 */
uint32_t CountDomainsOfCache(const FabricNetwork& network, uint32_t most);

/**
 * @ingroup ai-fabric-helper
 * Has the wires of a network know where it is cut, and the engine run its domains side by side.
 * With DomainPlan::rankOfDomain each Node gets its process as its SystemId.
 *
 * @param network that was cut, nothing of which has run
 * @param plan how, with two domains or more
 */
void UseDomains(const FabricNetwork& network, DomainPlan plan);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_CUT_H
