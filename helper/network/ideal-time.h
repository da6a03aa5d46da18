// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_TIME_H
#define AI_FABRIC_IDEAL_TIME_H

#include "ns3/fastest-paths.h"
#include "ns3/ideal-paths.h"
#include "ns3/message-transport.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * The ideal time of a message, which slowdown refers to: from posting it on an idle network until
 * its sender knows that it has arrived.
 *
 *     ideal = min over paths (packets, see IdealTransferPs()) + min over paths (answer)
 *
 * over all paths that the fabric's selector may choose, with all headers that the fabric puts on.
 * A message that is split over queue pairs is the packets of all parts, interleaved.
 *
 * Where the packets of one message may go different ways (a selector that does not keep their
 * order, or parts on several queue pairs, and more than one path), they share the first link and
 * the last one; what is between need not hold any of them up. With a(n) = the time of a packet of n
 * bytes alone on its fastest path, s(k) = when packet k starts, W = bytes of all packets,
 *
 *     ideal = max( max over k (s(k) + a(n(k))),
 *                  min over k (s(k) + a(n(k)) - n(k) / last rate) + W / last rate )
 *
 * A bound: where the links between are slower than the host's, spreading alone may not reach it.
 *
 * Without packets (MessageTransport::HasPackets()) it is, on one path,
 *     ideal = PathHead::GetPs() + 8 W / the slowest rate + delays of the way back,
 * and over several ways the slower of the first rate and the last one.
 */
class IdealTime
{
  public:
    /** What a fabric puts on the wire, and where. */
    struct Fabric
    {
        Ptr<const MessageTransport> transport; //!< of any host
        uint32_t telemetryBytes;               //!< on packets with payload and acknowledgements
        bool keepsOrder;                       //!< a queue pair has one path
    };

    /**
     * @param topology a valid one
     * @param paths of it
     * @param fabric on it
     */
    IdealTime(const FabricTopology& topology, IdealPaths paths, const Fabric& fabric);

    /**
     * @param source host index
     * @param dest host index, another one
     * @param bytes at least 1
     * @param queuePairs that the message is divided among, see MessageTransport::GetPackets()
     * @return picoseconds
     */
    int64_t GetPs(uint32_t source, uint32_t dest, uint64_t bytes, uint32_t queuePairs) const;

    /** @return what it is of */
    const Fabric& GetFabric() const
    {
        return m_fabric;
    }

    /** @return what the wires alone allow, see FastestPaths::GetPs() */
    int64_t GetWirePs(uint32_t source, uint32_t dest, uint64_t bytes) const
    {
        return m_wires.GetPs(source, dest, bytes);
    }

  private:
    IdealPaths m_paths;
    FastestPaths m_wires;
    Fabric m_fabric;
};

} // namespace ns3

#endif // AI_FABRIC_IDEAL_TIME_H
