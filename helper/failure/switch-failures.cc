// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-failures.h"

#include "link-outage.h"

#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/switch-forwarding.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/** @return id of the switch of this name; the number of nodes if there is none */
uint32_t
FindSwitch(const FabricTopology& topology, const std::string& name)
{
    uint32_t id = 0;
    while (id < topology.nodes.size() && (topology.nodes[id].name != name || topology.IsHost(id)))
    {
        ++id;
    }
    return id;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(SwitchFailure);

TypeId
SwitchFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SwitchFailure")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SwitchFailure>()
                            .AddAttribute("Switch",
                                          "Name of the switch, such as spine0.",
                                          StringValue(""),
                                          MakeStringAccessor(&SwitchFailure::m_switch),
                                          MakeStringChecker());
    return tid;
}

bool
SwitchFailure::DoFits(const FabricTopology& topology) const
{
    return FindSwitch(topology, m_switch) < topology.nodes.size();
}

void
SwitchFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    if (DoFits(topology))
    {
        return;
    }
    std::string names;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            continue;
        }
        const std::string& name = topology.nodes[node].name;
        names = names.empty() ? name + " to " : names.substr(0, names.find(" to ") + 4) + name;
    }
    throw InputError("ns3::SwitchFailure Switch: \"" + m_switch + "\" is not a switch; expected " +
                     (names.empty() ? "a topology with switches" : "a name from " + names));
}

FabricFault
SwitchFailure::DoDescribe(const FabricNetwork& network) const
{
    const FabricTopology& topology = network.topology;
    return {{}, m_switch, GetLinksOf(topology, FindSwitch(topology, m_switch))};
}

void
SwitchFailure::DoSet(const FabricNetwork& network, bool begins) const
{
    SetLinksDown(network, DoDescribe(network).links, begins);
}

NS_OBJECT_ENSURE_REGISTERED(RoutingLoop);

TypeId
RoutingLoop::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<RoutingLoop>("ns3::RoutingLoop",
                                "Index of the destination host whose packets loop.")
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
        const uint32_t id = FindSwitch(topology, name);
        if (id == topology.nodes.size())
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
RoutingLoop::DoCheck(const FabricTopology& topology, const FabricProfile& profile) const
{
    HostFailure::DoCheck(topology, profile);
    FindTurns(topology);
}

FabricFault
RoutingLoop::DoDescribe(const FabricNetwork&) const
{
    return {{}, m_switches, {}};
}

void
RoutingLoop::DoSet(const FabricNetwork& network, bool begins) const
{
    for (const auto& turn : FindTurns(network.topology))
    {
        auto& fabricSwitch = *network.fabricSwitches[turn.place];
        begins ? fabricSwitch.Redirect(GetHost(), turn.port) : fabricSwitch.EndRedirect(GetHost());
    }
}

} // namespace ns3
