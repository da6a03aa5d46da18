// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WIRE_LANE_H
#define AI_FABRIC_WIRE_LANE_H

#include "ns3/fabric-event.h"
#include "ns3/packet-list.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Packets in flight in the order of their arrival, and the event of the arrival of the first.
 */
struct WireLane
{
    PacketList packets;       //!< packets, the next to arrive first
    Ptr<FabricEvent> arrival; //!< arrival of the first packet
};

} // namespace ns3

#endif // AI_FABRIC_WIRE_LANE_H
