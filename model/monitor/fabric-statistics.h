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
 * What happened in a network so far, summed over its parts.
 *
 * A packet-hop is one packet sent over one link; link control packets do not count.
 *
 * Where several processes simulate the network, each sums what happened at its own nodes.
 */
struct FabricStatistics
{
    uint64_t packetHops{0};           //!< data, acknowledgements and notifications
    uint64_t dataPacketHops{0};       //!< of these, with payload
    uint64_t deliveredBytes{0};       //!< payload taken in order at its destination, that of
                                      //!< operations by switches included
    int64_t pfcPausePs{0};            //!< sum over ports and priorities of time paused by PFC
    int64_t creditStallPs{0};         //!< sum over ports and lanes of time without credits
    int64_t portStallPs{0};           //!< sum over ports of time backlogged and nothing allowed
    uint64_t pauseFrames{0};          //!< PFC frames sent
    uint64_t creditPackets{0};        //!< InfiniBand flow control packets sent
    uint64_t ecnMarks{0};             //!< packets marked
    uint64_t cnps{0};                 //!< congestion notifications that reached their source
    uint64_t largestQueueBytes{0};    //!< of one priority of one switch port
    uint64_t largestBufferBytes{0};   //!< in use in one switch
    uint64_t headroomPeakBytes{0};    //!< of the ingress priority that used most of it
    uint64_t headroomBytes{0};        //!< that this one had
    uint64_t drops{0};                //!< by switches, for any reason
    uint64_t trims{0};                //!< packets that switches cut the payload of
    DropCounts dropsByReason;         //!< whose sum is drops
    DropCounts trimsByReason;         //!< whose sum is trims
    uint64_t losses{0};               //!< to bit errors
    uint64_t retransmittedPackets{0}; //!< by queue pairs
    uint64_t timeouts{0};             //!< of queue pairs
    uint64_t failedQueuePairs{0};     //!< out of retries

    /** @param other what happened in other parts */
    void Add(const FabricStatistics& other);

    /**
     * @param parts of the network
     * @param nowPs the time
     * @return the sums
     */
    static FabricStatistics Collect(const FabricParts& parts, int64_t nowPs);
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_STATISTICS_H
