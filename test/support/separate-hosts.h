// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SEPARATE_HOSTS_H
#define AI_FABRIC_SEPARATE_HOSTS_H

#include "ns3/host-map.h"

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @param nodes node id of each host
 * @return hosts with a server each, behind one switch, at 100 Gb/s
 */
inline HostMap
SeparateHosts(std::vector<uint32_t> nodes)
{
    HostMap hosts;
    hosts.node = std::move(nodes);
    hosts.server.resize(hosts.node.size());
    std::iota(hosts.server.begin(), hosts.server.end(), 0);
    hosts.leaf.assign(hosts.node.size(), UINT32_MAX);
    hosts.ratebps.assign(hosts.node.size(), 100'000'000'000);
    hosts.taken.assign(hosts.node.size(), false);
    return hosts;
}

/** @param count of hosts, with the node ids 0, 1, ... @return them */
inline HostMap
SeparateHosts(uint32_t count)
{
    std::vector<uint32_t> nodes(count);
    std::iota(nodes.begin(), nodes.end(), 0);
    return SeparateHosts(std::move(nodes));
}

} // namespace ns3

#endif // AI_FABRIC_SEPARATE_HOSTS_H
