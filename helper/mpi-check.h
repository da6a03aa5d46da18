// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MPI_CHECK_H
#define AI_FABRIC_MPI_CHECK_H

#include "ns3/fabric-network.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Checks that ranks of ns-3's own parallel simulators can share a network.
 *
 * @param network complete network
 * @throw InputError if Nodes name ranks that do not exist, or if parts of the network access Nodes
 *         of other ranks without packets
 */
void CheckMpiRanks(const FabricNetwork& network);

/**
 * @ingroup ai-fabric-helper
 * Checks that ranks of ns-3's own parallel simulators can run a job.
 *
 * @param network network of the job
 * @param job job whose hosts act on each other without packets
 * @return true if this rank is to run it
 * @throw InputError if its hosts are of several ranks
 */
bool CheckMpiRanks(const FabricNetwork& network, const FabricJob& job);

} // namespace ns3

#endif // AI_FABRIC_MPI_CHECK_H
