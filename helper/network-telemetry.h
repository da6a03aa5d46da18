// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_TELEMETRY_H
#define AI_FABRIC_NETWORK_TELEMETRY_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-topology.h"
#include "ns3/rdma-congestion-control.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Room for in-band telemetry in each data packet.
 */
struct TelemetryRoom
{
    uint32_t hops{0};  //!< switches whose records fit; 0: packets carry no stack of records
    uint32_t bytes{0}; //!< bytes of telemetry on the wire
};

/**
 * @ingroup ai-fabric-helper
 * Reserves room for telemetry, if the congestion control needs it.
 *
 * @param needs needs of the congestion control
 * @param topology topology of the network, without dark links
 * @param network network with its NICs and routes
 * @param takesDetours true: packets may go over any other switch
 * @return the room
 */
TelemetryRoom MakeRoomForTelemetry(const CongestionNeeds& needs,
                                   const FabricTopology& topology,
                                   const FabricNetwork& network,
                                   bool takesDetours);

/**
 * @ingroup ai-fabric-helper
 * Starts digests in switches, if the congestion control needs them.
 *
 * @param needs needs of the congestion control
 * @param network complete network, with ideal times
 */
void StartDigests(const CongestionNeeds& needs, const FabricNetwork& network);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_TELEMETRY_H
