// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_RATE_H
#define AI_FABRIC_LINK_RATE_H

#include "ns3/fabric-network.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Changes the rate of a link in both directions, now; switches are told. The packet that is being
 * sent ends at the old rate.
 *
 * @param network that it is in
 * @param link link id
 * @param ratebps bit/s, positive
 */
void SetLinkRate(const FabricNetwork& network, uint32_t link, uint64_t ratebps);

} // namespace ns3

#endif // AI_FABRIC_LINK_RATE_H
