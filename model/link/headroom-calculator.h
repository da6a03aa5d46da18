// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HEADROOM_CALCULATOR_H
#define AI_FABRIC_HEADROOM_CALCULATOR_H

#include "ns3/object.h"

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
};

/**
 * @ingroup ai-fabric-link
 * Computes the headroom: the bytes that may still arrive for a lossless ingress priority after it
 * has crossed its threshold.
 */
class HeadroomCalculator : public Object
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

} // namespace ns3

#endif // AI_FABRIC_HEADROOM_CALCULATOR_H
