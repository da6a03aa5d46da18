// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOP_CLASSIFIER_H
#define AI_FABRIC_HOP_CLASSIFIER_H

#include "packet-classifier.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Lanes by hop (Gunther, "Prevention of deadlocks in packet-switched data transport systems", IEEE
 * Trans. Commun. 29 (4), 1981): a packet takes the next lane at each step from one link between
 * switches to the next link. A buffer then waits only for buffers of higher lanes, and never in a
 * ring, whatever the routes.
 *
 *     lane on the link of the source and on the first one between switches = that of the source
 *     lane on each further link between switches = lane before + 1
 *
 * as long as that lane is lossless. On the last lossless lane, and on lanes that may drop packets,
 * packets keep their lane. If the path selector uses detours and the links count credits, packets
 * on minimal paths begin in the middle of these lanes, see GetLaneOfMinimalWay(): a crowded minimal
 * path then does not stop detours, and the queues of both are told apart (Kim, Dally, Scott and
 * Abts, ISCA'08: selective virtual-channel discrimination). A path may have as many links between
 * switches as there are lossless lanes from the source's lane on; the check for deadlocks reports
 * longer paths. On the link of the destination a packet keeps its lane.
 *
 * SL-to-VL tables (IBTA vol. 1, 7.6.6) do not depend on the lane on which a packet came, so
 * InfiniBand switches of today cannot do this; switches of other dragonflies change lanes in this
 * way.
 */
class HopClassifier final : public PacketClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports) override;
    DropReason DoClassify(FabricPacket& packet, uint16_t egress) const override;

    std::vector<bool> m_toSwitch;     //!< by port: true if a switch is at its other end
    std::vector<uint8_t> m_laneAfter; //!< by lane
    /**
     * By lane of the source: lane of minimal paths on their first link between switches; empty: no
     * detours.
     */
    std::vector<uint8_t> m_laneOfMinimal;
};

} // namespace ns3

#endif // AI_FABRIC_HOP_CLASSIFIER_H
