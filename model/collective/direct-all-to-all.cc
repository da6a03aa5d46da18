// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-all-to-all.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectAllToAll);

TypeId
DirectAllToAll::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DirectAllToAll")
                            .SetParent<AllToAll>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DirectAllToAll>();
    return tid;
}

void
DirectAllToAll::DoWrite(CollectiveBuilder& builder) const
{
    SendDirectly(builder);
}

} // namespace ns3
