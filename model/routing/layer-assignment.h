// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAYER_ASSIGNMENT_H
#define AI_FABRIC_LAYER_ASSIGNMENT_H

#include "acyclic-graph.h"
#include "linear-forwarding-tables.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Dependencies between buffers on the paths between two switches.
 */
class PairDependencies
{
  public:
    /** @param tables tables with all links set; must outlive this object */
    explicit PairDependencies(const LinearForwardingTables& tables);

    /**
     * @param a node id of a switch with hosts
     * @param b node id of another switch with hosts
     * @param path path number, below the tables' GetPathCount()
     * @return dependencies of all hosts of the pair in both directions, ascending; valid until the
     * next call. Buffer 2 l + 1 is behind link l from its end a, buffer 2 l behind the other
     * direction
     */
    const AcyclicGraph::Edges& Find(uint32_t a, uint32_t b, uint32_t path);

  private:
    void AddPath(uint32_t source, uint32_t dest, uint32_t path);

    const LinearForwardingTables& m_tables;
    std::vector<std::vector<uint32_t>> m_hostsOn; //!< node ids of hosts by that of their switch
    AcyclicGraph::Edges m_edges;                  //!< dependencies found
};

/**
 * @ingroup ai-fabric-routing
 * @param maxLayers number of layers that were not enough
 * @return error text
 */
std::string DescribeLackOfLayers(uint8_t maxLayers);

/**
 * @ingroup ai-fabric-routing
 * Assigns service levels to pairs of switches so that buffers of one level never wait for each
 * other in a ring, for any paths (LASH: Skeie, Lysne and Theiss, IPDPS'02).
 *
 * Pairs are taken in ascending order of their node ids, and the paths of a pair (one per offset of
 * the LID) in order. Each path gets the first level in which its dependencies, those of all hosts
 * of the pair in both directions, close no ring with the existing dependencies. A path with fewer
 * than two links between switches has no dependency and gets level 0.
 *
 * @param tables tables with all links set; receives the service levels
 * @param maxLevels number of levels, at most MAX_SERVICE_LEVELS
 * @return true if the levels were enough; if false, the service levels are incomplete
 */
bool AssignLayers(LinearForwardingTables& tables, uint8_t maxLevels);

} // namespace ns3

#endif // AI_FABRIC_LAYER_ASSIGNMENT_H
