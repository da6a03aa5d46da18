// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HEADROOM_CALCULATOR_H
#define AI_FABRIC_HEADROOM_CALCULATOR_H

#include "ns3/ethernet-frame.h"
#include "ns3/object.h"
#include "ns3/read-once.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * What the headroom of an ingress port depends on.
 */
struct HeadroomLink
{
    uint64_t ratebps;      //!< of the wire, bit/s
    int64_t delayPs;       //!< of the wire, one way
    int64_t latencyPs;     //!< of this device's pipeline, before the buffer is charged
    int64_t reactionPs;    //!< time that the other end takes to obey a pause frame
    uint32_t maxWireBytes; //!< of the longest packet, with preamble and gap
    uint32_t priorities;   //!< lossless ones, at least 1
    bool cutThrough;       //!< packets are charged at their first bit rather than the last
    FrameLimits limits{};  //!< of what comes
    uint32_t cellBytes{0}; //!< of which a packet takes whole ones of the buffer; 0: it counts bytes
};

/**
 * @ingroup ai-fabric-link
 * Computes the headroom: the bytes that may still arrive for a lossless ingress priority after it
 * has crossed its threshold.
 */
class HeadroomCalculator : public Object, public ReadOnceAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param link the port and what is at the other end of its wire
     * @return bytes to keep for each lossless priority
     * @throw InputError if this calculator has no answer for such a link
     */
    uint64_t GetHeadroomBytes(const HeadroomLink& link) const
    {
        return DoGetHeadroomBytes(link);
    }

  private:
    virtual uint64_t DoGetHeadroomBytes(const HeadroomLink& link) const = 0;
};

/**
 * @ingroup ai-fabric-link
 * The time that a station may take to obey a pause frame (IEEE 802.3, 31B.3.7, as in SONiC's
 * buffer_headroom_mellanox.lua).
 *
 * @param ratebps of its port, bit/s
 * @return quanta of 512 bit times; nothing for a rate that is not in the table
 */
std::optional<uint32_t> PauseReactionQuanta(uint64_t ratebps);

/**
 * @ingroup ai-fabric-link
 * The most that frames are charged which follow each other, whatever their lengths. Worst are those
 * that have just begun a cell, if cells are longer than the gap the shortest such ones:
 *     max over frames f of ceil(f / cell) * cell / (f + gap)
 *
 * @param bytes of frames and of the gaps between them
 * @param limits of the frames; without gaps, bytes are of frames alone
 * @param longestBytes of a frame
 * @param cellBytes of which a frame takes whole ones; 0 or 1: it is charged its bytes
 * @return bytes, rounded up
 */
uint64_t GetMostCharged(uint64_t bytes,
                        FrameLimits limits,
                        uint32_t longestBytes,
                        uint32_t cellBytes);

} // namespace ns3

#endif // AI_FABRIC_HEADROOM_CALCULATOR_H
