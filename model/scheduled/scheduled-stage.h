// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_STAGE_H
#define AI_FABRIC_SCHEDULED_STAGE_H

#include "scheduled-sender.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * A scheduled fabric (Arista 7800, Jericho; Meta's disaggregated scheduled fabric): a packet waits
 * in the first leaf until the last leaf has room for it, and is then spread over all links.
 *
 *     from a host       the packet enters the virtual output queue of its source, destination and
 *                       lane (VoqKey); the last leaf hears of the queued bytes
 *     first leaf        sends while the bytes sent are fewer than the bytes granted; the links to
 *                       that host take turns, each as long as the longest packet
 *     in between        packets take the links in turn
 *     last leaf         puts the packets of a queue in order, and grants CreditBytes to the lanes
 *                       and queues for a port in turn (VoqGrantArbiter)
 *
 * The turns of a link are in proportion to the rate that the link and the links behind it carry
 * (LinkShares). The grants of all ports of a leaf together do not exceed the rate of the links that
 * lead to the source, so a dead link takes rate from all ports alike. A first leaf does not send
 * more than its live links to the destination carry, except for two credits on each link.
 *
 * All counts are totals, so the next message makes up for a lost one. The last leaf hears of queued
 * bytes in the header of each packet. It also gets a packet of 64 B if it may have granted all
 * bytes that it knows of, or if the unreported bytes are at least a credit and at least a quarter
 * of the reported bytes that are not granted. Grants come back as packets of 64 B. Both travel in
 * the lossy priority ControlPriority; a queue without a grant for RepeatTime asks again. Within a
 * leaf both take LocalDelay. A network of one switch is a box of line cards, where both take
 * LocalDelay, too.
 *
 * With CellBytes a packet is cut into cells, each with a header, and the cells take the links in
 * turn. The last cell is the packet itself, shortened; the last leaf forwards it with its full
 * length when all cells have arrived. Without CellBytes the packet takes one link as a whole, as in
 * an ideal fabric: the link is busy for as long as with cells without headers.
 *
 * Invariants: the bytes sent by a queue are fewer than its granted bytes plus one packet; packets
 * of a queue leave the last leaf in the order of their arrival at the first leaf, except packets
 * that were waited for longer than ReassemblyTime.
 */
class ScheduledStage final : public ScheduledSender
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ScheduledStage();
    ~ScheduledStage() override;

  private:
    bool DoArrive(FabricPacket& packet, uint16_t egress) override;
    bool DoHold(FabricPacketPtr& packet, uint16_t egress) override;
    void Hear(const VoqKey& key, Word word, uint64_t totalBytes, int64_t nowPs) override;
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_STAGE_H
