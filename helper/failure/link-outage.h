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
 * Takes a link out of service, now, or puts it back; switches and the manager of routes are told.
 * Failures may overlap: the link is up when as many have ended as begun.
 *
 * What is on the wire is lost, and what a host sends over it. A switch throws away what waits for
 * the port or comes for it (DropReason::LINK_DOWN). Pauses of the link end, credits begin anew.
 *
 * @param network that it is in
 * @param link link id
 * @param down whether it fails
 */
void SetLinkDown(const FabricNetwork& network, uint32_t link, bool down);

/**
 * @ingroup ai-fabric-failure
 * As SetLinkDown(), of several.
 *
 * @param network that they are in
 * @param links link ids
 * @param down whether they fail
 */
void SetLinksDown(const FabricNetwork& network, const std::vector<uint32_t>& links, bool down);

/**
 * @ingroup ai-fabric-failure
 * Has a switch throw away what it would send over a link, now, or ends that; nobody is told.
 * Black holes may overlap each other and outages of the link.
 *
 * @param network that it is in
 * @param link link id
 * @param side of the link that the switch is at, 0 or 1
 * @param begins true: it begins; false: one that began ends
 */
void SetBlackHole(const FabricNetwork& network, uint32_t link, uint32_t side, bool begins);

/**
 * @ingroup ai-fabric-failure
 * @param channel any
 * @return whether it has ever been down, or a switch at its end a black hole
 */
bool HasEverFailed(const FabricChannel& channel);

} // namespace ns3

#endif // AI_FABRIC_LINK_OUTAGE_H
