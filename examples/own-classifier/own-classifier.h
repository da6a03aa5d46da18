// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OWN_CLASSIFIER_H
#define AI_FABRIC_OWN_CLASSIFIER_H

#include "ns3/packet-classifier.h"

#include <cstdint>

namespace ns3
{

/**
 * Puts packets with little or no payload into a separate lane behind the switch; other packets keep
 * their lane.
 */
class OwnClassifier : public PacketClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    DropReason DoClassify(FabricPacket& packet, uint16_t egress) const override;

    uint32_t m_largestBytes; //!< payload
    uint8_t m_lane;          //!< of packets with no more than that
};

} // namespace ns3

#endif // AI_FABRIC_OWN_CLASSIFIER_H
