// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_WIRING_H
#define AI_FABRIC_OPTICAL_WIRING_H

#include "fabric-topology.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Links through optical switches at a given time.
 */
struct OpticalWiring
{
    /** Links through optical switches; no two links have both ends in common. */
    std::vector<TopologyLink> links;
    /** Grid of the network's switches with these links, if they form one. */
    TopologyGrid grid;
};

/**
 * @ingroup ai-fabric-topology
 * Interface of topology generators with cubes that are joined by optical switches and may be joined
 * differently later.
 */
class OpticalTopology
{
  public:
    virtual ~OpticalTopology() = default;

    /** @return wiring when a run begins; throws the errors of Generate() */
    virtual OpticalWiring GetWiring() const = 0;

    /**
     * @param cubes numbers of cubes by dimension, separated by x, as many cubes as exist; empty:
     * initial arrangement
     * @param twisted true for a twisted torus
     * @return wiring of this arrangement, with node ids of Generate()
     * @throw InputError about Cubes or Twisted if such a torus is impossible
     */
    virtual OpticalWiring Arrange(const std::string& cubes, bool twisted) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_WIRING_H
