// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-framing.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaFraming);

TypeId
RdmaFraming::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaFraming").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

Ptr<const FabricPacketCodec>
RdmaFraming::DoMakeCodec() const
{
    return nullptr;
}

} // namespace ns3
