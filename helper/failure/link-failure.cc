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
LinkFailure::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    NS_LOG_FUNCTION(this << link << begins);
    SetLinkDown(network, link, begins);
}

} // namespace ns3
