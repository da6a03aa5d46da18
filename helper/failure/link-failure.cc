// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-failure.h"

#include "link-outage.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinkFailure");

NS_OBJECT_ENSURE_REGISTERED(LinkFailure);

TypeId
LinkFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinkFailure")
                            .SetParent<FailureOfLinks>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LinkFailure>();
    return tid;
}

void
LinkFailure::DoBegin(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, GetLinks(network.topology), true);
}

void
LinkFailure::DoEnd(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, GetLinks(network.topology), false);
}

} // namespace ns3
