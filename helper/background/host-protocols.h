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
 * Gives the hosts of a network the protocols of background traffic. It is made by its TypeId, so
 * that code that builds a network need not be linked with the protocols.
 */
class HostProtocols : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param network network whose hosts have no protocols yet
     * @param stream number from which the streams of its hosts are derived, by their names
     */
    virtual void Install(const FabricNetwork& network, int64_t stream) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_HOST_PROTOCOLS_H
