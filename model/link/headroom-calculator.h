// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HEADROOM_CALCULATOR_H
#define AI_FABRIC_HEADROOM_CALCULATOR_H

#include "ns3/ethernet-frame.h"
#include "ns3/frozen-attributes.h"
#include "ns3/object.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/** Length of a pause quantum (IEEE 802.3, 31B), in bit times. */
constexpr uint32_t PAUSE_QUANTUM_BITS = 512;

/**
 * @ingroup ai-fabric-link
 * The quantities that determine the headroom of an ingress port.
 */
struct HeadroomLink
{
    uint64_t ratebps; //!< rate of the wire, in bit/s
    int64_t delayPs;  //!< delay of the wire, one way, in ps
    /** Latency of this device's pipeline before the buffer is charged, in ps. */
    int64_t latencyPs;
    int64_t reactionPs;    //!< time that the other end takes to obey a pause frame, in ps
    uint32_t maxWireBytes; //!< longest packet, with preamble and gap
    uint32_t priorities;   //!< number of lossless priorities, at least 1
    bool cutThrough;       //!< packets are charged at their first bit, not at the last
    FrameLimits limits{};  //!< limits of arriving frames
    uint32_t cellBytes{0}; //!< size of the buffer's cells in bytes; 0: the buffer counts bytes
};

/**
 * @ingroup ai-fabric-link
 * Computes the headroom: the bytes that may still arrive for a lossless ingress priority after it
 * has crossed its threshold.
 */
class HeadroomCalculator : public Object, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param link port and the other end of its wire
     * @return headroom for each lossless priority, in bytes
     * @throw InputError if this calculator cannot handle such a link
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
 * Time that a station may take to obey a pause frame (IEEE 802.3, 31B.3.7, as in SONiC's
 * buffer_headroom_mellanox.lua).
 *
 * @param ratebps rate of its port, in bit/s
 * @return time in quanta of 512 bit times; nothing for a rate outside the table
 */
std::optional<uint32_t> PauseReactionQuanta(uint64_t ratebps);

/**
 * @ingroup ai-fabric-link
 * Largest charge of a sequence of frames of any lengths. The worst frames have just begun a cell;
 * if cells are longer than the gap, the shortest such frames are the worst:
 *     max over frames f of ceil(f / cell) * cell / (f + gap)
 *
 * @param bytes length of frames and of the gaps between them
 * @param limits limits of the frames; without gaps, bytes counts frames alone
 * @param longestBytes length of the longest frame
 * @param cellBytes size of a cell in bytes; 0 or 1: frames are charged their bytes
 * @return charge in bytes, rounded up
 */
uint64_t GetMostCharged(uint64_t bytes,
                        FrameLimits limits,
                        uint32_t longestBytes,
                        uint32_t cellBytes);

} // namespace ns3

#endif // AI_FABRIC_HEADROOM_CALCULATOR_H
