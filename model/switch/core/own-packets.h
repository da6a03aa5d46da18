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
 * Checks that packets made by a switch need no credits: such packets have none.
 *
 * @param ports ports of the switch
 * @param who part that makes the packets, such as "PathSelector: ns3::Name"
 * @throw InputError if a port has a flow control that counts credits
 */
void RequireNoCredits(const std::vector<Ptr<FabricNetDevice>>& ports, const std::string& who);

/**
 * @ingroup ai-fabric-switch
 * Checks the lane of packets made by a switch. A lossless lane cannot carry them, because the
 * switch that makes them cannot be paused.
 *
 * @param ports ports of the switch
 * @param priority priority of the packets
 * @param what attribute that sets the priority, as "ns3::Name Attribute"
 * @throw InputError if a port does not have this lane, or its flow control is lossless in it
 */
void RequireLossy(const std::vector<Ptr<FabricNetDevice>>& ports,
                  uint8_t priority,
                  const std::string& what);

} // namespace ns3

#endif // AI_FABRIC_OWN_PACKETS_H
