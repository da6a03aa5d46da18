// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_TIER_H
#define AI_FABRIC_SWITCH_TIER_H

#include "ns3/fabric-topology.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>
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
 * Path selectors of all switches that work together must be those of all switches.
 *
 * @param ofAll of the profile
 * @param ofTier of a tier, a part of its own
 * @throw InputError if either tells other switches something, holds packets back or takes detours
 */
void CheckTierSelector(const ObjectFactory& ofAll, const ObjectFactory& ofTier);

/**
 * @ingroup ai-fabric-network
 * @param topology a valid one
 * @return by node id, the links to the nearest host; 0: a host
 */
std::vector<uint32_t> CountLinksToHosts(const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_SWITCH_TIER_H
