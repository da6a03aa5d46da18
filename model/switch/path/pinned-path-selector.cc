// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pinned-path-selector.h"

#include <cstddef>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PinnedPathSelector);

TypeId
PinnedPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PinnedPathSelector")
                            .SetParent<PathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<PinnedPathSelector>();
    return tid;
}

void
PinnedPathSelector::DoStart()
{
    for (std::size_t port = 0; port < GetPortCount(); ++port)
    {
        m_hasHosts = m_hasHosts || LeadsToHost(static_cast<uint16_t>(port));
    }
}

uint16_t
PinnedPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const std::size_t divisor = m_hasHosts ? 1 : ports.size();
    return ports[DoGetNumber(packet) / divisor % ports.size()];
}

uint32_t
PinnedPathSelector::DoGetNumber(const FabricPacket& packet) const
{
    return packet.destHost;
}

} // namespace ns3
