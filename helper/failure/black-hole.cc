// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "black-hole.h"

#include "link-outage.h"

#include "ns3/input-error.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlackHole");

NS_OBJECT_ENSURE_REGISTERED(BlackHole);

TypeId
BlackHole::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BlackHole")
                            .SetParent<FailureOfLinks>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BlackHole>();
    return tid;
}

void
BlackHole::DoCheckLinks(const FabricTopology& topology, const std::vector<uint32_t>& links) const
{
    const TopologyLink& link = topology.links[links.front()];
    const uint32_t from = GetSide(topology, links.front()) == 0 ? link.a : link.b;
    if (topology.nodes[from].kind != TopologyNode::Kind::SWITCH)
    {
        throw InputError("ns3::BlackHole From: \"" + GetFrom() +
                         "\" is a host; expected the switch that drops packets");
    }
}

void
BlackHole::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    NS_LOG_FUNCTION(this << link << begins);
    SetBlackHole(network, link, GetSide(network.topology, link), begins);
}

} // namespace ns3
