// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOW_PAUSE_SENDER_H
#define AI_FABRIC_FLOW_PAUSE_SENDER_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/flow-filter.h"
#include "ns3/lane-gate.h"
#include "ns3/pause-event.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-backpressure
 * The pauses that one end of a BackpressureFlowControl asks for: queues of the other end that are
 * held by packets here, and the frames that tell the other end. A pause is sent when an interval
 * has passed since the frame before, a release at once.
 *
 * Invariants: a queue is in GetHeld() if and only if it has holders; at most one frame waits.
 */
class FlowPauseSender
{
  public:
    /** Trace source of pauses. */
    using PauseTrace = TracedCallback<const PauseEvent&>;

    /**
     * @param gate flow control; its LaneGate::IsStopped() is the pause of the whole priority
     * @param trace trace source of begins and ends of pauses
     */
    FlowPauseSender(const LaneGate& gate, const PauseTrace& trace);
    ~FlowPauseSender();

    FlowPauseSender(const FlowPauseSender&) = delete;
    FlowPauseSender& operator=(const FlowPauseSender&) = delete;

    /**
     * @param port port of a completed link
     * @param priority priority whose queues are held
     * @param intervalPs least time between two frames that pause a queue, in ps
     */
    void Start(FabricNetDevice& port, uint8_t priority, int64_t intervalPs);

    /** Sends no further frames. */
    void Stop()
    {
        m_frame->Clear();
    }

    /** @return least time between two frames that pause a queue, in ps; valid after Start() */
    int64_t GetIntervalPs() const
    {
        return m_intervalPs;
    }

    /** @return queues of the other end that have holders */
    const FlowFilter& GetHeld() const
    {
        return m_held;
    }

    /** @param held GetHeld() of this end in the process that runs it */
    void SetHeld(const FlowFilter& held)
    {
        m_held = held;
    }

    /** @return number of packets that hold a queue, by queue of the other end; or empty */
    const std::vector<uint32_t>& GetHolders() const
    {
        return m_holders;
    }

    /**
     * @param upstream number of the queue at the other end
     * @param nowPs time in ps
     * @param cause packet that came from that queue
     * @param egress port where the packet waits
     */
    void Hold(uint16_t upstream,
              int64_t nowPs,
              const FabricPacket& cause,
              const FabricNetDevice& egress);

    /**
     * @param upstream number of the queue at the other end, which the packet has held
     * @param nowPs time in ps
     */
    void Release(uint16_t upstream, int64_t nowPs);

    /**
     * Tells at once, without waiting for the interval, that the whole priority is paused or not.
     *
     * @param nowPs time in ps
     * @param cause packet that crossed the threshold; null: none
     */
    void SendAll(int64_t nowPs, const FabricPacket* cause);

    /** @param packet packet that leaves now @return true if it is the frame that waited */
    bool IsWaiting(const FabricPacket& packet) const
    {
        return &packet == m_waiting;
    }

    /** Called when the frame that waited leaves. @param nowPs time in ps */
    void NotifyTold(int64_t nowPs);

  private:
    bool PausesAny() const;
    void SendBy(int64_t duePs, int64_t nowPs);
    void SendNow(int64_t nowPs);
    void Write(FabricPacket& frame) const;
    void SendDue();
    void Trace(PauseEvent::Kind kind,
               uint16_t queue,
               int64_t nowPs,
               const FabricPacket* cause = nullptr,
               const FabricNetDevice* egress = nullptr);

    const LaneGate& m_gate;
    const PauseTrace& m_trace;
    FabricNetDevice* m_port{nullptr};                          //!< null before Start()
    uint8_t m_priority{0};                                     //!< see Start()
    int64_t m_intervalPs{0};                                   //!< see GetIntervalPs()
    std::vector<uint32_t> m_holders;                           //!< see GetHolders()
    FlowFilter m_held;                                         //!< see GetHeld()
    int64_t m_toldPs{std::numeric_limits<int64_t>::min() / 2}; //!< time of the last frame, in ps
    Ptr<FabricEvent> m_frame;                                  //!< the next frame
    FabricPacket* m_waiting{nullptr}; //!< frame that waits for the wire; null: none
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_PAUSE_SENDER_H
