// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ugal-l-path-selector.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UgalLPathSelector);

TypeId
UgalLPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UgalLPathSelector")
            .SetParent<UgalPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<UgalLPathSelector>()
            .AddAttribute("Weight",
                          "Factor by which the queue of a detour counts (BookSim 2, dragonfly: 2).",
                          UintegerValue(2),
                          MakeUintegerAccessor(&UgalLPathSelector::m_weight),
                          MakeUintegerChecker<uint32_t>(1, 1000));
    return tid;
}

uint64_t
UgalLPathSelector::DoMeasure(const FabricPacket& packet, const Way& way, bool sharesPort) const
{
    const bool isMinimal = way.via == way.dest;
    const uint64_t bytes =
        sharesPort ? GetLaneBytes(way.port, packet.lane, isMinimal) : GetPortBytes(way.port);
    return (isMinimal ? 1 : m_weight) * bytes;
}

} // namespace ns3
