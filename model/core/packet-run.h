// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_RUN_H
#define AI_FABRIC_PACKET_RUN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Consecutive packets of equal length.
 */
struct PacketRun
{
    uint64_t packets; //!< number of packets; may be 0
    uint32_t bytes;   //!< length of each packet on the wire
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_RUN_H
