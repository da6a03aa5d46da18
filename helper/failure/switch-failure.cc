// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-failure.h"

#include "link-outage.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SwitchFailure");

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

void
SwitchFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    std::string names;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            continue;
        }
        const std::string& name = topology.nodes[node].name;
        if (name == m_switch)
        {
            return;
        }
        names = names.empty() ? name + " to " : names.substr(0, names.find(" to ") + 4) + name;
    }
    throw InputError("ns3::SwitchFailure Switch: \"" + m_switch + "\" is no switch; expected " +
                     (names.empty() ? "a topology that has one" : "a name from " + names));
}

void
SwitchFailure::SetDown(const FabricNetwork& network, bool down) const
{
    NS_LOG_FUNCTION(this << down);
    const FabricTopology& topology = network.topology;
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        if (topology.nodes[topology.links[link].a].name == m_switch ||
            topology.nodes[topology.links[link].b].name == m_switch)
        {
            SetLinkDown(network, link, down);
        }
    }
}

void
SwitchFailure::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetDown(network, true);
}

void
SwitchFailure::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetDown(network, false);
}

} // namespace ns3
