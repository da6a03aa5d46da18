// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_FAILURE_H
#define AI_FABRIC_LINK_FAILURE_H

#include "failure-of-links.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The links between two nodes are down for a while, in both directions (SetLinkDown()). The
 * fabric's route manager routes around them.
 */
class LinkFailure final : public FailureOfLinks
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const override;
};

} // namespace ns3

#endif // AI_FABRIC_LINK_FAILURE_H
