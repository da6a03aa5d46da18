// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rank-placement.h"

#include "ns3/assert.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RankPlacement);

TypeId
RankPlacement::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RankPlacement").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

std::vector<uint32_t>
RankPlacement::Select(const HostMap& hosts,
                      const std::vector<uint32_t>& candidates,
                      size_t count) const
{
    NS_ASSERT_MSG(count <= candidates.size(), "more ranks than hosts");
    auto order = DoOrder(hosts, candidates);
    order.resize(count);
    return order;
}

int64_t
RankPlacement::DoAssignStreams(int64_t)
{
    return 0;
}

} // namespace ns3
