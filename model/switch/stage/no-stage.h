// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NO_STAGE_H
#define AI_FABRIC_NO_STAGE_H

#include "switch-stage.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Admitted packets go to their egress queues at once.
 */
class NoStage final : public SwitchStage
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoIsNeeded() const override;
    bool DoRestoresOrder() const override;
    bool DoHold(FabricPacketPtr& packet, uint16_t egress) override;
    PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) override;
};

} // namespace ns3

#endif // AI_FABRIC_NO_STAGE_H
