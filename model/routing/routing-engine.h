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
 * Finds the ways through a network before it starts. One that is written as a subclass is known to
 * scenarios at once, as the routing of a fabric.
 *
 * The result depends on the topology and the attributes only.
 */
class RoutingEngine : public Object
{
  public:
    /** SL-to-VL maps that go with the routes. */
    struct RoutedLanes
    {
        uint8_t lanes{0};                           //!< that packets use, from 0 on; 0: no maps
        std::optional<SlToVlMap> host{};            //!< of all hosts
        std::vector<ServiceLanes::PairMap> pairs{}; //!< of switches
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param topology that Route() can route
     * @return the lanes of its service levels, if these are no lanes themselves
     */
    RoutedLanes FindLanes(const FabricTopology& topology) const
    {
        return DoFindLanes(topology);
    }

    /**
     * @param topology a valid one, else Validate()'s InputError is thrown
     * @return the ways between all hosts
     * @throw InputError if this engine cannot route this topology
     */
    FabricRoutes Route(const FabricTopology& topology);

  protected:
    /**
     * Throws InputError about this engine.
     *
     * @param topology to route
     * @param problem in words
     */
    [[noreturn]] void Fail(const FabricTopology& topology, const std::string& problem) const;

    /** Throws if the topology has routes by hand, which most engines would not heed. */
    void RefuseGivenRoutes(const FabricTopology& topology) const;

    /** Throws if hosts have no path to each other: forwarding tables lead everywhere. */
    void RefuseIslands(const FabricTopology& topology) const;

  private:
    /** @return none by default */
    virtual RoutedLanes DoFindLanes(const FabricTopology& topology) const;

    /**
     * The policy.
     *
     * @param topology a valid one
     * @return the ways between all hosts
     */
    virtual FabricRoutes DoRoute(const FabricTopology& topology) = 0;
};

} // namespace ns3

#endif // AI_FABRIC_ROUTING_ENGINE_H
