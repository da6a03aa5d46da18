// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "host-protocols.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HostProtocols);

TypeId
HostProtocols::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HostProtocols").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

} // namespace ns3
