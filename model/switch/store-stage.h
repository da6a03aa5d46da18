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
 * Holds the packet of one ingress port of a cut-through switch that leaves by a faster link, until
 * its last bit has arrived: if it were sent earlier, the faster link would run out of bits.
 *
 * One place per ingress port is enough, because the first bit of a packet comes after the last bit
 * of the packet before; the switch releases that before it takes the next one. Invariant: empty, or
 * the event is pending for the packet's tail.
 */
class StoreStage
{
  public:
    /** @param owner gets the packet back @param context id of its Node */
    StoreStage(FabricSwitch& owner, uint32_t context);
    ~StoreStage();
    StoreStage(const StoreStage&) = delete;
    StoreStage& operator=(const StoreStage&) = delete;

    /** @param packet charged to the buffer @param egress port that it leaves by */
    void Hold(FabricPacketPtr packet, uint16_t egress);

    /** Hands the packet that is held back, complete; does nothing if there is none. */
    void Release();

    /** @param ratebps at which packets come */
    void SetRate(uint64_t ratebps)
    {
        m_ratebps = ratebps;
    }

    /** @return bit/s at which packets come */
    uint64_t GetRate() const
    {
        return m_ratebps;
    }

    /** @return frame length of the packet that is held; 0 if there is none */
    uint32_t GetBytes() const
    {
        return m_packet ? m_packet->frameBytes : 0;
    }

    /** @return the packet that is held; null if there is none */
    const FabricPacket* GetPacket() const
    {
        return m_packet.get();
    }

  private:
    FabricSwitch& m_owner;
    Ptr<FabricEvent> m_complete;
    FabricPacketPtr m_packet; //!< null: none
    uint16_t m_egress{0};     //!< port that the packet leaves by
    uint64_t m_ratebps{0};    //!< of the other end of the link
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_STORE_STAGE_H
