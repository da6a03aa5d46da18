// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_HALVES_H
#define AI_FABRIC_HOST_HALVES_H

#include "fabric-topology.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * The halvings of the hosts that are worth cutting a network by, without two that are equal; the
 * first half has the smaller number of hosts. The least cut between all halvings is NP-hard to
 * find, so these are the ones that published networks are thin between:
 *
 *  - the hosts in the order of their numbers;
 *  - whole parts without a path to each other, then whole switches with their hosts, in the order
 *    of their node ids, as long as they fit, then hosts. This keeps the leaves of a rail whole,
 *    where servers are on all of them;
 *  - by every coordinate of the switches, which are the numbers in names such as switch3-0-2:
 * slices of it in order, the slice in the middle by the other coordinates, the largest first. For
 * an odd number of slices this is how a torus is cut best.
 *
 * @param topology any that is valid
 * @return by halving, by host index: in the first half
 */
std::vector<std::vector<bool>> MakeHostHalves(const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_HOST_HALVES_H
