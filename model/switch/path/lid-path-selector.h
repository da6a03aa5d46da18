// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LID_PATH_SELECTOR_H
#define AI_FABRIC_LID_PATH_SELECTOR_H

#include "path-selector.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Chooses the path by a destination LID, if a host has 2^LMC of them: port p of the group is the
 * port to which the forwarding table sends packets for the p-th LID of the host.
 *
 *     path = hash(flow) scaled to the number of ports
 *
 * The hash is the finalizer of MurmurHash3 over the entropy alone: every switch chooses the same
 * path, as if the sender had chosen a LID for its connection.
 */
class LidPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
};

} // namespace ns3

#endif // AI_FABRIC_LID_PATH_SELECTOR_H
