// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/node-pattern.h"
#include "ns3/routing-engine.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

/** Shortest paths that avoid some switches where other shortest paths exist, as before a repair. */
class OwnRouting : public RoutingEngine
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OwnRouting")
                                .SetParent<RoutingEngine>()
                                .AddConstructor<OwnRouting>()
                                .AddAttribute("Avoided",
                                              "Name of the switches, such as spine0 or spine*.",
                                              StringValue("spine0"),
                                              MakeStringAccessor(&OwnRouting::m_avoided),
                                              MakeStringChecker());
        return tid;
    }

  private:
    FabricRoutes DoRoute(const FabricTopology& topology) override
    {
        RefuseGivenRoutes(topology);
        const auto idle = FindNodes(topology, m_avoided);
        const FabricRoutes shortest(topology);
        FabricTopology changed = topology;
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
            {
                auto links = shortest.GetEgressLinks(node, host);
                const auto isAvoided = [&](uint32_t link) {
                    return std::count(idle.begin(), idle.end(), topology.GetPeer(link, node)) > 0;
                };
                links.erase(std::remove_if(links.begin(), links.end(), isAvoided), links.end());
                if (!topology.IsHost(node) && !links.empty())
                {
                    changed.routes.push_back({node, {host}, links});
                }
            }
        }
        return FabricRoutes(changed);
    }

    std::string m_avoided;
};

NS_OBJECT_ENSURE_REGISTERED(OwnRouting);

} // namespace ns3
