// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ecmp-path-selector.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EcmpPathSelector);

TypeId
EcmpPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::EcmpPathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<EcmpPathSelector>()
            .AddAttribute("Seed",
                          "Seed of the hash, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&EcmpPathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SeedPerSwitch",
                          "Whether each switch hashes differently. If all switches hash alike, "
                          "those of the second tier use only one of their ports (polarization).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&EcmpPathSelector::m_seedPerSwitch),
                          MakeBooleanChecker());
    return tid;
}

uint16_t
EcmpPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    return ports[Hash(packet.entropy, MakeSalt(m_seed), ports.size())];
}

uint32_t
EcmpPathSelector::DoChooseSalt(uint32_t salt) const
{
    return m_seedPerSwitch ? salt : 0;
}

} // namespace ns3
