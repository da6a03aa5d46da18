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
 * Links between two nodes work, but not well, in both directions or only from From to To: a link
 * has a laser, a fibre and a receiver of its own for each. A subclass says what is wrong.
 *
 * One that is dead in one direction is no such failure: the end that receives nothing tells the
 * other one, and both take the link for down (link fault signaling, IEEE 802.3, 81.3.4); see
 * LinkFailure, and BlackHole for a switch that says nothing.
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
     * Throws about what a subclass adds.
     *
     * @param topology of all
     * @param links that are meant
     */
    virtual void DoCheckEach(const FabricTopology& topology,
                             const std::vector<uint32_t>& links) const;
    /**
     * Begins or ends, at one of the links that are meant.
     *
     * @param network of the link
     * @param link its id
     * @param sides directions that are meant
     * @param begins true: it begins; false: it ends
     */
    virtual void DoChangeSides(const FabricNetwork& network,
                               uint32_t link,
                               const LinkImpairments::Sides& sides,
                               bool begins) const = 0;

    bool m_oneWay; //!< only what From sends
};

} // namespace ns3

#endif // AI_FABRIC_DIRECTED_FAILURE_H
