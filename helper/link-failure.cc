// SPDX-License-Identifier: GPL-2.0-only

#include "link-failure.h"

#include "subnet-manager.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinkFailure");

NS_OBJECT_ENSURE_REGISTERED(LinkFailure);

TypeId
LinkFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinkFailure")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LinkFailure>()
                            .AddAttribute("From",
                                          "Name of the node at one end, such as leaf0.",
                                          StringValue(""),
                                          MakeStringAccessor(&LinkFailure::m_from),
                                          MakeStringChecker())
                            .AddAttribute("To",
                                          "Name of the node at the other end.",
                                          StringValue(""),
                                          MakeStringAccessor(&LinkFailure::m_to),
                                          MakeStringChecker())
                            .AddAttribute("Number",
                                          "Which of the links between the two, from 0 on; -1: all.",
                                          IntegerValue(-1),
                                          MakeIntegerAccessor(&LinkFailure::m_number),
                                          MakeIntegerChecker<int32_t>(-1));
    return tid;
}

std::vector<uint32_t>
LinkFailure::FindLinks(const FabricTopology& topology) const
{
    std::vector<uint32_t> links;
    for (uint32_t id = 0; id < topology.links.size(); ++id)
    {
        const std::string& a = topology.nodes[topology.links[id].a].name;
        const std::string& b = topology.nodes[topology.links[id].b].name;
        if ((a == m_from && b == m_to) || (a == m_to && b == m_from))
        {
            links.push_back(id);
        }
    }
    return links;
}

void
LinkFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    for (const auto& [key, name] : {std::pair{"From", m_from}, {"To", m_to}})
    {
        const auto isIt = [&name = name](const TopologyNode& node) { return node.name == name; };
        if (std::none_of(topology.nodes.begin(), topology.nodes.end(), isIt))
        {
            throw InputError("ns3::LinkFailure " + std::string(key) + ": \"" + name +
                             "\" is no node; expected a name from " + topology.nodes.front().name +
                             " to " + topology.nodes.back().name);
        }
    }
    const auto links = FindLinks(topology);
    if (links.empty())
    {
        throw InputError("ns3::LinkFailure To: no link joins " + m_from + " and " + m_to +
                         "; expected two neighbours");
    }
    if (m_number >= static_cast<int64_t>(links.size()))
    {
        throw InputError("ns3::LinkFailure Number: is " + std::to_string(m_number) +
                         "; expected 0 to " + std::to_string(links.size() - 1) +
                         ", the links between " + m_from + " and " + m_to + ", or -1 for all");
    }
}

void
LinkFailure::SetDown(const FabricNetwork& network, bool down) const
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    auto links = FindLinks(network.topology);
    if (m_number >= 0)
    {
        links = {links[m_number]};
    }
    for (const uint32_t link : links)
    {
        NS_LOG_INFO("link " << link << " of " << m_from << " and " << m_to << ": "
                            << (down ? "down" : "up"));
        FabricChannel& channel = *network.channels[link];
        if (!down)
        {
            channel.SetDown(false, nowPs);
        }
        for (uint32_t side : {0U, 1U})
        {
            const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
            const auto fabricSwitch = port->GetNode()->GetObject<FabricSwitch>();
            for (uint8_t lane = 0; fabricSwitch && lane < port->GetLaneCount(); ++lane)
            {
                fabricSwitch->SetDiscard(port->GetPortNumber(),
                                         lane,
                                         down ? DropReason::LINK_DOWN : DropReason::NONE,
                                         nowPs);
            }
        }
        if (down)
        {
            channel.SetDown(true, nowPs);
        }
        if (network.subnetManager)
        {
            network.subnetManager->NotifyLink(link, down);
        }
    }
}

void
LinkFailure::DoBegin(const FabricNetwork& network) const
{
    SetDown(network, true);
}

void
LinkFailure::DoEnd(const FabricNetwork& network) const
{
    SetDown(network, false);
}

} // namespace ns3
