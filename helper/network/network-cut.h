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
 * Purpose of a cut.
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
 * of one share of a job (GraphExecutor::GetShares()). Wires are cut from the longest on. The
 * look-ahead is the longest delay, up to GraphExecutor::END_NOTICE_PS, at which the parts joined by
 * shorter wires can be packed into domains of nearly equal weight; for the cache, into domains of
 * at most four times the mean weight. The weight of a node is the sum of the rates of its ports, or
 * for the cache their number. A domain grows from one part by the neighbours to which most of its
 * wires lead; hosts stay with their leaf if domains can be as equal that way. For the cache, and
 * for threads with several pieces each, parts whose wires form no odd cycle, as in any Clos
 * network, lie on two sides (DomainPlan::sideOfDomain), and each domain has parts of one side only.
 *
 * @param network complete network, with all jobs installed
 * @param jobs jobs that run on it
 * @param domains number of domains, at least 1; on two sides only approximate
 * @param pieces number of pieces into which each domain is cut in the same way, at least 1; on two
 *         sides only approximate
 * @param purpose purpose of the cut
 * @return plan with a thread for each requested domain, and a domain for each piece; the domains of
 *         a thread are consecutive; fewer of both if there are fewer parts
 */
DomainPlan CutNetwork(const FabricNetwork& network,
                      const std::vector<Ptr<GraphExecutor>>& jobs,
                      uint32_t domains,
                      uint32_t pieces = 1,
                      CutPurpose purpose = CutPurpose::THREADS);

/**
 * @ingroup ai-fabric-helper
 * @param network complete network
 * @return number of ports of all its nodes, NVLink included
 */
uint32_t CountPorts(const FabricNetwork& network);

/**
 * @ingroup ai-fabric-helper
 * Computes how many domains of 64 ports a network has. The state of 64 ports and of their queue
 * pairs fits into a core's own cache.
 *
 * @param network complete network
 * @param most largest useful number of domains
 * @return number of domains, at most `most`; 0: the network is too small to be cut
 */
uint32_t CountDomainsOfCache(const FabricNetwork& network, uint32_t most);

/**
 * @ingroup ai-fabric-helper
 * Tells the wires of a network where it is cut, and makes the engine run its domains side by side.
 * With DomainPlan::rankOfDomain each Node gets its process as its SystemId.
 *
 * @param network network that was cut; none of its events has run
 * @param plan plan of the cut, with at least two domains
 */
void UseDomains(const FabricNetwork& network, DomainPlan plan);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_CUT_H
