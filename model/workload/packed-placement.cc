// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "packed-placement.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PackedPlacement);

TypeId
PackedPlacement::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PackedPlacement")
                            .SetParent<RankPlacement>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<PackedPlacement>();
    return tid;
}

std::vector<uint32_t>
PackedPlacement::DoOrder(const HostMap&, std::vector<uint32_t> candidates) const
{
    return candidates;
}

} // namespace ns3
