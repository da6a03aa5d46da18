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
 * Which buffers wait for each other on the paths between two switches.
 */
class PairDependencies
{
  public:
    /** @param tables with all links set; outlive this */
    explicit PairDependencies(const LinearForwardingTables& tables);

    /**
     * @param a node id of a switch with hosts
     * @param b another one
     * @param path below the tables' GetPathCount()
     * @return the dependencies of all hosts of the pair in both directions, ascending; buffer
     *         2 l + 1 is behind link l from its end a, 2 l behind the other direction; until the
     *         next call
     */
    const AcyclicGraph::Edges& Find(uint32_t a, uint32_t b, uint32_t path);

  private:
    void AddPath(uint32_t source, uint32_t dest, uint32_t path);

    const LinearForwardingTables& m_tables;
    std::vector<std::vector<uint32_t>> m_hostsOn; //!< node ids by that of their switch
    AcyclicGraph::Edges m_edges;                  //!< that were found
};

/**
 * @ingroup ai-fabric-routing
 * @param maxLayers that were not enough
 * @return that in words, for errors
 */
std::string DescribeLackOfLayers(uint8_t maxLayers);

/**
 * @ingroup ai-fabric-routing
 * Gives pairs of switches service levels such that no buffers of one level wait for each other in a
 * ring, whatever the paths (LASH: Skeie, Lysne and Theiss, IPDPS'02).
 *
 * Pairs are taken in ascending order of their node ids, and the paths of a pair (one per offset of
 * the LID) in order. Each path gets the first level in which its dependencies, those of all hosts
 * of the pair in both directions, close no ring with the dependencies already there. A path over
 * fewer than two links between switches has no dependency and gets level 0.
 *
 * @param tables with all links set; gets the service levels
 * @param maxLevels how many there are, at most MAX_SERVICE_LEVELS
 * @return whether they were enough; otherwise the service levels are incomplete
 */
bool AssignLayers(LinearForwardingTables& tables, uint8_t maxLevels);

} // namespace ns3

#endif // AI_FABRIC_LAYER_ASSIGNMENT_H
