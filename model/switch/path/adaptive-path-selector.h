// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ADAPTIVE_PATH_SELECTOR_H
#define AI_FABRIC_ADAPTIVE_PATH_SELECTOR_H

#include "path-selector.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Adaptive routing: each packet takes the port with the least load,
 *
 *     load(port) = bytes queued there, of the packet's lane
 *
 * and among several ports with the least load a hash of flow, switch and Seed decides, so that each
 * flow keeps its path in an idle network. The queue of a port that waits for credits or is paused
 * grows, so the port is avoided. The load behind the next switch is not known.
 *
 * Packets of a flow overtake each other. The policy needs a LossRecovery that accepts packets out
 * of order: SelectiveRepeat with ReorderPackets.
 */
class AdaptivePathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;

    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_ADAPTIVE_PATH_SELECTOR_H
