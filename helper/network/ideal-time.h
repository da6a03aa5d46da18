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
 * The ideal time of a message, to which slowdown refers: from its posting on an idle network until
 * its sender knows of its arrival.
 *
 *     ideal = min over paths (packets, see IdealTransferPs()) + min over paths (answer)
 *
 * over all paths that the fabric's selector may choose, with all headers of the fabric. A message
 * that is split over queue pairs consists of the packets of all parts, interleaved.
 *
 * If the packets of one message may take different paths (a selector that does not keep their
 * order, or parts on several queue pairs, and more than one path or detours), they share the first
 * link and the last link; the links between need not delay any of them. Let a(n) be the time of a
 * packet of n bytes alone on its fastest path, s(k) the start of packet k, W the bytes of all
 * packets:
 *
 *     ideal = max( max over k (s(k) + a(n(k))),
 *                  min over k (s(k) + a(n(k)) - n(k) / last rate) + W / last rate )
 *
 * This is a bound: if the links between are slower than the host's, spreading may not reach it.
 *
 * Without packets (MessageTransport::HasPackets()) the time on one path is
 *     ideal = PathHead::GetPs() + 8 W / the slowest rate + delays of the way back,
 * and over several paths it uses the lower of the first rate and the last rate.
 */
class IdealTime
{
  public:
    /** Properties of a fabric that decide ideal times. */
    struct Fabric
    {
        Ptr<const MessageTransport> transport; //!< transport of any host
        uint32_t telemetryBytes;               //!< telemetry on packets with payload and on
                                               //!< acknowledgements, in bytes
        bool keepsOrder;                       //!< true: a queue pair has one path
        bool takesDetours;                     //!< true: packets also take paths that are not the
                                               //!< shortest
    };

    /**
     * @param topology valid topology
     * @param paths paths of the topology
     * @param fabric properties of the fabric on it
     */
    IdealTime(const FabricTopology& topology, IdealPaths paths, const Fabric& fabric);

    /**
     * @param source host index
     * @param dest host index, another one
     * @param bytes length of the message, at least 1
     * @param queuePairs number of queue pairs that share the message, see
     *         MessageTransport::GetPackets()
     * @param maxRatebps largest rate of the sender on the wire in bit/s; 0: no limit
     * @return ideal time in ps; with a limit, the time until the limit allows the last packets and
     *         that of a message of 1 B, if these together are longer
     */
    int64_t GetPs(uint32_t source,
                  uint32_t dest,
                  uint64_t bytes,
                  uint32_t queuePairs,
                  uint64_t maxRatebps = 0) const;

    /** @return properties of the fabric */
    const Fabric& GetFabric() const
    {
        return m_fabric;
    }

    /** @return time that the wires alone allow in ps, see FastestPaths::GetPs() */
    int64_t GetWirePs(uint32_t source, uint32_t dest, uint64_t bytes) const
    {
        return m_wires.GetPs(source, dest, bytes);
    }

  private:
    /** The time of a message over a pair of sets of paths. */
    struct Result
    {
        uint64_t forward{0};    //!< number of the set of paths; 0: no result
        uint64_t back{0};       //!< number of the set of paths of the answer
        uint64_t bytes{0};      //!< length of the message
        uint32_t queuePairs{0}; //!< number of queue pairs that share it
        int64_t ps{0};          //!< ideal time in ps
    };

    int64_t ComputePs(uint32_t source, uint32_t dest, uint64_t bytes, uint32_t queuePairs) const;

    IdealPaths m_paths;
    FastestPaths m_wires;
    Fabric m_fabric;
    /** Last results; the place follows from the pair of sets and the length. */
    mutable std::vector<Result> m_results;
};

} // namespace ns3

#endif // AI_FABRIC_IDEAL_TIME_H
