// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "queue-pair-ecmp-path-selector.h"

#include "ns3/random-draws.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(QueuePairEcmpPathSelector);

TypeId
QueuePairEcmpPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::QueuePairEcmpPathSelector")
                            .SetParent<EcmpPathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<QueuePairEcmpPathSelector>();
    return tid;
}

uint16_t
QueuePairEcmpPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const auto entropy = static_cast<uint32_t>(HashDraw(packet.entropy, packet.destEndpoint));
    return ports[Hash(entropy, GetHashSalt(), ports.size())];
}

} // namespace ns3
