// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OWN_PACKETS_H
#define AI_FABRIC_OWN_PACKETS_H

#include "ns3/fabric-net-device.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Packets that a switch makes would need credits that nobody gives it.
 *
 * @param ports of the switch
 * @param who makes them, as "PathSelector: ns3::Name"
 * @throw InputError if a port has a flow control that counts
 */
void RequireNoCredits(const std::vector<Ptr<FabricNetDevice>>& ports, const std::string& who);

/**
 * @ingroup ai-fabric-switch
 * A switch that makes packets cannot be stopped: who loses none cannot carry them.
 *
 * @param ports of the switch
 * @param priority of the packets that it makes
 * @param what sets that, as "ns3::Name Attribute"
 * @throw InputError if a port has no such lane, or a flow control that loses none in it
 */
void RequireLossy(const std::vector<Ptr<FabricNetDevice>>& ports,
                  uint8_t priority,
                  const std::string& what);

} // namespace ns3

#endif // AI_FABRIC_OWN_PACKETS_H
