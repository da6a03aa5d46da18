// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NO_CLASSIFIER_H
#define AI_FABRIC_NO_CLASSIFIER_H

#include "packet-classifier.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Packets keep the lane of their incoming link.
 */
class NoClassifier final : public PacketClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoIsNeeded() const override;
    DropReason DoClassify(FabricPacket& packet, uint16_t egress) const override;
};

} // namespace ns3

#endif // AI_FABRIC_NO_CLASSIFIER_H
