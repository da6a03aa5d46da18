// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_PARTS_H
#define AI_FABRIC_SWITCH_PARTS_H

#include "fabric-profile.h"

#include "ns3/fabric-topology.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * The parts of each switch of a network: those of its tier, or else those of the profile.
 */
class SwitchParts
{
  public:
    /** Parts of the switches of a tier. */
    struct Parts
    {
        ObjectFactory buffer;       //!< a SwitchBuffer
        ObjectFactory marker;       //!< an EcnMarker
        ObjectFactory pathSelector; //!< a PathSelector
        ObjectFactory stage;        //!< a SwitchStage
    };

    /**
     * @param profile profile with its tiers
     * @param topology valid topology
     * @throw InputError if the topology has no switch of a tier with parts of its own, if a path
     *         selector or a stage must be the same in all switches because it sends messages to
     *         others, restores the order of flows or takes detours, or if they do not fit together
     */
    SwitchParts(const FabricProfile& profile, const FabricTopology& topology);

    /** @param node id of a switch @return its parts */
    const Parts& Get(uint32_t node) const
    {
        return m_parts[m_tier[node]];
    }

    /**
     * @return parts of all tiers, by number of links to the nearest host, and at the end those of
     *         border switches, if there are any; entry 0 (hosts) has those of the profile
     */
    const std::vector<Parts>& GetAll() const
    {
        return m_parts;
    }

  private:
    std::vector<uint32_t> m_tier; //!< by node id: entry of m_parts
    std::vector<Parts> m_parts;   //!< see GetAll()
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_PARTS_H
