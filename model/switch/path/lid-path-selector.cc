// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lid-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LidPathSelector);

TypeId
LidPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LidPathSelector")
                            .SetParent<PathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LidPathSelector>();
    return tid;
}

uint16_t
LidPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    return ports[LidOffset(packet.entropy, ports.size())];
}

} // namespace ns3
