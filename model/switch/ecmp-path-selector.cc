// SPDX-License-Identifier: GPL-2.0-only

#include "ecmp-path-selector.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EcmpPathSelector);

TypeId
EcmpPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EcmpPathSelector")
                            .SetParent<PathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<EcmpPathSelector>()
                            .AddAttribute("Seed",
                                          "Another seed is another draw of all paths.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&EcmpPathSelector::m_seed),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

uint16_t
EcmpPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    uint64_t hash = uint64_t{packet.entropy} << 32 | (GetSwitchId() * 0x9e3779b1U ^ m_seed);
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdULL;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    hash ^= hash >> 33;
    return ports[(hash >> 32) * ports.size() >> 32];
}

} // namespace ns3
