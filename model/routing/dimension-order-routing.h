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
 * the other, the shorter way around each. Needs FabricTopology::grid. Paths are shortest.
 *
 * Where both ways around are equally long, between the coordinates p < q, the way does not wrap if
 * p is even and does if p is odd; both directions of a pair of switches agree.
 *
 * Packets that go around a ring of four or more switches may wait for each other in a ring. The
 * link between the last and the first switch is its dateline, and bit i of the service level says
 * whether the path crosses the dateline of the i-th such dimension:
 *
 *     service level = sum over i of 2^i * crosses(i)
 *
 * Paths of a level that do not cross the dateline never use its link. Paths that do cross it are no
 * longer than half of the ring, so all of them leave out a link on the opposite side. Either way no
 * level has dependencies all around the ring. With n such dimensions there are 2^n levels: 4 for a
 * torus of two dimensions, 8 for one of three.
 */
class DimensionOrderRouting : public LidRoutingEngine
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** @param topology with a grid @return dimensions in which four or more switches are a ring */
    static std::vector<uint32_t> FindRings(const FabricTopology& topology);

  private:
    /** @return how many rings there may be; 3 by default, as levels are lanes */
    virtual uint32_t DoGetMostRings() const;

    /** Where to go in one dimension. */
    enum class Direction : uint8_t
    {
        UP,
        DOWN
    };

    void DoPrepare() override;
    Ways DoFindWays(uint32_t dest) override;
    void DoAssignServiceLevels(LinearForwardingTables& tables) override;

    void AddNeighbour(uint32_t node, uint32_t link);
    /** Throws if a switch lacks a neighbour that its place in the grid asks for. */
    void CheckNeighbours() const;
    /** @return the way from one place to another in a dimension */
    Direction GetDirection(size_t dimension, uint32_t from, uint32_t to) const;
    /** @return whether that way does */
    bool CrossesDateline(size_t dimension, uint32_t from, uint32_t to) const;

    /** Links of one switch by dimension and direction, in turn; parallel ones ascending. */
    using Neighbours = std::vector<std::vector<uint32_t>>;

    bool m_datelines;                     //!< whether there are service levels
    std::vector<Neighbours> m_neighbours; //!< by node id
    std::vector<bool> m_wraps;            //!< by dimension
};

} // namespace ns3

#endif // AI_FABRIC_DIMENSION_ORDER_ROUTING_H
