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
     * Begins in both directions of a link.
     *
     * @param network of it
     * @param link its id
     * @param ratebps limit in bit/s, positive
     */
    static void BeginLimit(const FabricNetwork& network, uint32_t link, uint64_t ratebps);

    /** Ends what began. @param network of it @param link its id @param ratebps of BeginLimit() */
    static void EndLimit(const FabricNetwork& network, uint32_t link, uint64_t ratebps);

    /**
     * Begins in both directions of a link.
     *
     * @param network of it
     * @param link its id
     * @param errors in [0, 1)
     */
    static void BeginErrors(const FabricNetwork& network, uint32_t link, const Errors& errors);

    /** Ends what began. @param network of it @param link its id @param errors of BeginErrors() */
    static void EndErrors(const FabricNetwork& network, uint32_t link, const Errors& errors);

  private:
    static LinkImpairments& Get(const FabricNetwork& network, uint32_t link);
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
