// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_RUN_H
#define AI_FABRIC_PACKET_RUN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Packets of one length that follow each other.
 */
struct PacketRun
{
    uint64_t packets; //!< how many; a run of none is allowed
    uint32_t bytes;   //!< of each, on the wire
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_RUN_H
