// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAST_BIT_STAGE_H
#define AI_FABRIC_LAST_BIT_STAGE_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"

#include <cstdint>

namespace ns3
{

class SwitchContext;

/**
 * @ingroup ai-fabric-switch
 * Holds the packet of one ingress port of a cut-through switch until its last bit has arrived, if
 * it leaves by a faster link: if it were sent earlier, the faster link would run out of bits.
 *
 * One packet per ingress port is enough: the first bit of a packet comes after the last bit of the
 * packet before, and the switch releases that packet before it takes the next one. Invariant: the
 * stage is empty, or its event is pending for the packet's tail.
 */
class LastBitStage
{
  public:
    /**
     * @param owner switch that gets the packet back
     * @param context id of its Node
     */
    LastBitStage(SwitchContext& owner, uint32_t context);
    ~LastBitStage();
    LastBitStage(const LastBitStage&) = delete;
    LastBitStage& operator=(const LastBitStage&) = delete;

    /**
     * @param packet packet charged to the buffer
     * @param egress number of the port by which it leaves
     */
    void Hold(FabricPacketPtr packet, uint16_t egress);

    /** Forwards the held packet, which is complete now; does nothing if the stage is empty. */
    void Release();

    /** @param ratebps rate of the incoming link, in bit/s */
    void SetRate(uint64_t ratebps)
    {
        m_ratebps = ratebps;
    }

    /** @return rate of the incoming link, in bit/s */
    uint64_t GetRate() const
    {
        return m_ratebps;
    }

    /** @return frame length of the held packet in bytes; 0 if the stage is empty */
    uint32_t GetBytes() const
    {
        return m_packet ? m_packet->frameBytes : 0;
    }

    /** @return held packet; null if the stage is empty */
    const FabricPacket* GetPacket() const
    {
        return m_packet.get();
    }

  private:
    SwitchContext& m_owner;
    Ptr<FabricEvent> m_complete;
    FabricPacketPtr m_packet; //!< null: none
    uint16_t m_egress{0};     //!< number of the port by which the packet leaves
    uint64_t m_ratebps{0};    //!< rate of the incoming link
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_LAST_BIT_STAGE_H
