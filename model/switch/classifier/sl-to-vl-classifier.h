// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SL_TO_VL_CLASSIFIER_H
#define AI_FABRIC_SL_TO_VL_CLASSIFIER_H

#include "packet-classifier.h"

#include "ns3/sl-to-vl-table.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The service level of a packet, its ingress port and its egress port decide its lane from the
 * egress queue on (IBTA vol. 1, 7.6.6). At the ingress the packet stays on the lane on which the
 * sender counts its credits. Packets on MANAGEMENT_LANE stay there.
 */
class SlToVlClassifier final : public PacketClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Sets the map of a pair of ports; after Configure().
     *
     * @param ingress port number
     * @param egress port number
     * @param map map of this pair, for packets that come from now on; pairs without a map use the
     * attribute Map, or without it the lane whose number is the service level
     * @throw InputError if such a port does not exist
     */
    void SetPair(uint16_t ingress, uint16_t egress, const SlToVlMap& map);

  private:
    void DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports) override;
    DropReason DoClassify(FabricPacket& packet, uint16_t egress) const override;
    void SetMap(std::string map);
    std::string GetMap() const;

    SlToVlTable m_table;
};

} // namespace ns3

#endif // AI_FABRIC_SL_TO_VL_CLASSIFIER_H
