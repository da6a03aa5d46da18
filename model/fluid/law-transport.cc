// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "law-transport.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LawTransport);

TypeId
LawTransport::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LawTransport")
                            .SetParent<IdealTransport>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LawTransport>();
    return tid;
}

} // namespace ns3
