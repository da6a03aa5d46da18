// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FAULT_H
#define AI_FABRIC_FABRIC_FAULT_H

#include "ns3/fabric-channel.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * One occurrence of a failure.
 */
struct FabricFault
{
    TypeId type;                   //!< type of the failure
    std::string what;              //!< failed part in words, such as "leaf0 to spine0"
    std::vector<uint32_t> links;   //!< ids of links of the network that carry less or nothing,
                                   //!< ascending
    std::vector<uint32_t> hosts{}; //!< indexes of hosts whose GPU or NIC is affected, besides the
                                   //!< links
    std::vector<Ptr<FabricChannel>> channels{}; //!< channels of these links, and of affected links
                                                //!< of other networks

    /** TracedCallback signature. @param fault fault that begins or ends */
    typedef void (*TracedCallback)(const FabricFault& fault);
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FAULT_H
