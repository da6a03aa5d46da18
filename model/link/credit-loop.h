// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_LOOP_H
#define AI_FABRIC_CREDIT_LOOP_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Capacity of a lane with credits over a link, in full packets.
 */
struct CreditLoop
{
    uint64_t packets;     //!< packets that fit into the advertised blocks
    uint64_t told;        //!< number of these whose credits return together
    uint64_t neededBytes; //!< buffer that keeps the wire busy, as chosen by BufferBytes 0
    int64_t packetPs;     //!< time of a packet on the wire
    /** Time from its last bit until the credits for its room have returned, in ps. */
    int64_t restPs;
    int64_t intervalPs; //!< time after which credits of fewer packets return, too, in ps

    /**
     * Simulates the lane packet by packet: each packet waits for the wire and for credits.
     *
     * @return share of the wire that a lane with constant backlog gets, at most 1
     */
    double GetShare() const;
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_LOOP_H
