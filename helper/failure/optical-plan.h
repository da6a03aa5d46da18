// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_PLAN_H
#define AI_FABRIC_OPTICAL_PLAN_H

#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/optical-wiring.h"
#include "ns3/topology-generator.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The rewirings by optical switches in a run, one after the other. Adds to the topology the links
 * that they light later, so that a network built from it has these links, dark.
 */
class OpticalPlan
{
  public:
    /** One rewiring. */
    struct Change
    {
        std::vector<uint32_t> off; //!< ids of links that lose their light, ascending
        std::vector<uint32_t> on;  //!< ids of links that are lit instead, ascending
        std::vector<bool> isLit;   //!< by link id: true if in use from then on; ids beyond the end
                                   //!< are not
        TopologyGrid grid;         //!< grid of the switches from then on
    };

    /**
     * @param generator generator of the topology; outlives the plan
     * @param topology topology that it has made; outlives the plan, which adds links to it
     */
    OpticalPlan(const TopologyGenerator& generator, FabricTopology& topology);

    /** Takes one spare cube of the topology; throws if there is none left. */
    void TakeSpareCube();

    /**
     * Plans that optical switches join other ports.
     *
     * @param dark earliest time at which links may lose their light
     * @param light latest time at which the new links are up
     * @param cubes layout of the cubes, see OpticalTopology::Arrange()
     * @param twisted true: the torus is twisted
     * @return the resulting change
     * @throw InputError if nothing changes, there is no such torus, or the change before is not
     *         over
     */
    Change Rewire(Time dark, Time light, const std::string& cubes, bool twisted);

  private:
    /** @return id of the link between two faces, which is added if it does not exist */
    uint32_t GetLink(const TopologyLink& link);

    const OpticalTopology* m_optical; //!< null: the generator has no optical switches
    FabricTopology& m_topology;
    uint32_t m_spareCubes; //!< spare cubes of the topology at first
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_linkOf; //!< id by ends
    std::vector<bool> m_isLit;                                  //!< by link id
    Time m_light;                                               //!< end of the last change
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_PLAN_H
