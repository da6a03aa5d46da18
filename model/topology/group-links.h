// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GROUP_LINKS_H
#define AI_FABRIC_GROUP_LINKS_H

#include "fabric-topology.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Joins all groups of switches to each other, as often as their ports allow, as in dragonflies (Kim
 * et al., ISCA 2008).
 *
 * @param topology topology with the switches
 * @param groups number of groups, at least 2
 * @param ports number of ports of a group to other groups, at least groups - 1
 * @param switchOf function from a group and one of its ports to the node id of the switch with that
 * port
 * @param ratebps rate of each link, in bit/s
 * @param delayPs delay of each link, in ps
 */
void JoinGroups(FabricTopology& topology,
                uint64_t groups,
                uint64_t ports,
                const std::function<uint32_t(uint64_t group, uint64_t port)>& switchOf,
                uint64_t ratebps,
                int64_t delayPs);

} // namespace ns3

#endif // AI_FABRIC_GROUP_LINKS_H
