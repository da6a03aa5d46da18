// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_TIER_H
#define AI_FABRIC_SWITCH_TIER_H

#include "ns3/object-factory.h"
#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * Parts of the switches of one tier that replace the parts of the FabricProfile: for example deep
 * buffers in the spines of shallow leaves, or marks in leaves only.
 *
 * The switches of a tier have the same distance from hosts: leaves have links to hosts, spines to
 * leaves, cores to spines. Border switches have links to another region, at any distance from
 * hosts; what their tier gives them stays unless theirs replaces it. The default factory, of the
 * interface of the part, stands for the part of the profile. PFC, the deadlock check and the lint
 * use the buffers and markers of the profile.
 */
class SwitchTier final : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param factory factory of one of the parts
     * @return true if it stands for the part of the profile
     */
    static bool IsOfProfile(const ObjectFactory& factory)
    {
        return factory.IsTypeIdSet() && !factory.GetTypeId().HasConstructor() &&
               factory.GetTypeId().GetParent() == Object::GetTypeId();
    }

    ObjectFactory buffer;       //!< a SwitchBuffer for every switch of the tier
    ObjectFactory marker;       //!< an EcnMarker for every switch of the tier
    ObjectFactory pathSelector; //!< a PathSelector for every switch of the tier
    ObjectFactory stage;        //!< a SwitchStage for every switch of the tier
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_TIER_H
