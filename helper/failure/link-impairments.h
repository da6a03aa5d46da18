// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_IMPAIRMENTS_H
#define AI_FABRIC_LINK_IMPAIRMENTS_H

#include "ns3/fabric-network.h"
#include "ns3/object.h"

#include <array>
#include <cstdint>
#include <set>
#include <utility>

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

    /** Probabilities that a frame is lost, per bit and per frame. */
    struct Errors
    {
        double bit;   //!< probability that one bit error destroys the frame
        double frame; //!< probability that a frame is lost, whatever its length
    };

    /** Affected directions of a link, by side of the sender. */
    using Sides = std::array<bool, 2>;

    /**
     * Adds or removes a rate limit of a link.
     *
     * @param network network of the link
     * @param link id of the link
     * @param sides affected directions
     * @param ratebps limit in bit/s, at least 1
     * @param begins true: the limit begins; false: a limit with the same rate ends
     */
    static void ChangeLimit(const FabricNetwork& network,
                            uint32_t link,
                            const Sides& sides,
                            uint64_t ratebps,
                            bool begins);

    /**
     * Adds or removes errors of a link.
     *
     * @param network network of the link
     * @param link id of the link
     * @param sides affected directions
     * @param errors probabilities in [0, 1)
     * @param begins true: the errors begin; false: errors with the same probabilities end
     */
    static void ChangeErrors(const FabricNetwork& network,
                             uint32_t link,
                             const Sides& sides,
                             const Errors& errors,
                             bool begins);

  private:
    /** Impairments of one direction. */
    struct Direction
    {
        std::multiset<uint64_t> limits;                  //!< rate limits in bit/s
        std::multiset<std::pair<double, double>> errors; //!< Errors in order, so that their product
                                                         //!< does not depend on the order of begins
    };

    template <typename T>
    static void Change(std::multiset<T>& set, const T& one, bool begins);
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

    std::array<Direction, 2> m_directions; //!< by side of the sender
};

} // namespace ns3

#endif // AI_FABRIC_LINK_IMPAIRMENTS_H
