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

bool
SwitchFailure::DoFits(const FabricTopology& topology) const
{
    return std::any_of(topology.nodes.begin(), topology.nodes.end(), [this](const auto& node) {
        return node.kind == TopologyNode::Kind::SWITCH && node.name == m_switch;
    });
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
    uint32_t node = 0;
    while (topology.nodes[node].name != m_switch)
    {
        ++node;
    }
    return {{}, m_switch, GetLinksOf(topology, node)};
}

void
SwitchFailure::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, DoDescribe(network).links, true);
}

void
SwitchFailure::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, DoDescribe(network).links, false);
}

} // namespace ns3
