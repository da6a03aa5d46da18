// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_OUTAGE_H
#define AI_FABRIC_LINK_OUTAGE_H

#include "ns3/fabric-network.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Takes a link out of service now, or restores it, and notifies the switches and the route manager.
 * Failures may overlap: the link is up when all its failures have ended.
 *
 * Packets on the wire are lost, and packets that a host sends over it. A switch drops packets that
 * wait for the port or are routed to it (DropReason::LINK_DOWN). Pauses of the link end, credits
 * start afresh.
 *
 * @param network network of the link
 * @param link id of the link
 * @param down true: the link fails; false: it is restored
 */
void SetLinkDown(const FabricNetwork& network, uint32_t link, bool down);

/**
 * @ingroup ai-fabric-failure
 * SetLinkDown() for several links at the same time.
 *
 * @param network network of the links
 * @param links ids of the links
 * @param down true: the links fail; false: they are restored
 */
void SetLinksDown(const FabricNetwork& network, const std::vector<uint32_t>& links, bool down);

/**
 * @ingroup ai-fabric-failure
 * Makes a switch drop now all packets for a link, without any notice, or ends that. Black holes may
 * overlap each other and outages of the link.
 *
 * @param network network of the link
 * @param link id of the link
 * @param side end of the link at the switch, 0 or 1
 * @param begins true: a black hole begins; false: one ends
 */
void SetBlackHole(const FabricNetwork& network, uint32_t link, uint32_t side, bool begins);

/**
 * @ingroup ai-fabric-failure
 * @param channel channel of a link
 * @return true if the link has ever been down, or a switch at its end a black hole
 */
bool HasEverFailed(const FabricChannel& channel);

} // namespace ns3

#endif // AI_FABRIC_LINK_OUTAGE_H
