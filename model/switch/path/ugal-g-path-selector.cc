// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ugal-g-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UgalGPathSelector);

TypeId
UgalGPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UgalGPathSelector")
                            .SetParent<UgalPathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<UgalGPathSelector>();
    return tid;
}

uint64_t
UgalGPathSelector::DoMeasure(const FabricPacket& packet,
                             const Way& way,
                             bool /* sharesPort */) const
{
    const uint32_t entropy = packet.entropy;
    const auto [bytes, last] = SumQueues(way.via, entropy);
    if (way.via == way.dest || !last)
    {
        return bytes;
    }
    // All switches of a network have the same path selector.
    const auto* const turn = static_cast<const UgalGPathSelector*>(last);
    return bytes + turn->SumQueues(way.dest, entropy).first;
}

bool
UgalGPathSelector::DoLooksFar() const
{
    return true;
}
} // namespace ns3
