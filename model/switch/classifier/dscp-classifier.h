// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DSCP_CLASSIFIER_H
#define AI_FABRIC_DSCP_CLASSIFIER_H

#include "packet-classifier.h"

#include "ns3/dscp-map.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The DSCP of a packet decides its priority (its lane) in the whole switch, at ingress and egress,
 * as in a switch that is configured to trust DSCPs.
 */
class DscpClassifier final : public PacketClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports) override;
    DropReason DoClassify(FabricPacket& packet, uint16_t egress) const override;
    uint8_t DoGetLane(uint8_t dscp, uint8_t sent) const override;
    void SetMap(std::string map);
    std::string GetMap() const;

    DscpToPriorityMap m_map;
};

} // namespace ns3

#endif // AI_FABRIC_DSCP_CLASSIFIER_H
