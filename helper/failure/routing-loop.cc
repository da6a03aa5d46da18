// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "routing-loop.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/switch-forwarding.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RoutingLoop");

NS_OBJECT_ENSURE_REGISTERED(RoutingLoop);

TypeId
RoutingLoop::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RoutingLoop")
            .SetParent<FabricFailure>()
            .SetGroupName("AiFabric")
            .AddConstructor<RoutingLoop>()
            .AddAttribute("Host",
                          "Index of the destination host whose packets loop.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RoutingLoop::m_host),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "Switches",
                "Names of the switches in the order of the loop, separated by commas, such as "
                "leaf0,spine0. Each has a link to the next, the last to the first.",
                StringValue(""),
                MakeStringAccessor(&RoutingLoop::m_switches),
                MakeStringChecker());
    return tid;
}

std::vector<uint32_t>
RoutingLoop::FindNodes(const FabricTopology& topology) const
{
    std::vector<uint32_t> nodes;
    std::istringstream names(m_switches);
    for (std::string name; std::getline(names, name, ',');)
    {
        const auto isIt = [&name](const TopologyNode& node) { return node.name == name; };
        const auto node = std::find_if(topology.nodes.begin(), topology.nodes.end(), isIt);
        const auto id = static_cast<uint32_t>(node - topology.nodes.begin());
        if (node == topology.nodes.end() || topology.IsHost(id))
        {
            throw InputError("ns3::RoutingLoop Switches: \"" + name +
                             "\" is not a switch; expected names such as leaf0,spine0");
        }
        if (std::find(nodes.begin(), nodes.end(), id) != nodes.end())
        {
            throw InputError("ns3::RoutingLoop Switches: " + name +
                             " is listed twice; expected each switch once");
        }
        nodes.push_back(id);
    }
    if (nodes.size() < 2)
    {
        throw InputError("ns3::RoutingLoop Switches: is \"" + m_switches +
                         "\"; expected two switches or more, such as leaf0,spine0");
    }
    return nodes;
}

std::vector<RoutingLoop::Turn>
RoutingLoop::FindTurns(const FabricTopology& topology) const
{
    const auto nodes = FindNodes(topology);
    std::vector<Turn> turns;
    for (size_t i = 0; i < nodes.size(); ++i)
    {
        const uint32_t node = nodes[i];
        const uint32_t next = nodes[(i + 1) % nodes.size()];
        uint32_t place = 0;
        for (uint32_t id = 0; id < node; ++id)
        {
            place += topology.IsHost(id) ? 0 : 1;
        }
        const auto links = GetLinksOf(topology, node);
        const auto link = std::find_if(links.begin(), links.end(), [&](uint32_t id) {
            return topology.links[id].a == next || topology.links[id].b == next;
        });
        if (link == links.end())
        {
            throw InputError(
                "ns3::RoutingLoop Switches: " + topology.nodes[node].name + " and " +
                topology.nodes[next].name +
                " have no link; list switches in an order in which each has a link to the next");
        }
        turns.push_back({place, GetPortOfLink(links, *link)});
    }
    return turns;
}

bool
RoutingLoop::DoFits(const FabricTopology& topology) const
{
    const auto first = m_switches.substr(0, m_switches.find(','));
    return std::any_of(topology.nodes.begin(), topology.nodes.end(), [&first](const auto& node) {
        return node.name == first;
    });
}

void
RoutingLoop::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckHost(topology, m_host);
    FindTurns(topology);
}

FabricFault
RoutingLoop::DoDescribe(const FabricNetwork&) const
{
    return {{}, m_switches, {}};
}

void
RoutingLoop::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    for (const auto& turn : FindTurns(network.topology))
    {
        network.fabricSwitches[turn.place]->Redirect(m_host, turn.port);
    }
}

void
RoutingLoop::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    for (const auto& turn : FindTurns(network.topology))
    {
        network.fabricSwitches[turn.place]->EndRedirect(m_host);
    }
}

} // namespace ns3
