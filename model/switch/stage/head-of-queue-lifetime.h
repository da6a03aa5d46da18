// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HEAD_OF_QUEUE_LIFETIME_H
#define AI_FABRIC_HEAD_OF_QUEUE_LIFETIME_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"
#include "ns3/frozen-attributes.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class CreditFlowControl;
class SwitchContext;

/**
 * @ingroup ai-fabric-switch
 * Limits how long a packet may be the first of an egress queue of a switch (with an InputArbiter:
 * of its virtual output queue) without the credits to leave (IBTA vol. 1, 18.2.5.4: HOQLife,
 * VLStallCount). Only this limit ends a credit deadlock, or a blockage by a host that accepts no
 * packets.
 *
 *     head since    = max(credits ran out, it came, the packet before it was dropped)
 *     dropped       : now - head since >= 4.096 us * 2^life
 *     stalled       : VLStallCount packets of the lane dropped and none sent in between
 *     stalled until = then + 8 * 4.096 us * 2^life
 * where life is LeafHoqLife at a port to a host and HoqLife at a port to a switch. A stalled lane
 * drops the packets in its queue and the packets that arrive for it. A dropped packet has left the
 * input buffer: its credits are returned as if it had been sent.
 *
 * The class serves only ports with credits; PfcWatchdog does the same for pauses. No work is done
 * per packet: the flow control sets an alarm when a lane runs out of credits. A packet that has
 * credits and waits for its turn is not limited.
 *
 * Invariant: a queue discards if and only if its lane is stalled.
 */
class HeadOfQueueLifetime final : public Object, public FrozenAttributes
{
  public:
    /** Unit of the lifetimes, in picoseconds. */
    static constexpr int64_t UNIT_PS = 4'096'000;
    /** Lifetimes above this value are unlimited. */
    static constexpr uint32_t LONGEST_LIFE = 19;

    /** @return the TypeId */
    static TypeId GetTypeId();

    HeadOfQueueLifetime();
    ~HeadOfQueueLifetime() override;

    /**
     * @param context switch with all its ports, connected; must outlive this object
     * @return true if any port has a lifetime
     */
    bool Start(SwitchContext& context);

    /**
     * @param port port number
     * @param vl virtual lane
     * @return true if that queue is stalled
     */
    bool IsStalled(uint16_t port, uint8_t vl) const
    {
        return m_ports[port].stalled >> vl & 1;
    }

    /** @return number of stalls so far */
    uint64_t GetStalls() const
    {
        return m_stalls;
    }

    /**
     * Signature of the trace source Stall.
     *
     * @param port port number
     * @param vl virtual lane of the queue
     * @param stalled true: a stall begins; false: it ends
     * @param nowPs current time, in ps
     */
    typedef void (*StallTracedCallback)(uint16_t port, uint8_t vl, bool stalled, int64_t nowPs);

  protected:
    void DoDispose() override;

  private:
    /** State of one queue. */
    struct Lane
    {
        int64_t stalledUntilPs{0};   //!< end of the stall, in ps; valid only if stalled
        uint32_t sentBlocks{0};      //!< CreditFlowControl::GetSentBlocks() at the last drop
        uint32_t dropsInSequence{0}; //!< packets dropped since the last packet was sent
    };

    /** A port with credits and a lifetime; flowControl is null at other ports. */
    struct Port
    {
        CreditFlowControl* flowControl{nullptr};
        int64_t lifePs{0};       //!< longest time of a packet at the head, in ps
        uint32_t stalled{0};     //!< bit n: lane n is stalled
        std::vector<Lane> lanes; //!< empty if flowControl is null
    };

    /**
     * Checks every queue that is not empty or is stalled, and schedules m_look for the next due
     * time.
     */
    void Look();
    int64_t LookAt(uint16_t number, uint8_t vl, int64_t nowPs);
    void SetStalled(uint16_t number, uint8_t vl, bool stalled, int64_t nowPs);

    SwitchContext* m_switch{nullptr};
    std::vector<Port> m_ports; //!< by number
    Ptr<FabricEvent> m_look;   //!< the next check of the queues
    TickClock m_clock;
    uint64_t m_stalls{0};
    uint32_t m_life;       //!< attribute HoqLife, an exponent of 2
    uint32_t m_leafLife;   //!< attribute LeafHoqLife, an exponent of 2
    uint32_t m_stallCount; //!< 0: a lane never stalls
    TracedCallback<uint16_t, uint8_t, bool, int64_t> m_stallTrace;
};

} // namespace ns3

#endif // AI_FABRIC_HEAD_OF_QUEUE_LIFETIME_H
