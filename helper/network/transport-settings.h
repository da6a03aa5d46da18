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
 * Throws if a fabric has settings of queue pairs or of packets although its transport has none.
 *
 * @param profile parts of the fabric
 * @param transport a sample object
 * @param nic a sample object
 * @throw InputError if a setting would have no effect
 */
void CheckTransportSettings(const FabricProfile& profile,
                            const MessageTransport& transport,
                            const RdmaNic& nic);

/**
 * @ingroup ai-fabric-helper
 * @param profile parts of the fabric
 * @return true if its transport has packets, or if it names no transport
 */
bool HasPackets(const FabricProfile& profile);

/**
 * @ingroup ai-fabric-network
 * @param profile parts of a fabric
 * @return true if its transport is a LawTransport
 */
bool UsesLaw(const FabricProfile& profile);

/**
 * @ingroup ai-fabric-helper
 * @param profile parts of the fabric
 * @return name of the path selector or stage whose switches hold packets back to restore the order
 *         of flows; empty: none
 */
std::string GetReorderer(const FabricProfile& profile);

/**
 * @ingroup ai-fabric-helper
 * Throws if a link has an error rate although there are no packets to lose.
 *
 * @param topology topology of the fabric
 * @param transport a sample object
 * @throw InputError that names the link
 */
void CheckLinksWithoutPackets(const FabricTopology& topology, const MessageTransport& transport);

} // namespace ns3

#endif // AI_FABRIC_TRANSPORT_SETTINGS_H
