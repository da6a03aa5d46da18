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
 * What one direction of a link has carried so far, and what held it back.
 *
 * Summed over all links, packets are FabricStatistics::packetHops and the times its times.
 *
 * Where several processes simulate the network, that of the sender knows all but what is lost
 * or given up, which that of the receiver knows; the sum over all processes is the truth.
 */
struct LinkStatistics
{
    uint32_t link;                 //!< link id
    std::string from;              //!< name of the node that sends
    std::string to;                //!< name of the node that receives
    uint32_t fromHost;             //!< host index, NO_HOST for a switch
    uint32_t toHost;               //!< host index, NO_HOST for a switch
    uint64_t ratebps;              //!< as the topology has it, in bit/s
    uint64_t packets{0};           //!< sent, without link control
    uint64_t dataPackets{0};       //!< of these, with payload
    uint64_t frameBytes{0};        //!< of all packets
    uint64_t payloadBytes{0};      //!< of all packets
    uint64_t wireBytes{0};         //!< frames with preamble and gap or delimiters
    int64_t pfcPausePs{0};         //!< sum over priorities of the time paused by PFC
    int64_t creditStallPs{0};      //!< sum over lanes of the time without credits
    uint64_t largestQueueBytes{0}; //!< most that one priority or lane held of what waits to be sent
    uint64_t lostPackets{0};       //!< to errors of the link, sent in this direction
    uint64_t replayedFrames{0};    //!< sent again by a LinkRetry
    uint64_t givenUpFrames{0};     //!< of lostPackets, those that a LinkRetry gave up

    /** @param timePs positive @return share of that time in which the wire was busy, in [0, 1] */
    double GetUtilization(int64_t timePs) const
    {
        return 8e12 * static_cast<double>(wireBytes) / static_cast<double>(ratebps) /
               static_cast<double>(timePs);
    }

    /**
     * @param parts of one network alone, by link id
     * @param topology that it was built from
     * @param nowPs the time
     * @return both directions of each link in turn, that of end a first
     */
    static std::vector<LinkStatistics> Collect(const FabricParts& parts,
                                               const FabricTopology& topology,
                                               int64_t nowPs);
};

} // namespace ns3

#endif // AI_FABRIC_LINK_STATISTICS_H
