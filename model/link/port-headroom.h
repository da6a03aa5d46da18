// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_HEADROOM_H
#define AI_FABRIC_PORT_HEADROOM_H

#include "headroom-calculator.h"

#include <cstdint>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * @param port ingress port of a completed link
 * @param reactionPs time that the other end takes to obey a pause frame, in ps
 * @param priorities length of all pause frames that may be sent at once, in pause frames
 * @param cellBytes size of a cell of the port's buffer in bytes; 0: no cells
 * @return quantities that determine its headroom
 */
HeadroomLink GetHeadroomLink(const FabricNetDevice& port,
                             int64_t reactionPs,
                             uint32_t priorities,
                             uint32_t cellBytes);

/**
 * @ingroup ai-fabric-link
 * @param port ingress port of a completed link
 * @param cellBytes size of a cell of the port's buffer in bytes; 0: no cells
 * @return buffer, in bytes, for frames that the LinkRetry of the other end, if it has one, may
 * send again after a pause has come: all its frames if an answer was lost, minus the part of
 * the headroom for the wire
 */
uint64_t GetReplayBytes(const FabricNetDevice& port, uint32_t cellBytes);

} // namespace ns3

#endif // AI_FABRIC_PORT_HEADROOM_H
