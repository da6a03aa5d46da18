// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_IMPAIRMENTS_H
#define AI_FABRIC_LINK_IMPAIRMENTS_H

#include "ns3/fabric-network.h"
#include "ns3/object.h"

#include <array>
#include <cstdint>
#include <set>
#include <tuple>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Present impairments of a link, rate limits and bit errors, for each direction. Aggregated to its
 * channel at the first such failure. Failures may overlap:
 *     rate = min(rate of the link, all limits)
 *     P(intact) = product of P(intact) of all errors
 * in any order of begins and ends.
 */
class LinkImpairments : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** What a failure does to one direction of a link; the default is nothing. */
    struct Impairment
    {
        uint64_t limitbps{UINT64_MAX}; //!< limit of the rate in bit/s, at least 1
        double bit{0};   //!< probability that one bit error destroys the frame, in [0, 1)
        double frame{0}; //!< probability that a frame is lost, whatever its length, in [0, 1)
    };

    /** Affected directions of a link, by side of the sender. */
    using Sides = std::array<bool, 2>;

    /**
     * Adds an impairment to a link or removes it.
     *
     * @param network network of the link
     * @param link id of the link
     * @param sides affected directions
     * @param impairment impairment of each of these directions
     * @param begins true: the impairment begins; false: an equal one ends
     */
    static void Change(const FabricNetwork& network,
                       uint32_t link,
                       const Sides& sides,
                       const Impairment& impairment,
                       bool begins);

  private:
    /** Errors of bits and of frames, and the limit: the order of an Impairment. */
    using Key = std::tuple<double, double, uint64_t>;

    /** Sets the rates of channel and switches. */
    void SetRates(const FabricNetwork& network, uint32_t link) const;
    /**
     * Sets the error rates of the channel.
     *
     * @param network network of the link
     * @param link id of the link
     * @param side side of the sender
     * @param ofFrames true: errors of frames have changed, too
     */
    void SetErrors(const FabricNetwork& network, uint32_t link, uint32_t side, bool ofFrames) const;

    /** By side of the sender; in order, so that products do not depend on the order of begins. */
    std::array<std::multiset<Key>, 2> m_directions;
};

} // namespace ns3

#endif // AI_FABRIC_LINK_IMPAIRMENTS_H
