// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_PATH_H
#define AI_FABRIC_IDEAL_PATH_H

#include "ns3/packet-run.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * One link of a path and the device at its far end.
 */
struct IdealHop
{
    uint64_t ratebps;  //!< bit/s, positive
    int64_t delayPs;   //!< propagation delay in ps
    int64_t latencyPs; //!< pipeline latency of the receiving device in ps; 0 at the destination
    bool cutThrough;   //!< the device forwards at the head, unless the next link is faster
};

/**
 * @ingroup ai-fabric-routing
 * The packets of one message, lengths as on the wire.
 */
struct IdealMessage
{
    uint64_t packets;     //!< number of packets
    uint32_t firstBytes;  //!< of the first one, which may be the only one
    uint32_t middleBytes; //!< of each one between the first and the last
    uint32_t lastBytes;   //!< of the last one, if there are at least two
};

/**
 * @ingroup ai-fabric-routing
 * How long a message takes if it has the network to itself: the ideal that slowdown refers to.
 *
 * Packets leave the source back to back from time 0. On link i, packet k of length n(k) has
 *
 *     start(k, i)     = max(avail(k, i), end(k-1, i))
 *     end(k, i)       = max(start(k, i) + n(k) / rate(i), tail(k, i))
 *     avail(k, i + 1) = (early(i) ? start(k, i) : end(k, i)) + delay(i) + latency(i)
 *     early(i)        = cutThrough(i) and rate(i + 1) <= rate(i)
 *     tail(k, i + 1)  = end(k, i) + delay(i) + latency(i),   avail(k, 1) = tail(k, 1) = 0
 *
 * The result is the tail of the last packet behind the last link. Wire times are those of one
 * WireTimer per link, so a simulated message alone on the path takes exactly this long. The way
 * back of an acknowledgement is the reversed path with one packet.
 *
 * Long messages are not computed packet by packet. The recurrence consists of maxima and sums, so
 * a state that has moved by D(i) on link i in the course of a period keeps moving so if the wire
 * times repeat with that period and, from one link to the next, D either stays the same, or grows
 * while the link waited for nothing but itself. What is left out is therefore exact as well.
 *
 * @param hops the path, from the source on
 * @param message its packets
 * @return picoseconds; 0 if there is no hop or no packet
 */
int64_t IdealTransferPs(const std::vector<IdealHop>& hops, const IdealMessage& message);

/**
 * @ingroup ai-fabric-routing
 * The same of any sequence of packets.
 *
 * @param hops the path, from the source on
 * @param runs its packets, in the order sent
 * @return picoseconds; 0 if there is no hop or no packet
 */
int64_t IdealTransferPs(const std::vector<IdealHop>& hops, const std::vector<PacketRun>& runs);

} // namespace ns3

#endif // AI_FABRIC_IDEAL_PATH_H
