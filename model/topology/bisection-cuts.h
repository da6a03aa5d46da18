// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BISECTION_CUTS_H
#define AI_FABRIC_BISECTION_CUTS_H

#include "fabric-topology.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Divisions of the hosts into halves at which a network may be thin, without duplicates; the first
 * half is not larger than the second. The least cut over all divisions is NP-hard to find, so these
 * are the divisions where published networks are thin:
 *
 *  - hosts in the order of their numbers;
 *  - complete parts without a path to each other, then complete switches with their hosts, in the
 *    order of node ids, as long as they fit, then hosts. This keeps the leaves of a rail together
 *    in networks where each server is on all of them;
 *  - for every coordinate of the switches, which are the numbers in names such as switch3-0-2:
 *    slices of this coordinate in order, with the middle slice divided by the other coordinates,
 *    the largest first. For an odd number of slices this is the best cut of a torus.
 *
 * @param topology valid topology
 * @return list of divisions; each has, by host index, true for the first half
 */
std::vector<std::vector<bool>> MakeHostHalves(const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_BISECTION_CUTS_H
