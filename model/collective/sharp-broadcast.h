// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARP_BROADCAST_H
#define AI_FABRIC_SHARP_BROADCAST_H

#include "sharp-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Broadcast in the network: Root sends S bytes once, and every other rank receives them. The other
 * ranks send packets without data, which signal that they are ready.
 */
class SharpBroadcast final : public BroadcastOperation<SharpCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const override;

    uint32_t m_root; //!< rank number of the root
};

} // namespace ns3

#endif // AI_FABRIC_SHARP_BROADCAST_H
