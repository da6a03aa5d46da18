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
 * Joins all groups of switches to each other, as often as their ports allow: the links of
 * dragonflies (Kim et al., ISCA 2008).
 *
 * @param topology with the switches
 * @param groups how many there are, at least 2
 * @param ports of a group to others, at least groups - 1
 * @param switchOf the node id of the switch of a group that has a port of it
 * @param ratebps of each link
 * @param delayPs of each link
 */
void JoinGroups(FabricTopology& topology,
                uint64_t groups,
                uint64_t ports,
                const std::function<uint32_t(uint64_t group, uint64_t port)>& switchOf,
                uint64_t ratebps,
                int64_t delayPs);

} // namespace ns3

#endif // AI_FABRIC_GROUP_LINKS_H
