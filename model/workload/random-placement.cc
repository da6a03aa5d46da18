// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "random-placement.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RandomPlacement);

TypeId
RandomPlacement::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RandomPlacement")
                            .SetParent<RankPlacement>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<RandomPlacement>();
    return tid;
}

RandomPlacement::RandomPlacement()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

/** Fisher-Yates shuffle. */
std::vector<uint32_t>
RandomPlacement::DoOrder(const HostMap&, std::vector<uint32_t> candidates) const
{
    for (auto i = static_cast<uint32_t>(candidates.size()); i-- > 1;)
    {
        std::swap(candidates[i], candidates[m_random->GetInteger(0, i)]);
    }
    return candidates;
}

int64_t
RandomPlacement::DoAssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

} // namespace ns3
