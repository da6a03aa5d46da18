// SPDX-License-Identifier: GPL-2.0-only

#include "spray-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SprayPathSelector);

TypeId
SprayPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SprayPathSelector")
                            .SetParent<PathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SprayPathSelector>();
    return tid;
}

SprayPathSelector::SprayPathSelector()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

uint16_t
SprayPathSelector::DoSelect(const FabricPacket&, const std::vector<uint16_t>& ports)
{
    return ports[m_random->GetInteger(0, static_cast<uint32_t>(ports.size() - 1))];
}

int64_t
SprayPathSelector::DoAssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

bool
SprayPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3
