// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nic-failure.h"

#include "link-outage.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicFailure");

NS_OBJECT_ENSURE_REGISTERED(NicFailure);

TypeId
NicFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NicFailure")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NicFailure>()
                            .AddAttribute("Host",
                                          "Index of the host whose NIC fails.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&NicFailure::m_host),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
NicFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckHost(topology, m_host);
}

FabricFault
NicFailure::DoDescribe(const FabricNetwork& network) const
{
    const FabricTopology& topology = network.topology;
    const uint32_t node = topology.hosts[m_host];
    return {{}, topology.nodes[node].name, {GetLinksOf(topology, node).front()}};
}

void
NicFailure::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, DoDescribe(network).links, true);
}

void
NicFailure::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, DoDescribe(network).links, false);
}

} // namespace ns3
