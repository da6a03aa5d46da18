// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSPORT_SETTINGS_H
#define AI_FABRIC_TRANSPORT_SETTINGS_H

#include "fabric-profile.h"

#include "ns3/message-transport.h"
#include "ns3/rdma-nic.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Whether a fabric is told of queue pairs though its transport has none.
 *
 * @param profile the parts
 * @param transport a specimen
 * @param nic a specimen
 * @throw InputError if something is set that would have no effect
 */
void CheckTransportSettings(const FabricProfile& profile,
                            const MessageTransport& transport,
                            const RdmaNic& nic);

} // namespace ns3

#endif // AI_FABRIC_TRANSPORT_SETTINGS_H
