// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PFC_WATCHDOG_H
#define AI_FABRIC_PFC_WATCHDOG_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/frozen-attributes.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/pause-event.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class SwitchContext;
class PriorityFlowControl;

/**
 * @ingroup ai-fabric-switch
 * The PFC watchdog of a switch, as in SONiC (PFC Watchdog HLD): frees egress queues that are paused
 * without end, for example by a broken NIC or in a deadlock.
 *
 *     blocked since = max(pause began, the first packet of the queue came)
 *     storm         : paused, not empty, and now - blocked since >= DetectionTime
 *     restored      : now - end of the last requested pause >= RestorationTime
 * In a storm the egress queue ignores pause. With Discard (SONiC's action drop) its packets,
 * present and future, are dropped as DropReason::PFC_WATCHDOG. Without Discard (action forward) the
 * queue sends despite the pause, which may overrun the other end's headroom.
 *
 * The watchdog polls every PollInterval, and only while a port of the switch is paused or in a
 * storm, so a storm is found less than one PollInterval late. No work is done per packet, and
 * without a pause there are no events.
 *
 * Invariant: a queue ignores pause if and only if it is in a storm.
 */
class PfcWatchdog final : public Object, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    PfcWatchdog();
    ~PfcWatchdog() override;

    /**
     * @param context switch with all its ports, connected; must outlive this object
     * @return true if the watchdog is on
     */
    bool Start(SwitchContext& context);

    /**
     * @param port port number
     * @param priority priority of the queue
     * @return true if that queue is in a storm
     */
    bool IsInStorm(uint16_t port, uint8_t priority) const
    {
        return m_ports[port].storms >> priority & 1;
    }

    /** @return storms found so far */
    uint64_t GetStorms() const
    {
        return m_storms;
    }

    /**
     * Signature of the trace source Storm.
     *
     * @param port port number
     * @param priority priority of the queue
     * @param storm true: a storm begins; false: it ends
     * @param nowPs current time, in ps
     */
    typedef void (*StormTracedCallback)(uint16_t port, uint8_t priority, bool storm, int64_t nowPs);

  protected:
    void DoDispose() override;

  private:
    /** A port with PFC; flowControl is null at other ports. */
    struct Port
    {
        PriorityFlowControl* flowControl;
        uint32_t storms; //!< bit n: queue n is in a storm
    };

    /** Starts polling when a port is paused. */
    void OnPause(const PauseEvent& event);
    /** Checks every queue that is paused or in a storm; continues polling if there is one. */
    void Poll();
    void Look(uint16_t port, uint8_t priority, int64_t nowPs);
    void SetStorm(uint16_t port, uint8_t priority, bool storm, int64_t nowPs);

    SwitchContext* m_switch{nullptr};
    std::vector<Port> m_ports; //!< by number
    Ptr<FabricEvent> m_poll;   //!< pending while a queue is paused or in a storm
    TickClock m_clock;
    int64_t m_pollPs{0};        //!< poll interval in force, in ps
    int64_t m_detectionPs{0};   //!< detection time in force, in ps
    int64_t m_restorationPs{0}; //!< restoration time in force, in ps
    uint64_t m_storms{0};
    Time m_detectionTime;   //!< attribute; 0: off
    Time m_restorationTime; //!< attribute; 0: equal to the detection time
    Time m_pollInterval;    //!< attribute; 0: a quarter of the shorter of the two
    bool m_discard;         //!< packets of a storm are dropped; else they are sent
    TracedCallback<uint16_t, uint8_t, bool, int64_t> m_stormTrace;
};

} // namespace ns3

#endif // AI_FABRIC_PFC_WATCHDOG_H
