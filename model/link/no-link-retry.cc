// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "no-link-retry.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NoLinkRetry);

TypeId
NoLinkRetry::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NoLinkRetry")
                            .SetParent<LinkRetry>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NoLinkRetry>();
    return tid;
}

bool
NoLinkRetry::DoIsNeeded() const
{
    return false;
}

void
NoLinkRetry::DoStart()
{
}

uint64_t
NoLinkRetry::DoGetBufferBytes() const
{
    return 0;
}

void
NoLinkRetry::DoNotifySent(const FabricPacket&, int64_t, int64_t)
{
}

bool
NoLinkRetry::DoAccept(const FabricPacket&, int64_t, bool damaged)
{
    return !damaged;
}

void
NoLinkRetry::DoReceiveControl(const FabricPacket&)
{
}

void
NoLinkRetry::DoNotifyLink()
{
}

} // namespace ns3
