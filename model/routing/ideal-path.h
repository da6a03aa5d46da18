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
    bool cutThrough;   //!< the device forwards at the first bit, unless the next link is faster
};

/**
 * @ingroup ai-fabric-routing
 * The packets of one message, with lengths on the wire.
 */
struct IdealMessage
{
    uint64_t packets;     //!< number of packets
    uint32_t firstBytes;  //!< length of the first packet, which may be the only one
    uint32_t middleBytes; //!< length of each packet between the first and the last
    uint32_t lastBytes;   //!< length of the last packet, if there are at least two
};

/**
 * @ingroup ai-fabric-routing
 * Time of a message that has the network to itself: the ideal time for slowdowns.
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
 * WireTimer per link, so a simulated message alone on the path takes exactly this time. The path of
 * an acknowledgement is the reversed path with one packet.
 *
 * Long messages are not computed packet by packet. The recurrence consists of maxima and sums. Let
 * the state move by D(i) on link i during a period, and let the wire times repeat with that period.
 * The movement then repeats if, from one link to the next, D stays the same, or grows while the
 * link waited only for itself. Skipping such periods is therefore exact.
 *
 * @param hops links of the path, from the source on
 * @param message packets of the message
 * @return time in ps; 0 without hops or packets
 */
int64_t IdealTransferPs(const std::vector<IdealHop>& hops, const IdealMessage& message);

/**
 * @ingroup ai-fabric-routing
 * The same for any sequence of packets.
 *
 * @param hops links of the path, from the source on
 * @param runs packets in the order of sending
 * @return time in ps; 0 without hops or packets
 */
int64_t IdealTransferPs(const std::vector<IdealHop>& hops, const std::vector<PacketRun>& runs);

} // namespace ns3

#endif // AI_FABRIC_IDEAL_PATH_H
