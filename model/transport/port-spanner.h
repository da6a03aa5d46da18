// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_SPANNER_H
#define AI_FABRIC_PORT_SPANNER_H

#include "message-transport.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Interface of transports whose channels may use all ports of an adapter at once. Each port has a
 * NIC with such a transport, on a network of its own.
 */
class PortSpanner
{
  public:
    /**
     * Called once, when all networks exist, for the transport of port 0; its channels then use all
     * ports.
     *
     * @param ports transports of one host, by port, this one first; they outlive its channels
     */
    virtual void SetPorts(const std::vector<Ptr<MessageTransport>>& ports) = 0;

  protected:
    ~PortSpanner() = default;
};

} // namespace ns3

#endif // AI_FABRIC_PORT_SPANNER_H
