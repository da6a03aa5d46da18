// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FASTEST_PATHS_H
#define AI_FABRIC_FASTEST_PATHS_H

#include "ns3/fabric-topology.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Lower bound of a message's time by the wires alone, whatever fabric runs on them:
 *
 *     least = min over paths (8 bytes / least rate of the path + sum of its delays)
 *             + min over paths (sum of delays, the way back)
 *
 * over all paths between two hosts that cross no third host. Headers, switches and routing do not
 * count: the number is the same for every fabric on a topology, and is a lower bound of the ideal
 * time of any fabric that sends a message on one path.
 *
 * Cost: one search by delay (Dijkstra) per switch with hosts and per distinct rate between
 * switches, at the first use.
 */
class FastestPaths
{
  public:
    /** @param topology valid topology */
    explicit FastestPaths(const FabricTopology& topology);

    /**
     * @param source host index
     * @param dest host index of another host
     * @param bytes payload of the message
     * @return time in ps; NEVER_PS if no path exists
     */
    int64_t GetPs(uint32_t source, uint32_t dest, uint64_t bytes) const;

  private:
    /** The link of a host. */
    struct Access
    {
        uint32_t node;    //!< node at its other end
        uint64_t ratebps; //!< bit/s
        int64_t delayPs;
    };

    /** Delay to each node over links with at least a given rate, by that rate. */
    using Delays = std::vector<std::vector<int64_t>>;

    /** @return delays from a node, computed at the first call */
    const Delays& Search(uint32_t node) const;

    std::vector<Access> m_access;  //!< by host index
    std::vector<uint32_t> m_hosts; //!< node id by host index
    /** Distinct rates between switches. */
    std::vector<uint64_t> m_rates;
    std::vector<std::vector<std::pair<uint32_t, uint32_t>>> m_ways; //!< by node: link and peer
    std::vector<TopologyLink> m_links;                              //!< by link id
    mutable std::map<uint32_t, Delays> m_delays;                    //!< by node of earlier calls
};

} // namespace ns3

#endif // AI_FABRIC_FASTEST_PATHS_H
