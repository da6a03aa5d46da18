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
 * What a network is made of and how far its hosts are from each other, by its graph alone.
 *
 * A kind of node is its name up to the first digit: "leaf" of leaf12, "host" of host3. Hosts on one
 * switch are alike, so distances are measured between switches. They are measured from every switch
 * with hosts unless that is too much work; then from some of them, evenly spaced by number, which
 * for diameter and greatest number of paths are lower bounds.
 */
struct TopologySummary
{
    /** Nodes of a kind. */
    struct Nodes
    {
        std::string kind;     //!< such as "leaf"
        bool isHost{false};   //!< or a switch
        uint64_t count{0};    //!< how many
        uint64_t minPorts{0}; //!< of one of them
        uint64_t maxPorts{0}; //!< of one of them
        uint64_t maxbps{0};   //!< sum of the rates of the ports of one of them, in bit/s
    };

    /** Links between two kinds of nodes with the same rate. */
    struct Links
    {
        std::string lower;   //!< kind of the end with the lower node id
        std::string upper;   //!< kind of the other end
        bool ofHost{false};  //!< one end is a host
        uint64_t ratebps{0}; //!< in each direction
        uint64_t count{0};   //!< how many
    };

    /** Of nothing. */
    TopologySummary() = default;

    /** @param topology any that is valid */
    explicit TopologySummary(const FabricTopology& topology);

    /** @return number of links of hosts, or of those between switches */
    uint64_t CountLinks(bool ofHosts) const;

    std::vector<Nodes> nodes; //!< in the order of their first nodes
    std::vector<Links> links; //!< in the order of their first links
    uint64_t hosts{0};        //!< how many
    uint64_t switches{0};     //!< how many

    /**
     * Most that the hosts of one half can send to the other half at once, in bit/s each way: the
     * least cut between the halves that MakeHostHalves() tries, so never less than the bisection.
     * It is the bisection of trees of equal blocks, tori and HyperX networks. 0 with one host.
     */
    double bisectionbps{0};
    bool isBound{false};      //!< the network has neither tiers nor coordinates: at most that
    double halfbps{0};        //!< what the links of the hosts of the smaller half carry, in bit/s
    uint64_t measuredFrom{0}; //!< switches with hosts that distances are measured from
    uint64_t edgeSwitches{0}; //!< switches with hosts
    uint64_t unreached{0};    //!< ordered pairs of hosts without a path, of those measured
    uint32_t diameter{0};     //!< most links on a shortest path between hosts
    uint32_t switchHops{0};   //!< most links between switches on one
    double meanHops{0};       //!< links on a shortest path, mean over pairs of different hosts
    double minPaths{0};       //!< shortest paths of a pair on different switches
    double meanPaths{0};      //!< mean over those pairs
    double maxPaths{0};       //!< of a pair

  private:
    /** Fills nodes and links. */
    void CountParts(const FabricTopology& topology);
    /** Fills what is about distances. */
    void MeasurePaths(const FabricTopology& topology);
};

/**
 * @ingroup ai-fabric-topology
 * @param topology any that is valid
 * @param isInFirst by host index: in the first half
 * @return the least cut between these hosts and the others, in bit/s each way
 */
double MeasureCut(const FabricTopology& topology, const std::vector<bool>& isInFirst);

/**
 * @ingroup ai-fabric-topology
 * @param name of a node
 * @return what it is up to the first digit
 */
std::string GetNodeKind(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_SUMMARY_H
