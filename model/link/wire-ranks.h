// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WIRE_RANKS_H
#define AI_FABRIC_WIRE_RANKS_H

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

class FabricChannel;

/**
 * @ingroup ai-fabric-link
 * Each process that runs one end of a wire tells that of the other end something. All processes
 * call this together, between windows; nothing if one runs both ends, or there is but one.
 *
 * @param channel the wire
 * @param save appends what is told from an end that this process runs; side 0 or 1
 * @param load reads what was told from the other end; side of that
 */
void TellAcross(const FabricChannel& channel,
                const std::function<void(uint32_t side, std::string& to)>& save,
                const std::function<void(uint32_t side, const std::string& from)>& load);

/**
 * @ingroup ai-fabric-link
 * Each process that runs one end of a wire learns what LinkFlowControl::SaveForPeer() says of the
 * other end, as by TellAcross().
 *
 * @param channel the wire
 */
void ShareEnds(const FabricChannel& channel);

} // namespace ns3

#endif // AI_FABRIC_WIRE_RANKS_H
