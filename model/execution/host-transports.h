// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_TRANSPORTS_H
#define AI_FABRIC_HOST_TRANSPORTS_H

#include "ns3/port-spanner.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The transports of a host: one for each NIC on the network between the servers, and one for
 * NVLink.
 *
 * A message between two hosts of one server takes NVLink, if the server has it. Between servers
 * each host has n NICs. With splitsMessages, each message goes in parts over all NICs; without it,
 * a message of channel c takes NIC c mod n at either end. If the NICs are the ports of one adapter,
 * a PortSpanner takes all messages, and another transport those that a hash of both hosts and the
 * channel gives to its port, which its channels may leave (MessageTransport::JoinPorts()).
 */
struct HostTransports
{
    std::vector<Ptr<MessageTransport>>
        scaleOut;                  //!< by NIC; the same number for every host of a job
    Ptr<MessageTransport> scaleUp; //!< null: there is no NVLink
    uint32_t server{0};            //!< number of the server that the host is in
    bool splitsMessages{false};    //!< each message goes over all NICs
    bool oneAdapter{false};        //!< the NICs are the ports of one adapter

    /** @param other host, not this one @return whether messages between the two take NVLink */
    bool IsScaleUp(const HostTransports& other) const
    {
        return scaleUp && server == other.server;
    }

    /**
     * @param other host, not this one
     * @return number of transports that a message to it may take
     */
    uint32_t GetParts(const HostTransports& other) const
    {
        return splitsMessages && !IsScaleUp(other) ? static_cast<uint32_t>(scaleOut.size()) : 1;
    }

    /**
     * @param other host, not this one
     * @param channel channel of the message
     * @param part index of the part of the message, below GetParts()
     * @return transport of this host for the part
     */
    const Ptr<MessageTransport>& GetTo(const HostTransports& other,
                                       uint32_t channel,
                                       uint32_t part) const
    {
        return IsScaleUp(other) ? scaleUp : scaleOut[FindNic(other, channel, part)];
    }

  private:
    /** @return index of the NIC for the part, the same at both hosts */
    std::size_t FindNic(const HostTransports& other, uint32_t channel, uint32_t part) const
    {
        if (!oneAdapter)
        {
            return (splitsMessages ? part : channel) % scaleOut.size();
        }
        const auto& first = scaleOut.front();
        if (dynamic_cast<const PortSpanner*>(PeekPointer(first)))
        {
            return 0;
        }
        const auto [low, high] =
            std::minmax({first->GetNic()->GetHost(), other.scaleOut.front()->GetNic()->GetHost()});
        return HashDraw(HashDraw(low, high), channel) % scaleOut.size();
    }
};

} // namespace ns3

#endif // AI_FABRIC_HOST_TRANSPORTS_H
