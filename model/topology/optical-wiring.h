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
 * What optical switches join at a time.
 */
struct OpticalWiring
{
    std::vector<TopologyLink> links; //!< through optical switches; no two have both ends in common
    TopologyGrid grid;               //!< of the switches of the network, if they are in one then
};

/**
 * @ingroup ai-fabric-topology
 * What a topology generator is besides if optical switches join cubes of its topology, and may join
 * them otherwise later.
 */
class OpticalTopology
{
  public:
    virtual ~OpticalTopology() = default;

    /** @return what they join when a run begins; throws as Generate() does */
    virtual OpticalWiring GetWiring() const = 0;

    /**
     * @param cubes by dimension with x in between, as many as there are; empty: as at first
     * @param twisted whether the torus is twisted
     * @return what they join then, with ends by node ids of Generate()
     * @throw InputError about Cubes or Twisted, if there is no such torus
     */
    virtual OpticalWiring Arrange(const std::string& cubes, bool twisted) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_WIRING_H
