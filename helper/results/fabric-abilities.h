// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_ABILITIES_H
#define AI_FABRIC_FABRIC_ABILITIES_H

#include "ns3/fabric-parts.h"
#include "ns3/message-transport.h"

namespace ns3
{

/**
 * What can happen in a network, so that it means something if it has not: a table says nothing of
 * PFC where there is none.
 */
struct FabricAbilities
{
    bool packets{false}; //!< messages are packets, which queue and may be dropped
    bool pauses{false};  //!< some lane is lossless, without credits
    bool credits{false}; //!< some lane is lossless by credits
    bool marks{false};   //!< switches mark packets

    FabricAbilities() = default;

    /** @param parts of the network @param transport of any of its hosts */
    FabricAbilities(const FabricParts& parts, const MessageTransport& transport);
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_ABILITIES_H
