// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "valiant-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ValiantPathSelector);

TypeId
ValiantPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ValiantPathSelector")
                            .SetParent<DetourPathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ValiantPathSelector>();
    return tid;
}

bool
ValiantPathSelector::DoTakesDetour(const FabricPacket&, const Way&, const Way&) const
{
    return true;
}

} // namespace ns3
