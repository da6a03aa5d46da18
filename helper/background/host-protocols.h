// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_PROTOCOLS_H
#define AI_FABRIC_HOST_PROTOCOLS_H

#include "ns3/fabric-network.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-background
 * Gives the hosts of a network the protocols that background traffic runs over. Made by its TypeId,
 * so that who builds a network is linked with none of them.
 */
class HostProtocols : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param network whose hosts have no protocols yet
     * @param stream that those of its hosts are derived from, by their names
     */
    virtual void Install(const FabricNetwork& network, int64_t stream) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_HOST_PROTOCOLS_H
