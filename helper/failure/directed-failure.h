// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECTED_FAILURE_H
#define AI_FABRIC_DIRECTED_FAILURE_H

#include "failure-of-links.h"
#include "link-impairments.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Links between two nodes work, but badly, in both directions or only from From to To: a link has a
 * laser, a fibre and a receiver of its own for each direction. A subclass defines the defect.
 *
 * A link that is dead in one direction is a different failure: the end that receives nothing tells
 * the other end, and both treat the link as down (link fault signaling, IEEE 802.3, 81.3.4); see
 * LinkFailure, and BlackHole for a switch that reports nothing.
 */
class DirectedFailure : public FailureOfLinks
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheckLinks(const FabricTopology& topology,
                      const std::vector<uint32_t>& links) const final;
    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const final;
    FabricFault DoDescribe(const FabricNetwork& network) const final;

    /**
     * Throws if the attributes of a subclass are wrong.
     *
     * @param topology topology of the network
     * @param links ids of the affected links
     */
    virtual void DoCheckEach(const FabricTopology& topology,
                             const std::vector<uint32_t>& links) const;
    /**
     * Begins or ends the defect on one affected link.
     *
     * @param network network of the link
     * @param link id of the link
     * @param sides affected directions
     * @param begins true: the defect begins; false: it ends
     */
    virtual void DoChangeSides(const FabricNetwork& network,
                               uint32_t link,
                               const LinkImpairments::Sides& sides,
                               bool begins) const = 0;

    bool m_oneWay; //!< true: only packets sent by From are affected
};

} // namespace ns3

#endif // AI_FABRIC_DIRECTED_FAILURE_H
