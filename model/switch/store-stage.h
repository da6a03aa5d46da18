// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STORE_STAGE_H
#define AI_FABRIC_STORE_STAGE_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"

#include <cstdint>

namespace ns3
{

class FabricSwitch;

/**
 * @ingroup ai-fabric-switch
 * Where a cut-through switch keeps the packet of one ingress port that leaves by a faster link,
 * until its last bit is here: sent any earlier, the link would run out of bits.
 *
 * One place is enough. On a link the first bit of a packet comes after the last one of the packet
 * before, so whoever takes the next packet releases this one first. Invariant: empty, or the event
 * is pending for the packet's tail.
 */
class StoreStage
{
  public:
    /** @param owner gets the packet back @param context node that it is on */
    StoreStage(FabricSwitch& owner, uint32_t context);
    ~StoreStage();
    StoreStage(const StoreStage&) = delete;
    StoreStage& operator=(const StoreStage&) = delete;

    /** @param packet charged to the buffer @param egress port that it leaves by */
    void Hold(FabricPacketPtr packet, uint16_t egress);

    /** The packet is complete, or nothing is held. */
    void Release();

    /** @return frame length of what is held; 0 if nothing is */
    uint32_t GetBytes() const
    {
        return m_packet ? m_packet->frameBytes : 0;
    }

    /** @return what is held; may be null */
    const FabricPacket* GetPacket() const
    {
        return m_packet.get();
    }

  private:
    FabricSwitch& m_owner;
    Ptr<FabricEvent> m_complete;
    FabricPacketPtr m_packet;
    uint16_t m_egress{0};
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_STORE_STAGE_H
