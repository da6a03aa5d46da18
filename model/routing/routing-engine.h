// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROUTING_ENGINE_H
#define AI_FABRIC_ROUTING_ENGINE_H

#include "fabric-routing.h"
#include "service-lanes.h"

#include "ns3/object.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Computes the routes of a network before it starts. A new subclass is available in scenarios at
 * once, as the routing of a fabric.
 *
 * The result depends only on the topology and the attributes.
 */
class RoutingEngine : public Object
{
  public:
    /** SL-to-VL maps that belong to the routes. */
    struct RoutedLanes
    {
        /** Number of lanes that packets use, from lane 0 on; 0: no maps. */
        uint8_t lanes{0};
        std::optional<SlToVlMap> host{};            //!< map of all hosts
        std::vector<ServiceLanes::PairMap> pairs{}; //!< maps of pairs of ports of switches
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param topology topology that Route() can route
     * @return lanes of its service levels, if levels and lanes differ
     */
    RoutedLanes FindLanes(const FabricTopology& topology) const
    {
        return DoFindLanes(topology);
    }

    /**
     * @param topology valid topology, else Validate()'s InputError is thrown
     * @return routes between all hosts
     * @throw InputError if this engine cannot route this topology
     */
    FabricRoutes Route(const FabricTopology& topology);

  protected:
    /**
     * Throws an InputError of this engine.
     *
     * @param topology topology to route
     * @param problem description
     */
    [[noreturn]] void Fail(const FabricTopology& topology, const std::string& problem) const;

    /** Throws if the topology has routes by hand, which most engines would ignore. */
    void RefuseGivenRoutes(const FabricTopology& topology) const;

    /** Throws if hosts have no path to each other, because forwarding tables lead everywhere. */
    void RefuseIslands(const FabricTopology& topology) const;

  private:
    /** @return none by default */
    virtual RoutedLanes DoFindLanes(const FabricTopology& topology) const;

    /**
     * The policy.
     *
     * @param topology valid topology
     * @return routes between all hosts
     */
    virtual FabricRoutes DoRoute(const FabricTopology& topology) = 0;
};

} // namespace ns3

#endif // AI_FABRIC_ROUTING_ENGINE_H
