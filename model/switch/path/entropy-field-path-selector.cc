// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "entropy-field-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EntropyFieldPathSelector);

TypeId
EntropyFieldPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EntropyFieldPathSelector")
                            .SetParent<PinnedPathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<EntropyFieldPathSelector>();
    return tid;
}

uint32_t
EntropyFieldPathSelector::DoGetNumber(const FabricPacket& packet) const
{
    const uint16_t port = UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy);
    return static_cast<uint16_t>(port - FIRST_SOURCE_PORT);
}

} // namespace ns3
