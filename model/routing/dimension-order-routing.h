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
 * Each ring may lack a link: what would cross it goes the other way around. Such a ring is a line,
 * on which no lane has dependencies all around, so paths keep the service level that they have in
 * the whole torus, and so do queue pairs. That is what OpenSM's Torus-2QoS does about a link. A
 * ring that lacks two links or a switch, and a mesh that lacks a link, are refused.
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
    static constexpr uint32_t NO_GAP = UINT32_MAX; //!< the ring is whole

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
    /** Throws if a switch of a mesh lacks a neighbour. @param dimension that does not wrap */
    void CheckLines(size_t dimension) const;
    /** Finds the links that rings lack, one at most. @param dimension that wraps */
    void FindGaps(size_t dimension);
    /** @return the way from one place to another in a dimension of a whole torus */
    Direction GetDirection(size_t dimension, uint32_t from, uint32_t to) const;
    /** @return the way from a switch to a place of its ring, without the link that this lacks */
    Direction FindDirection(size_t dimension, uint32_t node, uint32_t to) const;
    /** @return whether the way of GetDirection() does */
    bool CrossesDateline(size_t dimension, uint32_t from, uint32_t to) const;

    /** Links of one switch by dimension and direction, in turn; parallel ones ascending. */
    using Neighbours = std::vector<std::vector<uint32_t>>;

    bool m_datelines;                     //!< whether there are service levels
    std::vector<Neighbours> m_neighbours; //!< by node id
    std::vector<bool> m_wraps;            //!< by dimension
    /** By dimension and node id: the place in its ring whose link up is missing, or NO_GAP. */
    std::vector<std::vector<uint32_t>> m_gaps;
};

} // namespace ns3

#endif // AI_FABRIC_DIMENSION_ORDER_ROUTING_H
