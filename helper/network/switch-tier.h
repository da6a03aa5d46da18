// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_TIER_H
#define AI_FABRIC_SWITCH_TIER_H

#include "fabric-profile.h"

#include "ns3/fabric-topology.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * What the switches of one tier have instead of the parts that a FabricProfile gives every switch:
 * deep buffers in the spines of shallow leaves, say, or marks in leaves only.
 *
 * A tier is what is equally far from hosts: leaves have links to hosts, spines to leaves, cores to
 * spines. A factory of a class without a constructor, which is what they are at first, stands for
 * the part of the profile. What PFC, deadlock check and lint know of buffers and markers is of the
 * profile.
 */
class SwitchTier final : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param factory of one of the parts @return whether it stands for that of the profile */
    static bool IsOfProfile(const ObjectFactory& factory)
    {
        return factory.IsTypeIdSet() && !factory.GetTypeId().HasConstructor();
    }

    ObjectFactory buffer;       //!< of every switch of the tier: a SwitchBuffer
    ObjectFactory marker;       //!< of every switch of the tier: an EcnMarker
    ObjectFactory pathSelector; //!< of every switch of the tier: a PathSelector
};

/**
 * @ingroup ai-fabric-network
 * Of what each switch of a network is made: the parts of its tier, and else those of the profile.
 */
class SwitchParts
{
  public:
    /** What the switches of a tier are made of. */
    struct Parts
    {
        ObjectFactory buffer;       //!< a SwitchBuffer
        ObjectFactory marker;       //!< an EcnMarker
        ObjectFactory pathSelector; //!< a PathSelector
    };

    /**
     * @param profile with its tiers
     * @param topology a valid one
     * @throw InputError if the topology has no switch of a tier that has parts of its own, or one
     * of the path selectors is of all switches together: it tells others something, holds packets
     * back or takes detours
     */
    SwitchParts(const FabricProfile& profile, const FabricTopology& topology);

    /** @param node id of a switch @return its parts */
    const Parts& Get(uint32_t node) const
    {
        return m_parts[m_linksToHost[node]];
    }

    /** @return the parts of all tiers, by links to the nearest host; of hosts those of the profile
     */
    const std::vector<Parts>& GetAll() const
    {
        return m_parts;
    }

  private:
    std::vector<uint32_t> m_linksToHost; //!< by node id: CountLinksToHosts()
    std::vector<Parts> m_parts;          //!< by links to the nearest host
};

/**
 * @ingroup ai-fabric-network
 * @param topology a valid one
 * @return by node id, the links to the nearest host; 0: a host, or a switch without a way to any
 */
std::vector<uint32_t> CountLinksToHosts(const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_SWITCH_TIER_H
