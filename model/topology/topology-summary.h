// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_SUMMARY_H
#define AI_FABRIC_TOPOLOGY_SUMMARY_H

#include "topology-parts.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * The parts of a network and the distances of its hosts, computed from its graph alone.
 *
 * Hosts on one switch are equal, so distances are measured between switches, from every switch with
 * hosts. If this is too much work, they are measured from some switches, evenly spaced by number;
 * diameter and largest number of paths are then lower bounds.
 */
struct TopologySummary : TopologyParts
{
    /** @param topology valid topology */
    explicit TopologySummary(const FabricTopology& topology);

    /**
     * Largest rate at which the hosts of one half can send to the other half, in bit/s per
     * direction: the least cut over the halves of MakeHostHalves(), so never less than the
     * bisection. It equals the bisection for trees of equal blocks, tori and HyperX networks. 0
     * with one host.
     */
    double bisectionbps{0};
    /** The network has neither tiers nor coordinates: bisectionbps is an upper bound. */
    bool isBound{false};
    double halfbps{0};        //!< sum of the host link rates of the smaller half, in bit/s
    uint64_t measuredFrom{0}; //!< number of switches with hosts from which distances are measured
    uint64_t edgeSwitches{0}; //!< number of switches with hosts
    uint64_t unreached{0};    //!< ordered pairs of hosts without a path, among the measured pairs
    uint32_t diameter{0};     //!< largest number of links on a shortest path between hosts
    uint32_t switchHops{0};   //!< largest number of links between switches on a shortest path
    double meanHops{0};       //!< links on a shortest path, mean over pairs of different hosts
    double minPaths{0};       //!< smallest number of shortest paths of a pair on different switches
    double meanPaths{0};      //!< mean number over these pairs
    double maxPaths{0};       //!< largest number of a pair

  private:
    /** Fills the members about distances. */
    void MeasurePaths(const FabricTopology& topology);
};

/**
 * @ingroup ai-fabric-topology
 * @param topology valid topology
 * @param isInFirst by host index: true for the first half
 * @return least cut between these hosts and the others, in bit/s per direction
 */
double MeasureCut(const FabricTopology& topology, const std::vector<bool>& isInFirst);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_SUMMARY_H
