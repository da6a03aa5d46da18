// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ugal-path-selector.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(UgalPathSelector);

TypeId
UgalPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UgalPathSelector")
            .SetParent<DetourPathSelector>()
            .SetGroupName("AiFabric")
            .AddAttribute("BiasBytes",
                          "Bytes by which the wait of the minimal path may exceed that of the "
                          "detour.",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&UgalPathSelector::m_biasBytes),
                          MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 40));
    return tid;
}

bool
UgalPathSelector::DoTakesDetour(const FabricPacket& packet,
                                const Way& minimal,
                                const Way& detour) const
{
    const bool sharesPort = minimal.port == detour.port;
    return DoMeasure(packet, minimal, sharesPort) >
           DoMeasure(packet, detour, sharesPort) + m_biasBytes;
}

} // namespace ns3
