// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-tier.h"

#include "ns3/create-part.h"
#include "ns3/detour-path-selector.h"
#include "ns3/ecn-marker.h"
#include "ns3/holding-path-selector.h"
#include "ns3/input-error.h"
#include "ns3/path-selector.h"
#include "ns3/switch-buffer.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SwitchTier);

namespace
{

/** @return a factory that stands for the part of the profile */
ObjectFactory
AsProfile(TypeId family)
{
    ObjectFactory factory;
    factory.SetTypeId(family);
    return factory;
}

} // namespace

TypeId
SwitchTier::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SwitchTier")
                            .SetParent<Object>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SwitchTier>()
                            .AddAttribute("Buffer",
                                          "Of every switch of the tier, instead of the fabric's.",
                                          ObjectFactoryValue(AsProfile(SwitchBuffer::GetTypeId())),
                                          MakeObjectFactoryAccessor(&SwitchTier::buffer),
                                          MakeObjectFactoryChecker())
                            .AddAttribute("Marker",
                                          "Of every switch of the tier, instead of the fabric's.",
                                          ObjectFactoryValue(AsProfile(EcnMarker::GetTypeId())),
                                          MakeObjectFactoryAccessor(&SwitchTier::marker),
                                          MakeObjectFactoryChecker())
                            .AddAttribute("PathSelector",
                                          "Of every switch of the tier, instead of the fabric's; "
                                          "not one whose switches work together.",
                                          ObjectFactoryValue(AsProfile(PathSelector::GetTypeId())),
                                          MakeObjectFactoryAccessor(&SwitchTier::pathSelector),
                                          MakeObjectFactoryChecker());
    return tid;
}

void
CheckTierSelector(const ObjectFactory& ofAll, const ObjectFactory& ofTier)
{
    for (const auto& factory : {ofAll, ofTier})
    {
        const auto specimen = CreatePart<PathSelector>(factory, "PathSelector of a tier");
        if (specimen->IsTold() || DynamicCast<HoldingPathSelector>(specimen) ||
            DynamicCast<DetourPathSelector>(specimen))
        {
            throw InputError("PathSelector " + factory.GetTypeId().GetName() +
                             " is one by which all switches work together; expected one that "
                             "chooses for its switch alone, or the same in all tiers");
        }
    }
}

std::vector<uint32_t>
CountLinksToHosts(const FabricTopology& topology)
{
    const auto links = topology.GetLinksByNode();
    std::vector<uint32_t> distance(topology.nodes.size(), UINT32_MAX);
    std::vector<uint32_t> queue;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            distance[node] = 0;
            queue.push_back(node);
        }
    }
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        for (const uint32_t link : links[queue[i]])
        {
            const uint32_t peer = topology.GetPeer(link, queue[i]);
            if (distance[peer] == UINT32_MAX)
            {
                distance[peer] = distance[queue[i]] + 1;
                queue.push_back(peer);
            }
        }
    }
    return distance;
}

} // namespace ns3
