// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ethernet-route-manager.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("EthernetRouteManager");

NS_OBJECT_ENSURE_REGISTERED(EthernetRouteManager);

TypeId
EthernetRouteManager::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EthernetRouteManager")
                            .SetParent<RouteManager>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<EthernetRouteManager>()
                            .AddAttribute("DetectionTime",
                                          "Time from the change of a link until the switches at "
                                          "its ends have changed their ECMP groups.",
                                          TimeValue(MilliSeconds(1)),
                                          MakeTimeAccessor(&EthernetRouteManager::m_detectionTime),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("RoutingTime",
                                          "Time from the change of the ECMP groups until all "
                                          "switches have converged on new routes.",
                                          TimeValue(MilliSeconds(2)),
                                          MakeTimeAccessor(&EthernetRouteManager::m_routingTime),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

void
EthernetRouteManager::DoNotifyDetected()
{
    NS_LOG_FUNCTION(this);
    const std::size_t index = BeginReroute(GetDead());
    const Ptr<EthernetRouteManager> self(this);
    Simulator::Schedule(m_routingTime,
                        [self, index, dead = GetDead()] { self->Converge(index, dead); });
}

void
EthernetRouteManager::Converge(std::size_t index, const std::vector<bool>& dead)
{
    auto routes = Compute(index, dead);
    Reroute& reroute = GetReroute(index);
    reroute.installed = reroute.computed;
    for (uint32_t node = 0; node < routes.nodes.size(); ++node)
    {
        if (GetNetwork().switchOfNode[node] && Differs(node, routes.nodes[node]))
        {
            ++reroute.switches;
            Write(node, std::move(routes.nodes[node]));
        }
    }
}

bool
EthernetRouteManager::Differs(uint32_t node, const NodeRoutes& next) const
{
    for (uint32_t host = 0; host < GetNetwork().topology.GetHostCount(); ++host)
    {
        if (GetLinksTo(GetWritten(node), host) != GetLinksTo(next, host))
        {
            return true;
        }
    }
    return false;
}

std::string
EthernetRouteManager::DoGetName() const
{
    return "routing";
}

std::string
EthernetRouteManager::DoDescribe(const Reroute& reroute) const
{
    return reroute.computed < reroute.noticed
               ? "not converged yet"
               : "converged at " + Format(reroute.computed) + ", " +
                     std::to_string(reroute.switches) + " switches changed";
}

} // namespace ns3
