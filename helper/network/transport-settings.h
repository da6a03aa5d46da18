// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSPORT_SETTINGS_H
#define AI_FABRIC_TRANSPORT_SETTINGS_H

#include "fabric-profile.h"

#include "ns3/fabric-topology.h"
#include "ns3/message-transport.h"
#include "ns3/rdma-nic.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Throws if a fabric sets something of queue pairs or of packets though its transport has none.
 *
 * @param profile the parts
 * @param transport a specimen
 * @param nic a specimen
 * @throw InputError if something is set that would have no effect
 */
void CheckTransportSettings(const FabricProfile& profile,
                            const MessageTransport& transport,
                            const RdmaNic& nic);

/**
 * @ingroup ai-fabric-helper
 * @param profile the parts
 * @return whether its transport has packets; also true if it names none
 */
bool HasPackets(const FabricProfile& profile);

/**
 * @ingroup ai-fabric-helper
 * @param profile the parts
 * @return whether its switches hold packets back, to restore the order of flows
 */
bool RestoresOrder(const FabricProfile& profile);

/**
 * @ingroup ai-fabric-helper
 * Throws if a link has an error rate though there are no packets to lose.
 *
 * @param topology of the fabric
 * @param transport a specimen
 * @throw InputError naming the link
 */
void CheckLinksWithoutPackets(const FabricTopology& topology, const MessageTransport& transport);

} // namespace ns3

#endif // AI_FABRIC_TRANSPORT_SETTINGS_H
