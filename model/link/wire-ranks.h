// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WIRE_RANKS_H
#define AI_FABRIC_WIRE_RANKS_H

namespace ns3
{

class FabricChannel;

/**
 * @ingroup ai-fabric-link
 * Each process that runs one end of a wire learns what LinkFlowControl::SaveForPeer() says of the
 * other end. All processes call this together, between windows; nothing if one runs both ends, or
 * there is but one.
 *
 * @param channel the wire
 */
void ShareEnds(const FabricChannel& channel);

} // namespace ns3

#endif // AI_FABRIC_WIRE_RANKS_H
