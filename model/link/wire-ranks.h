// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WIRE_RANKS_H
#define AI_FABRIC_WIRE_RANKS_H

#include "ns3/channel.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Exchanges data between the processes that run the two ends of a wire. All processes must call
 * this function together, between windows. It does nothing if one process runs both ends, or if
 * there is only one process.
 *
 * @param channel wire
 * @param save function that appends the data of an end that this process runs; side 0 or 1
 * @param load function that reads the data of the other end; side of that end
 */
void TellAcross(const Channel& channel,
                const std::function<void(uint32_t side, std::string& to)>& save,
                const std::function<void(uint32_t side, const std::string& from)>& load);

/**
 * @ingroup ai-fabric-link
 * Exchanges the data of LinkFlowControl::SaveForPeer() between the ends of a wire, by TellAcross().
 *
 * @param channel wire
 */
void ShareEnds(const Channel& channel);

} // namespace ns3

#endif // AI_FABRIC_WIRE_RANKS_H
