// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_PARTS_H
#define AI_FABRIC_FABRIC_PARTS_H

#include "ns3/fabric-channel.h"
#include "ns3/fabric-switch.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * The parts of one network, for observers.
 */
struct FabricParts
{
    std::vector<Ptr<RdmaNic>> nics;           //!< by host index
    std::vector<Ptr<FabricSwitch>> switches;  //!< in the order of their nodes
    std::vector<Ptr<FabricChannel>> channels; //!< channels of all links
    std::map<uint32_t, std::string> names;    //!< names of switches for people, by ns-3 node id
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PARTS_H
