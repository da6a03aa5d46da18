// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_STATISTICS_H
#define AI_FABRIC_FABRIC_STATISTICS_H

#include "fabric-parts.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Totals of a network since the start of the simulation, summed over its parts.
 *
 * A packet-hop is one packet sent over one link; link control packets do not count.
 *
 * If several processes simulate the network, each sums over its own nodes.
 */
struct FabricStatistics
{
    uint64_t packetHops{0};     //!< data, acknowledgements and notifications
    uint64_t dataPacketHops{0}; //!< those of them with payload
    uint64_t deliveredBytes{0}; //!< payload taken in order at its destination, in bytes,
                                //!< including operations performed by switches
    int64_t pfcPausePs{0};      //!< sum over ports and priorities of time paused by PFC
    int64_t creditStallPs{0};   //!< sum over ports and lanes of time without credits
    int64_t portStallPs{0};  //!< sum over ports of the time with a backlog of which nothing may go
    uint64_t pauseFrames{0}; //!< PFC frames sent
    uint64_t creditPackets{0};        //!< InfiniBand flow control packets sent
    uint64_t ecnMarks{0};             //!< packets marked
    uint64_t cnps{0};                 //!< congestion notifications that reached their source
    uint64_t largestQueueBytes{0};    //!< largest queue of one priority of one switch port
    uint64_t largestBufferBytes{0};   //!< largest use of one switch's buffer
    uint64_t headroomPeakBytes{0};    //!< peak use of headroom by the ingress priority with the
                                      //!< largest share in use
    uint64_t headroomBytes{0};        //!< headroom of that priority
    uint64_t drops{0};                //!< packets dropped by switches, for any reason
    uint64_t trims{0};                //!< packets whose payload switches cut off
    DropCounts dropsByReason;         //!< drops by reason; their sum is drops
    DropCounts trimsByReason;         //!< trims by reason; their sum is trims
    uint64_t losses{0};               //!< packets lost to bit errors
    uint64_t retransmittedPackets{0}; //!< packets sent again by queue pairs
    uint64_t timeouts{0};             //!< timeouts of queue pairs
    uint64_t failedQueuePairs{0};     //!< queue pairs out of retries

    /** @param other totals of other parts, to be added */
    void Add(const FabricStatistics& other);

    /**
     * @param parts parts of the network
     * @param nowPs time in ps
     * @return totals at that time
     */
    static FabricStatistics Collect(const FabricParts& parts, int64_t nowPs);
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_STATISTICS_H
