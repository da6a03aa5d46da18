// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "striped-placement.h"

#include "ns3/boolean.h"

#include <map>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(StripedPlacement);

TypeId
StripedPlacement::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StripedPlacement")
            .SetParent<RankPlacement>()
            .SetGroupName("AiFabric")
            .AddConstructor<StripedPlacement>()
            .AddAttribute("OverServers",
                          "Assign ranks to servers in turn; false: to leaves in turn.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&StripedPlacement::m_servers),
                          MakeBooleanChecker());
    return tid;
}

std::vector<uint32_t>
StripedPlacement::DoOrder(const HostMap& hosts, std::vector<uint32_t> candidates) const
{
    const auto& groupOfHost = m_servers ? hosts.server : hosts.leaf;
    std::map<uint32_t, size_t> placeOfGroup;
    std::vector<std::vector<uint32_t>> groups;
    for (const uint32_t host : candidates)
    {
        const auto [place, isNew] = placeOfGroup.emplace(groupOfHost[host], groups.size());
        if (isNew)
        {
            groups.emplace_back();
        }
        groups[place->second].push_back(host);
    }
    std::vector<uint32_t> order;
    for (size_t round = 0; order.size() < candidates.size(); ++round)
    {
        for (const auto& group : groups)
        {
            if (round < group.size())
            {
                order.push_back(group[round]);
            }
        }
    }
    return order;
}

} // namespace ns3
