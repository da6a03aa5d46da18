// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_IMPAIRMENTS_H
#define AI_FABRIC_LINK_IMPAIRMENTS_H

#include "ns3/fabric-network.h"
#include "ns3/object.h"

#include <cstdint>
#include <set>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * What slows a link down, and what damages its frames, at a time: part of its channel from the
 * first such failure on. Failures may overlap:
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

    /**
     * A limit of both directions of a link begins or ends.
     *
     * @param network of it
     * @param link its id
     * @param ratebps limit in bit/s, positive
     * @param begins true: it begins; false: one that began with the same rate ends
     */
    static void ChangeLimit(const FabricNetwork& network,
                            uint32_t link,
                            uint64_t ratebps,
                            bool begins);

    /**
     * Errors in both directions of a link begin or end.
     *
     * @param network of it
     * @param link its id
     * @param errors in [0, 1)
     * @param begins true: they begin; false: those end that began with the same probabilities
     */
    static void ChangeErrors(const FabricNetwork& network,
                             uint32_t link,
                             const Errors& errors,
                             bool begins);

  private:
    template <typename T>
    static void Change(std::multiset<T>& set, const T& one, bool begins);
    /** Tells channel and switches. */
    void SetRate(const FabricNetwork& network, uint32_t link) const;
    /**
     * Tells the channel.
     *
     * @param network of the link
     * @param link its id
     * @param ofFrames whether errors of frames have changed, too
     */
    void SetErrors(const FabricNetwork& network, uint32_t link, bool ofFrames) const;

    std::multiset<uint64_t> m_limits;                  //!< in bit/s
    std::multiset<std::pair<double, double>> m_errors; //!< Errors, ordered: sums are exact again
};

} // namespace ns3

#endif // AI_FABRIC_LINK_IMPAIRMENTS_H
