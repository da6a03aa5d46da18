// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_SUMMARY_H
#define AI_FABRIC_TOPOLOGY_SUMMARY_H

#include "fabric-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * The parts of a network and the distances of its hosts, computed from its graph alone.
 *
 * The kind of a node is its name up to the first digit: "leaf" of leaf12, "host" of host3. Hosts on
 * one switch are equal, so distances are measured between switches, from every switch with hosts.
 * If this is too much work, they are measured from some switches, evenly spaced by number; diameter
 * and largest number of paths are then lower bounds.
 */
struct TopologySummary
{
    /** Nodes of one kind. */
    struct Nodes
    {
        std::string kind;     //!< kind such as "leaf"
        bool isHost{false};   //!< hosts, not switches
        uint64_t count{0};    //!< number of nodes
        uint64_t minPorts{0}; //!< smallest number of ports of a node
        uint64_t maxPorts{0}; //!< largest number of ports of a node
        uint64_t maxbps{0};   //!< largest sum of the rates of a node's ports, in bit/s
    };

    /** Links between two kinds of nodes with the same rate. */
    struct Links
    {
        std::string lower;   //!< kind of the end with the lower node id
        std::string upper;   //!< kind of the other end
        bool ofHost{false};  //!< one end is a host
        uint64_t ratebps{0}; //!< in each direction
        uint64_t count{0};   //!< number of links
    };

    /** Creates an empty summary. */
    TopologySummary() = default;

    /** @param topology valid topology */
    explicit TopologySummary(const FabricTopology& topology);

    /** @return number of links of hosts, or of links between switches */
    uint64_t CountLinks(bool ofHosts) const;

    std::vector<Nodes> nodes; //!< in the order of first occurrence
    std::vector<Links> links; //!< in the order of first occurrence
    uint64_t hosts{0};        //!< number of hosts
    uint64_t switches{0};     //!< number of switches

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
    /** Fills nodes and links. */
    void CountParts(const FabricTopology& topology);
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

/**
 * @ingroup ai-fabric-topology
 * @param name name of a node
 * @return the name up to the first digit
 */
std::string GetNodeKind(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_SUMMARY_H
