// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "internet-protocols.h"

#include "fabric-internet-helper.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InternetProtocols);

TypeId
InternetProtocols::GetTypeId()
{
    static TypeId tid = TypeId("ns3::InternetProtocols")
                            .SetParent<HostProtocols>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<InternetProtocols>();
    return tid;
}

void
InternetProtocols::Install(const FabricNetwork& network, int64_t stream) const
{
    const FabricInternetHelper helper;
    helper.Install(network);
    helper.AssignStreams(network, stream);
}

} // namespace ns3
