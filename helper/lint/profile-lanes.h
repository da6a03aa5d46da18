// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PROFILE_LANES_H
#define AI_FABRIC_PROFILE_LANES_H

#include "ns3/fabric-profile.h"
#include "ns3/fabric-topology.h"
#include "ns3/service-lanes.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-lint
 * @param profile parts of a network: flow control, NIC and switches
 * @param topology topology of the network, needed for FabricSwitch::SlToVlFile
 * @return lanes that packets of each service level take
 * @throw InputError if the file is wrong
 */
ServiceLanes GetServiceLanes(const FabricProfile& profile, const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_PROFILE_LANES_H
