// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_STATISTICS_H
#define AI_FABRIC_LINK_STATISTICS_H

#include "fabric-parts.h"

#include "ns3/fabric-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Totals of one direction of a link since the start: its load, and the times when it was held back.
 *
 * The sums over all links are those of FabricStatistics.
 *
 * If several processes simulate the network, the sender's process knows all but lost and given-up
 * frames, which the receiver's process knows; the sum over all processes is complete.
 */
struct LinkStatistics
{
    uint32_t link;                 //!< link id
    std::string from;              //!< name of the node that sends
    std::string to;                //!< name of the node that receives
    uint32_t fromHost;             //!< host index, NO_HOST for a switch
    uint32_t toHost;               //!< host index, NO_HOST for a switch
    uint64_t ratebps;              //!< rate of the topology in bit/s
    uint64_t packets{0};           //!< packets sent, without link control
    uint64_t dataPackets{0};       //!< those of them with payload
    uint64_t frameBytes{0};        //!< frames of all packets, in bytes
    uint64_t payloadBytes{0};      //!< payload of all packets, in bytes
    uint64_t wireBytes{0};         //!< frames with preamble and gap or delimiters, in bytes
    int64_t pfcPausePs{0};         //!< sum over priorities of the time paused by PFC, in ps
    int64_t creditStallPs{0};      //!< sum over lanes of the time without credits, in ps
    uint64_t largestQueueBytes{0}; //!< largest queue of one priority or lane, in bytes
    uint64_t lostPackets{0};    //!< packets sent in this direction and lost to errors of the link
    uint64_t replayedFrames{0}; //!< frames sent again by a LinkRetry
    uint64_t givenUpFrames{0};  //!< the part of lostPackets that a LinkRetry gave up

    /**
     * @param timePs time since the start in ps, above 0
     * @return share of that time in which the wire was busy, in [0, 1]
     */
    double GetUtilization(int64_t timePs) const
    {
        return 8e12 * static_cast<double>(wireBytes) / static_cast<double>(ratebps) /
               static_cast<double>(timePs);
    }

    /**
     * @param parts parts of one single network, by link id
     * @param topology topology from which it was built
     * @param nowPs time in ps
     * @return totals of both directions of each link, that of end a first
     */
    static std::vector<LinkStatistics> Collect(const FabricParts& parts,
                                               const FabricTopology& topology,
                                               int64_t nowPs);
};

} // namespace ns3

#endif // AI_FABRIC_LINK_STATISTICS_H
