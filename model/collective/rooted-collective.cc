// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rooted-collective.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RootedCollective);

TypeId
RootedCollective::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RootedCollective")
                            .SetParent<ChunkedCollective>()
                            .SetGroupName("AiFabric")
                            .AddAttribute("Root",
                                          "Rank that is the source or the destination of all data.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&RootedCollective::m_root),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

uint32_t
RootedCollective::GetRank(const CollectiveBuilder& builder, uint32_t index) const
{
    const uint32_t ranks = builder.GetRanks();
    if (m_root >= ranks)
    {
        Fail("Root " + std::to_string(m_root) + " does not exist; allowed: 0 to " +
             std::to_string(ranks - 1));
    }
    return static_cast<uint32_t>((uint64_t{m_root} + index) % ranks);
}

std::vector<uint32_t>
RootedCollective::GetChain(const CollectiveBuilder& builder) const
{
    auto chain = builder.GetLayout().GetRing(builder.GetChannel());
    std::rotate(chain.begin(),
                std::find(chain.begin(), chain.end(), GetRank(builder, 0)),
                chain.end());
    return chain;
}

} // namespace ns3
