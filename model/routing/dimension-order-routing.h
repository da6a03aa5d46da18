// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIMENSION_ORDER_ROUTING_H
#define AI_FABRIC_DIMENSION_ORDER_ROUTING_H

#include "lid-routing-engine.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Dimension-order routing of tori, meshes and rings (Dally and Seitz, 1987): one dimension after
 * the other, in the shorter direction of each. It needs FabricTopology::grid. Paths are shortest.
 *
 * Each ring may lack one link: paths that would cross it go the other way around. Such a ring is a
 * line without cyclic dependencies, so paths and queue pairs keep the service levels of the
 * complete torus, as OpenSM's Torus-2QoS does after a link failure. A ring without two links or a
 * switch, and a mesh without a link, are refused.
 *
 * If both directions between coordinates p < q are equally long, the path does not wrap if p is
 * even and wraps if p is odd; both directions of a pair of switches agree.
 *
 * Packets in a ring of four or more switches may wait for each other in a cycle. The link between
 * the last and the first switch is the dateline of the ring, and bit i of the service level tells
 * whether the path crosses the dateline of the i-th such dimension:
 *
 *     service level = sum over i of 2^i * crosses(i)
 *
 * Paths of a level that do not cross the dateline never use its link. Paths that cross it are at
 * most half as long as the ring, so all of them avoid a link on the opposite side. In both cases no
 * level has dependencies all around the ring. With n such dimensions there are 2^n levels: 4 for a
 * torus of two dimensions, 8 for three.
 */
class DimensionOrderRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param topology topology with a grid
     * @return dimensions in which four or more switches form a ring
     */
    static std::vector<uint32_t> FindRings(const FabricTopology& topology);

  private:
    static constexpr uint32_t NO_GAP = UINT32_MAX; //!< the ring is complete

    /** @return largest number of rings; 3 by default, as levels are lanes */
    virtual uint32_t DoGetMostRings() const;

    /** Direction of a path in one dimension. */
    enum class Direction : uint8_t
    {
        UP,
        DOWN
    };

    void DoPrepare() override;
    Ways DoFindWays(uint32_t dest) override;
    void DoAssignServiceLevels(LinearForwardingTables& tables) override;

    void AddNeighbour(uint32_t node, uint32_t link);
    /**
     * Throws if a switch of a mesh lacks a neighbour.
     *
     * @param dimension dimension that does not wrap
     */
    void CheckLines(size_t dimension) const;
    /**
     * Finds the links that rings lack, at most one per ring.
     *
     * @param dimension dimension that wraps
     */
    void FindGaps(size_t dimension);
    /** @return direction from one place to another in a dimension of a complete torus */
    Direction GetDirection(size_t dimension, uint32_t from, uint32_t to) const;
    /** @return direction from a switch to a place of its ring, avoiding the missing link */
    Direction FindDirection(size_t dimension, uint32_t node, uint32_t to) const;
    /** @return true if the path of GetDirection() crosses the dateline */
    bool CrossesDateline(size_t dimension, uint32_t from, uint32_t to) const;

    /** Links of one switch by dimension and direction, in turn; parallel ones ascending. */
    using Neighbours = std::vector<std::vector<uint32_t>>;

    bool m_datelines;                     //!< there are service levels for datelines
    std::vector<Neighbours> m_neighbours; //!< by node id
    std::vector<bool> m_wraps;            //!< by dimension
    /** By dimension and node id: place in its ring whose link upwards is missing, or NO_GAP. */
    std::vector<std::vector<uint32_t>> m_gaps;
};

} // namespace ns3

#endif // AI_FABRIC_DIMENSION_ORDER_ROUTING_H
