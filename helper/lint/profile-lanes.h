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
 * @param profile of a network: flow control, NIC and switches
 * @param topology of the network, by which FabricSwitch::SlToVlFile is read
 * @return the lanes that its packets will take
 * @throw InputError if the file is wrong
 */
ServiceLanes GetServiceLanes(const FabricProfile& profile, const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_PROFILE_LANES_H
