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
 * What slows a link down, and what damages its frames, at a time: part of its channel from the
 * first such failure on, each direction on its own. Failures may overlap:
 *     rate = min(that of the link, all limits)
 *     P(intact) = product of P(intact) of all errors
 * whichever began or ends first.
 */
class LinkImpairments : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Probabilities that a frame is lost, by a bit of it and whatever its length. */
    struct Errors
    {
        double bit;   //!< that a bit of it takes a frame with it
        double frame; //!< the same of a frame
    };

    /** Which directions of a link are meant, by side of the sender. */
    using Sides = std::array<bool, 2>;

    /**
     * A limit of a link begins or ends.
     *
     * @param network of it
     * @param link its id
     * @param sides that it is of
     * @param ratebps limit in bit/s, positive
     * @param begins true: it begins; false: one that began with the same rate ends
     */
    static void ChangeLimit(const FabricNetwork& network,
                            uint32_t link,
                            const Sides& sides,
                            uint64_t ratebps,
                            bool begins);

    /**
     * Errors of a link begin or end.
     *
     * @param network of it
     * @param link its id
     * @param sides that they are of
     * @param errors in [0, 1)
     * @param begins true: they begin; false: those end that began with the same probabilities
     */
    static void ChangeErrors(const FabricNetwork& network,
                             uint32_t link,
                             const Sides& sides,
                             const Errors& errors,
                             bool begins);

  private:
    /** What is wrong with one direction. */
    struct Direction
    {
        std::multiset<uint64_t> limits;                  //!< in bit/s
        std::multiset<std::pair<double, double>> errors; //!< Errors, ordered: sums are exact again
    };

    template <typename T>
    static void Change(std::multiset<T>& set, const T& one, bool begins);
    /** Tells channel and switches. */
    void SetRates(const FabricNetwork& network, uint32_t link) const;
    /**
     * Tells the channel.
     *
     * @param network of the link
     * @param link its id
     * @param side of the sender
     * @param ofFrames whether errors of frames have changed, too
     */
    void SetErrors(const FabricNetwork& network, uint32_t link, uint32_t side, bool ofFrames) const;

    std::array<Direction, 2> m_directions; //!< by side of the sender
};

} // namespace ns3

#endif // AI_FABRIC_LINK_IMPAIRMENTS_H
