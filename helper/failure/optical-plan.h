// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_PLAN_H
#define AI_FABRIC_OPTICAL_PLAN_H

#include "optical-switching.h"

#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/optical-wiring.h"
#include "ns3/topology-generator.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * What the optical switches of a topology do in a run, one after the other. It adds to the topology
 * the links that they light later, so that a network that is built from it has them, dark.
 */
class OpticalPlan
{
  public:
    /** What changes at a time. */
    struct Change
    {
        std::vector<uint32_t> off; //!< ids of links that lose their light, ascending
        std::vector<uint32_t> on;  //!< ids of links that are lit in their place, ascending
        std::vector<bool> isLit;   //!< by link id: is in use from then on; none behind is
        TopologyGrid grid;         //!< that switches are in from then on
    };

    /**
     * @param generator of the topology; outlives the plan
     * @param topology that it has made; outlives the plan, which adds to it
     */
    OpticalPlan(const TopologyGenerator& generator, FabricTopology& topology);

    /**
     * @param events of any kind
     * @return indices of those that are OpticalSwitchings, in the order in which to plan them
     */
    static std::vector<size_t> FindOrder(const std::vector<Ptr<FabricFailure>>& events);

    /** Throws if there is none left. The topology has a spare cube less from now on. */
    void TakeSpareCube();

    /**
     * Other ports are joined.
     *
     * @param event when
     * @param cubes how they are laid out, see OpticalTopology::Arrange()
     * @param twisted whether the torus is twisted
     * @return what changes
     * @throw InputError if nothing does, there is no such torus, or the one before is not over
     */
    Change Rewire(const OpticalSwitching& event, const std::string& cubes, bool twisted);

  private:
    /** @return id of the link from face to face, which is added if it is not there */
    uint32_t GetLink(const TopologyLink& link);

    const OpticalTopology* m_optical; //!< null: the generator is none
    FabricTopology& m_topology;
    uint32_t m_spareCubes;                                      //!< that there were at first
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_linkOf; //!< by ends: id
    std::vector<bool> m_isLit;                                  //!< by link id
    Time m_light;                                               //!< when the last change is over
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_PLAN_H
