// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAW_NETWORK_H
#define AI_FABRIC_LAW_NETWORK_H

#include "ns3/fabric-units.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * A network as far as the law of a collective needs it, see CollectiveLaw.
 */
class LawNetwork
{
  public:
    /** The way of the messages from one host to another. */
    struct Way
    {
        /** Directions of links with their share of the bytes; the first one leaves the source, the
         * last one enters the destination. */
        std::vector<std::pair<uint32_t, double>> links;
        int64_t backPs{0}; //!< delay of an answer, in ps
    };

    virtual ~LawNetwork() = default;

    /**
     * @param source host index
     * @param dest host index of another host
     * @return all shortest paths, with even shares
     * @throw InputError if no path exists
     */
    virtual const Way& GetWay(uint32_t source, uint32_t dest) const = 0;

    /**
     * @param source host index
     * @param dest host index of another host
     * @param bytes length of a message
     * @return delay of its first bits to the end of the way, in ps
     */
    virtual int64_t GetHeadPs(uint32_t source, uint32_t dest, uint64_t bytes) const = 0;

    /** @param direction direction of a link, from a Way @return its rate in bit/s */
    virtual uint64_t GetRatebps(uint32_t direction) const = 0;

    /**
     * @param source host index
     * @param dest host index of another host
     * @param bytes length of a message
     * @return bytes on the wire of the longest part that one network carries
     */
    virtual uint64_t GetWireBytes(uint32_t source, uint32_t dest, uint64_t bytes) const = 0;

    /**
     * @param source host index
     * @param dest host index of another host
     * @param bytes length of a message
     * @return true if it is one packet
     */
    virtual bool FitsPacket(uint32_t source, uint32_t dest, uint64_t bytes) const = 0;

    /**
     * @param source host index
     * @param dest host index of another host
     * @return share of the links' rate that an operation of the switches between the two reaches,
     *         above 0, at most 1
     */
    virtual double GetAggregateShare(uint32_t source, uint32_t dest) const = 0;

    /**
     * @param bytes bytes on the wire, fractions included
     * @param direction direction of a link, from a Way
     * @return time that they take of the link, in ps
     */
    double GetWirePs(double bytes, uint32_t direction) const
    {
        return bytes * 8 * static_cast<double>(PS_PER_SECOND) /
               static_cast<double>(GetRatebps(direction));
    }

    /** @param host host index @param bytes bytes of the result @return time of a reduction in ps */
    virtual int64_t GetReducePs(uint32_t host, uint64_t bytes) const = 0;

    /** @param host host index @param bytes bytes of the result @return time of a copy in ps */
    virtual int64_t GetCopyPs(uint32_t host, uint64_t bytes) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_LAW_NETWORK_H
