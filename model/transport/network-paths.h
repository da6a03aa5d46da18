// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_PATHS_H
#define AI_FABRIC_NETWORK_PATHS_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * When the first bits of a message come to the end of a path: all but its bytes on the wire.
 */
struct PathHead
{
    int64_t delayPs{0};              //!< of all cables and pipelines on the way
    std::vector<uint64_t> storedbps; //!< rates of links whose packets are forwarded when complete

    /**
     * @param firstBytes of the first packet, on the wire
     * @return delays + sum over the links that are stored behind of 8 firstBytes / rate, in ps
     */
    int64_t GetPs(uint32_t firstBytes) const;
};

/**
 * @ingroup ai-fabric-transport
 * What the messages of a channel use of a network.
 */
struct NetworkRoute
{
    /** One direction of a link, each at most once in a route. */
    struct Link
    {
        uint32_t direction; //!< index in NetworkPaths::GetRatesbps()
        double share;       //!< of the bytes that go this way, over 0 and at most 1
    };

    std::vector<Link> links; //!< all of them
    PathHead head;           //!< if there are several ways, of the one with the longest delay
};

/**
 * @ingroup ai-fabric-transport
 * The links of a network and the ways that its switches choose among them, for transports that
 * compute when messages arrive: all transports of a network are given the same one.
 */
class NetworkPaths : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return bit/s of each direction of each link */
    const std::vector<uint64_t>& GetRatesbps() const
    {
        return DoGetRatesbps();
    }

    /**
     * @param source host index
     * @param dest host index, another one
     * @param entropy FabricPacket::entropy that packets would have
     * @return the way that those would take; all ways, as evenly as switches spread them, where
     *         the switches keep no order
     * @throw InputError if there is none
     */
    NetworkRoute Find(uint32_t source, uint32_t dest, uint32_t entropy) const
    {
        return DoFind(source, dest, entropy);
    }

  private:
    /** @return see GetRatesbps() */
    virtual const std::vector<uint64_t>& DoGetRatesbps() const = 0;
    /**
     * See Find().
     *
     * @param source host index
     * @param dest host index
     * @param entropy of packets
     * @return the route
     */
    virtual NetworkRoute DoFind(uint32_t source, uint32_t dest, uint32_t entropy) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_NETWORK_PATHS_H
