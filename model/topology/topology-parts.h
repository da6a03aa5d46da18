// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_PARTS_H
#define AI_FABRIC_TOPOLOGY_PARTS_H

#include "fabric-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * The number of switches, hosts and links of a network, by kind.
 *
 * The kind of a node is its name up to the first digit: "leaf" of leaf12, "host" of host3.
 */
struct TopologyParts
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

    /** Creates a network without parts. */
    TopologyParts() = default;

    /** @param topology valid topology */
    explicit TopologyParts(const FabricTopology& topology);

    /** @return number of links of hosts, or of links between switches */
    uint64_t CountLinks(bool ofHosts) const;

    std::vector<Nodes> nodes; //!< in the order of first occurrence
    std::vector<Links> links; //!< in the order of first occurrence
    uint64_t hosts{0};        //!< number of hosts
    uint64_t switches{0};     //!< number of switches
};

/**
 * @ingroup ai-fabric-topology
 * @param name name of a node
 * @return the name up to the first digit
 */
std::string GetNodeKind(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_PARTS_H
