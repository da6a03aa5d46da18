// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUT_HOST_H
#define AI_FABRIC_CUT_HOST_H

#include "ns3/fabric-network.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Applies the effect of an outage in a network with LawTransport, where no packet can fail. A host
 * that has lost its last link is cut off: its GPU hangs, as a job in lockstep does, until a link is
 * restored. The jobs of the GPU fail after LawTransport::GetAbortTime(). Failures of links between
 * switches have no effect.
 *
 * @param network network of the link
 * @param link id of a link that has failed or was restored now
 * @param down true: the link has failed; false: it was restored
 */
void UpdateCutHosts(const FabricNetwork& network, uint32_t link, bool down);

} // namespace ns3

#endif // AI_FABRIC_CUT_HOST_H
