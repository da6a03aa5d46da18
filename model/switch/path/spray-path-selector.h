// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SPRAY_PATH_SELECTOR_H
#define AI_FABRIC_SPRAY_PATH_SELECTOR_H

#include "path-selector.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Oblivious packet spraying: each packet takes any of the ports with equal probability. The draw is
 * a hash of its flow, the time at which it is ready and the switch, so the draw does not depend on
 * other packets; a retransmitted packet draws again.
 *
 * Packets of a flow overtake each other. The policy needs a LossRecovery that accepts packets out
 * of order: SelectiveRepeat with ReorderPackets.
 */
class SprayPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
};

} // namespace ns3

#endif // AI_FABRIC_SPRAY_PATH_SELECTOR_H
