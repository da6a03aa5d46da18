// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MPI_CHECK_H
#define AI_FABRIC_MPI_CHECK_H

#include "ns3/fabric-network.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Throws if ranks of ns-3's own parallel simulators cannot share a network.
 *
 * @param network complete
 * @throw InputError if Nodes are of ranks that there are not, or parts of the network look at Nodes
 *        of other ranks without packets
 */
void CheckMpiRanks(const FabricNetwork& network);

/**
 * @ingroup ai-fabric-helper
 * As the other one, of a job.
 *
 * @param network of the job
 * @param job whose hosts act on each other without packets
 * @return whether this rank is to run it
 * @throw InputError if its hosts are of several ranks
 */
bool CheckMpiRanks(const FabricNetwork& network, const FabricJob& job);

} // namespace ns3

#endif // AI_FABRIC_MPI_CHECK_H
