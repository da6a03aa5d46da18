// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-forwarding.h"

#include <algorithm>
#include <utility>

namespace ns3
{

uint16_t
GetPortOfLink(const std::vector<uint32_t>& links, uint32_t link)
{
    return static_cast<uint16_t>(std::lower_bound(links.begin(), links.end(), link) -
                                 links.begin());
}

void
InstallForwarding(FabricSwitch& fabricSwitch,
                  const NodeRoutes& routes,
                  const std::vector<uint32_t>& links)
{
    std::vector<std::vector<uint16_t>> groups;
    for (const auto& group : routes.groups)
    {
        auto& ports = groups.emplace_back();
        for (const uint32_t link : group)
        {
            ports.push_back(GetPortOfLink(links, link));
        }
    }
    std::vector<uint32_t> groupOfHost = routes.groupOfHost;
    std::replace(groupOfHost.begin(),
                 groupOfHost.end(),
                 FabricRoutes::NO_GROUP,
                 static_cast<uint32_t>(groups.size()));
    groups.emplace_back(); // no port: the destination cannot be reached
    fabricSwitch.SetForwarding(std::move(groupOfHost), std::move(groups));
}

} // namespace ns3
