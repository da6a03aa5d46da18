// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "failure-of-links.h"

#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/string.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FailureOfLinks);

TypeId
FailureOfLinks::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FailureOfLinks")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddAttribute("From",
                                          "Name of the node at one end, such as leaf0.",
                                          StringValue(""),
                                          MakeStringAccessor(&FailureOfLinks::m_from),
                                          MakeStringChecker())
                            .AddAttribute("To",
                                          "Name of the node at the other end.",
                                          StringValue(""),
                                          MakeStringAccessor(&FailureOfLinks::m_to),
                                          MakeStringChecker())
                            .AddAttribute("Number",
                                          "Index of the link among parallel links between the two "
                                          "nodes, counted from 0; -1: all of them.",
                                          IntegerValue(-1),
                                          MakeIntegerAccessor(&FailureOfLinks::m_number),
                                          MakeIntegerChecker<int32_t>(-1));
    return tid;
}

/** @return all links between the two nodes, ascending */
std::vector<uint32_t>
FailureOfLinks::FindLinks(const FabricTopology& topology) const
{
    const bool all = TakesAll();
    std::vector<uint32_t> links;
    for (uint32_t id = 0; id < topology.links.size(); ++id)
    {
        const std::string& a = topology.nodes[topology.links[id].a].name;
        const std::string& b = topology.nodes[topology.links[id].b].name;
        if (all || (a == m_from && b == m_to) || (a == m_to && b == m_from))
        {
            links.push_back(id);
        }
    }
    return links;
}

std::vector<uint32_t>
FailureOfLinks::GetLinks(const FabricTopology& topology) const
{
    const auto links = FindLinks(topology);
    return m_number < 0 ? links : std::vector{links[m_number]};
}

uint32_t
FailureOfLinks::GetSide(const FabricTopology& topology, uint32_t link) const
{
    return topology.nodes[topology.links[link].a].name == m_from ? 0 : 1;
}

bool
FailureOfLinks::DoFits(const FabricTopology& topology) const
{
    return !FindLinks(topology).empty();
}

void
FailureOfLinks::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    const std::string type = GetInstanceTypeId().GetName();
    for (const auto& [key, name] : {std::pair{"From", m_from}, {"To", m_to}})
    {
        const auto isIt = [&name = name](const TopologyNode& node) { return node.name == name; };
        if (!TakesAll() && std::none_of(topology.nodes.begin(), topology.nodes.end(), isIt))
        {
            throw InputError(type + " " + std::string(key) + ": \"" + name +
                             "\" is not a node; expected a name from " +
                             topology.nodes.front().name + " to " + topology.nodes.back().name);
        }
    }
    const auto links = FindLinks(topology);
    if (links.empty())
    {
        throw InputError(type + " To: no link joins " + m_from + " and " + m_to +
                         "; expected two neighbours");
    }
    if (m_number >= static_cast<int64_t>(links.size()))
    {
        throw InputError(type + " Number: is " + std::to_string(m_number) + "; expected 0 to " +
                         std::to_string(links.size() - 1) + ", the links between " + m_from +
                         " and " + m_to + ", or -1 for all");
    }
    DoCheckLinks(topology, GetLinks(topology));
}

void
FailureOfLinks::DoCheckLinks(const FabricTopology&, const std::vector<uint32_t>&) const
{
}

void
FailureOfLinks::DoSet(const FabricNetwork& network, bool begins) const
{
    for (const uint32_t link : GetLinks(network.topology))
    {
        DoChange(network, link, begins);
    }
    for (const auto& plane : network.planes)
    {
        for (uint32_t link = 0; TakesAll() && link < plane->channels.size(); ++link)
        {
            DoChange(*plane, link, begins);
        }
    }
}

FabricFault
FailureOfLinks::DoDescribe(const FabricNetwork& network) const
{
    const std::string number = m_number < 0 ? "" : " (" + std::to_string(m_number) + ')';
    FabricFault fault{{},
                      TakesAll() ? "all links" : m_from + " to " + m_to + number,
                      GetLinks(network.topology)};
    for (const auto& plane : network.planes)
    {
        if (TakesAll())
        {
            fault.channels.insert(fault.channels.end(),
                                  plane->channels.begin(),
                                  plane->channels.end());
        }
    }
    return fault;
}

bool
FailureOfLinks::TakesAll() const
{
    return DoTakesAll() && m_from.empty() && m_to.empty();
}

bool
FailureOfLinks::DoTakesAll() const
{
    return false;
}

} // namespace ns3
