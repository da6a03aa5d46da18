// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-parts.h"

#include "changed-attribute.h"
#include "switch-tier.h"

#include "ns3/create-part.h"
#include "ns3/input-error.h"
#include "ns3/path-selector.h"
#include "ns3/switch-stage.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/** Throws if a path selector of the profile or of a tier must be the same in all switches. */
void
CheckTierSelector(const ObjectFactory& ofAll, const ObjectFactory& ofTier)
{
    for (const auto& factory : {ofAll, ofTier})
    {
        if (!CreatePart<PathSelector>(factory, "PathSelector of a tier")->IsLocal())
        {
            throw InputError("PathSelector " + factory.GetTypeId().GetName() +
                             " works only if all switches have it; expected a path selector that "
                             "chooses for its switch alone, or the same in all tiers");
        }
    }
}

/** Throws if a stage of the profile or of a tier must be the same in all switches. */
void
CheckTierStage(const ObjectFactory& ofAll, const ObjectFactory& ofTier)
{
    for (const auto& factory : {ofAll, ofTier})
    {
        if (CreatePart<SwitchStage>(factory, "Stage of a tier")->RestoresOrder())
        {
            throw InputError("Stage " + factory.GetTypeId().GetName() +
                             " works only if all switches have it; expected a stage that works "
                             "for its switch alone, or the same in all tiers");
        }
    }
}

/**
 * Values count, not what the factory names: a manifest names all attributes.
 *
 * @return true if the path selector is the one that the fabric has by default
 */
bool
IsUsualSelector(const FabricProfile& profile, const ObjectFactory& factory)
{
    TypeId::AttributeInformation ofProfile;
    if (!profile.GetInstanceTypeId().LookupAttributeByName("PathSelector", &ofProfile))
    {
        return false;
    }
    const auto* const value =
        dynamic_cast<const ObjectFactoryValue*>(PeekPointer(ofProfile.initialValue));
    const ObjectFactory usual = value->Get();
    if (factory.GetTypeId() != usual.GetTypeId())
    {
        return false;
    }
    const auto is = CreatePart<PathSelector>(factory, "PathSelector of the fabric");
    const auto was = CreatePart<PathSelector>(usual, "PathSelector of the fabric");
    for (TypeId tid = factory.GetTypeId(); tid != Object::GetTypeId(); tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            if (FindOtherValue(*is, *was, tid.GetAttribute(i)))
            {
                return false;
            }
        }
    }
    return true;
}

/** Throws if the path selector of some switches does not work with their stage. */
void
CheckTogether(const FabricProfile& profile, const SwitchParts::Parts& parts)
{
    const auto stage = CreatePart<SwitchStage>(parts.stage, "Stage of the fabric");
    if (!stage->IsNeeded())
    {
        return;
    }
    const std::string start = "PathSelector " + parts.pathSelector.GetTypeId().GetName() +
                              " does not work with Stage " + parts.stage.GetTypeId().GetName();
    if (stage->GetPathSelector())
    {
        if (!IsUsualSelector(profile, parts.pathSelector))
        {
            throw InputError(start + ", which chooses the links itself; expected one of them");
        }
    }
    else if (!CreatePart<PathSelector>(parts.pathSelector, "PathSelector")->IsLocal())
    {
        throw InputError(start + "; expected a path selector that does not hold or send packets "
                                 "and takes no detours");
    }
}

} // namespace

SwitchParts::SwitchParts(const FabricProfile& profile, const FabricTopology& topology)
    : m_tier(topology.CountLinksToHosts())
{
    const uint32_t farthest = *std::max_element(m_tier.begin(), m_tier.end());
    m_parts.assign(farthest + 1,
                   {profile.buffer, profile.marker, profile.pathSelector, profile.stage});
    const auto read = [&](const ObjectFactory& factory,
                          uint32_t number,
                          const std::string& name,
                          const std::string& where) {
        const auto tier = CreatePart<SwitchTier>(factory, "ns3::SwitchTier of the fabric");
        const auto use = [&](const ObjectFactory& own, ObjectFactory Parts::*part) {
            if (SwitchTier::IsOfProfile(own))
            {
                return;
            }
            if (number >= m_parts.size())
            {
                throw InputError(name + ": no switch of " + topology.origin + " is " + where +
                                 "; expected nothing");
            }
            m_parts[number].*part = own;
        };
        use(tier->buffer, &Parts::buffer);
        use(tier->marker, &Parts::marker);
        use(tier->pathSelector, &Parts::pathSelector);
        use(tier->stage, &Parts::stage);
        if (!SwitchTier::IsOfProfile(tier->pathSelector))
        {
            CheckTierSelector(profile.pathSelector, tier->pathSelector);
        }
        if (!SwitchTier::IsOfProfile(tier->stage))
        {
            CheckTierStage(profile.stage, tier->stage);
        }
    };
    read(profile.leafSwitches, 1, "LeafSwitches", "linked to a host");
    read(profile.spineSwitches, 2, "SpineSwitches", "two links away from hosts");
    read(profile.coreSwitches, 3, "CoreSwitches", "three links away from hosts");
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t node = 0; node < m_tier.size(); ++node)
    {
        if (topology.IsBorder(node, linksByNode))
        {
            if (m_parts.size() == farthest + 1)
            {
                m_parts.push_back(m_parts[m_tier[node]]); // what it has of its own tier stays
            }
            m_tier[node] = farthest + 1;
        }
    }
    read(profile.borderSwitches, farthest + 1, "BorderSwitches", "linked to another region");
    for (const auto& parts : m_parts)
    {
        CheckTogether(profile, parts);
    }
}

} // namespace ns3
