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
 * Trans. Commun. 29 (4), 1981): a packet that goes from one link between switches to the next takes
 * the next lane, so buffers wait for those of higher lanes only and never in a ring, whatever the
 * routes.
 *
 *     lane on the link of the source and on the first one between switches = that of the source
 *     lane on each further link between switches = lane before + 1
 *
 * as long as that lane is lossless; on the last lossless one, and on lanes that drop packets
 * anyway, packets stay. If the path selector knows detours and the links count credits,
 * packets on minimal ways begin in the middle of these lanes, see GetLaneOfMinimalWay(): what waits
 * for a crowded minimal way stops no detour, and the queues of both are told apart (Kim, Dally,
 * Scott and Abts, ISCA'08: selective virtual-channel discrimination). So many links a way may have
 * between switches as there are lossless lanes from the source's on: what is longer the check for
 * deadlocks tells. On the link of the destination a packet keeps its lane.
 *
 * Tables of SL-to-VL (IBTA vol. 1, 7.6.6) do not know the lane that a packet came on, so this is
 * more than switches of InfiniBand do today; those of other dragonflies change lanes so.
 */
class HopClassifier final : public PacketClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports) override;
    DropReason DoClassify(FabricPacket& packet, uint16_t egress) const override;

    std::vector<bool> m_toSwitch;     //!< by port: a switch is there
    std::vector<uint8_t> m_laneAfter; //!< by lane
    /** By lane: of minimal ways on their first link between switches; empty: no detours. */
    std::vector<uint8_t> m_laneOfMinimal;
};

} // namespace ns3

#endif // AI_FABRIC_HOP_CLASSIFIER_H
