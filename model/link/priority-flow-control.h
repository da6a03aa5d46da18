// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PRIORITY_FLOW_CONTROL_H
#define AI_FABRIC_PRIORITY_FLOW_CONTROL_H

#include "headroom-calculator.h"
#include "link-flow-control.h"
#include "pause-event.h"

#include "ns3/fabric-event.h"
#include "ns3/lazy-deque.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pause-frame.h"
#include "ns3/traced-callback.h"

#include <array>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Priority-based flow control (IEEE 802.1Qbb).
 *
 * As a sender: a pause frame that came in at time t replaces, Reaction later, the timer of every
 * priority it enables,
 *
 *     pausedUntil[p] = t + reaction + quanta[p] * 512 bit / rate        (zero quanta resumes);
 *
 * the frame that is on the wire is always completed.
 *
 * As a receiver: XOFF is sent when the buffer signals STOP, and repeated at half of the pause's
 * length while the stop holds; XON (zero quanta) is sent when the buffer signals RESUME. A pause
 * frame has 64 B and takes 84 B of the wire. The bytes that may still arrive after the packet that
 * crossed the threshold are the headroom; a HeadroomCalculator computes them.
 *
 * Two exceptions: a port that ignores pause (set by a watchdog to break a storm) keeps the timers
 * and sends regardless. A port in a storm (an injected failure) asks for a pause whatever the state
 * of its buffer.
 *
 * Invariants: IsPaused(p) == (now < pausedUntil[p]) unless p is ignored, when it is false; a
 * priority for which XOFF was sent gets XON, or its pause is refreshed before it expires.
 */
class PriorityFlowControl final : public LinkFlowControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    PriorityFlowControl();
    ~PriorityFlowControl() override;

    /**
     * @param priority priority, 0 to 7
     * @return true if the other end has paused it
     */
    bool IsPaused(uint8_t priority) const
    {
        return m_pausedMask >> priority & 1;
    }

    /** @return bit n: IsPaused(n) */
    uint32_t GetPausedMask() const
    {
        return m_pausedMask;
    }

    /**
     * @param priority priority that is paused now
     * @return start of its uninterrupted pause, in ps
     */
    int64_t GetPausedSincePs(uint8_t priority) const
    {
        return m_pausedSincePs[priority];
    }

    /**
     * @param priority priority, 0 to 7
     * @return end of the pause that the other end asks for, obeyed or not; the end of the last
     * pause if that is over; 0 if there was none; in ps
     */
    int64_t GetPausedUntilPs(uint8_t priority) const
    {
        return m_pausedUntilPs[priority];
    }

    /**
     * Sets whether the other end's pauses of a priority are ignored.
     *
     * @param priority priority, 0 to 7
     * @param ignore true: the port sends despite pauses
     * @param nowPs current time, in ps
     */
    void SetIgnorePause(uint8_t priority, bool ignore, int64_t nowPs);

    /**
     * Injects a failure: sends XOFF and refreshes it until EndStorm(), whatever the state of the
     * buffer.
     *
     * @param priority priority, 0 to 7
     * @param nowPs current time, in ps
     */
    void BeginStorm(uint8_t priority, int64_t nowPs);

    /**
     * Ends the failure; sends XON unless the buffer needs the pause.
     *
     * @param priority priority, 0 to 7
     * @param nowPs current time, in ps
     */
    void EndStorm(uint8_t priority, int64_t nowPs);

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    void DoNotifyReceived(uint8_t priority,
                          uint32_t frameBytes,
                          BufferSignal signal,
                          int64_t nowPs,
                          const FabricPacket* packet) override;
    void DoNotifyFreed(uint8_t priority,
                       uint32_t frameBytes,
                       BufferSignal signal,
                       int64_t nowPs) override;
    void DoNotifyLink(bool down, int64_t nowPs) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    bool DoIsLossless(uint8_t priority) const override;
    uint64_t DoGetReservedBytes() const override;
    int64_t DoGetBlockedPs(uint8_t priority, int64_t nowPs) const override;
    std::string DoDescribeBlock(uint8_t priority) const override;

    /** A received pause frame that has not taken effect yet. */
    struct Reacting
    {
        int64_t duePs; //!< time at which it takes effect, in ps
        PauseFrame pause;
    };

    /**
     * @param quanta number of quanta
     * @return their length, in ps
     */
    int64_t QuantaPs(uint32_t quanta) const;
    void Stop(uint8_t priority, int64_t nowPs, const FabricPacket* cause);
    void Restart(uint8_t priority, int64_t nowPs);
    /**
     * Sends a pause frame.
     *
     * @param priorities bit n: the frame concerns priority n
     * @param quanta length of the pause for each of these; 0: XON
     * @param nowPs current time, in ps
     */
    void SendPause(uint8_t priorities, uint16_t quanta, int64_t nowPs);
    /** Repeats XOFF for stopped priorities before the pause expires. */
    void Refresh();

    /** Called when the first frame of m_reacting takes effect. */
    void React();
    /** Applies a pause frame. */
    void Obey(const PauseFrame& pause, int64_t nowPs);
    /** Stops sending the priority. */
    void Pause(uint8_t priority, int64_t nowPs);
    /** Resumes sending the priority. */
    void Resume(uint8_t priority, int64_t nowPs);
    /** Schedules Expire() for the first expiry of a pause in force. */
    void ScheduleExpiry();
    /** Resumes priorities whose pause has expired. */
    void Expire();

    void Trace(PauseEvent::Kind kind,
               uint8_t priority,
               int64_t nowPs,
               int64_t durationPs,
               const FabricPacket* cause = nullptr);

    uint8_t m_enabled;        //!< bit n: priority n is lossless
    uint16_t m_quanta;        //!< length of the pause in an XOFF, in quanta of 512 bit times
    uint64_t m_headroomBytes; //!< headroom of each lossless priority; 0: computed by m_headroom
    ObjectFactory m_headroom; //!< a HeadroomCalculator
    mutable Ptr<HeadroomCalculator> m_calculator; //!< calculator that was asked last; null: none
    Time m_reaction;                              //!< time from a pause frame to the pause

    uint8_t m_fullMask{0};   //!< bit n: the buffer has signalled STOP
    uint8_t m_stormMask{0};  //!< bit n: between BeginStorm(n) and EndStorm(n)
    uint8_t m_ignoreMask{0}; //!< bit n: pauses of priority n are ignored

    std::array<int64_t, PRIORITY_COUNT> m_stoppedSincePs{}; //!< by priority: time of XOFF
    std::array<int64_t, PRIORITY_COUNT> m_pausedUntilPs{};  //!< by priority, even if ignored
    std::array<int64_t, PRIORITY_COUNT> m_pausedSincePs{};  //!< by priority, while paused
    std::array<int64_t, PRIORITY_COUNT> m_pausedTotalPs{};  //!< by priority: total of ended pauses
    LazyDeque<Reacting> m_reacting;                         //!< in order of arrival
    /** Due time of the first entry of m_reacting. */
    Ptr<FabricEvent> m_react;
    Ptr<FabricEvent> m_expiry;  //!< expiry of the first pause
    Ptr<FabricEvent> m_refresh; //!< next repetition of XOFF
    TracedCallback<const PauseEvent&> m_pauseTrace;
};

} // namespace ns3

#endif // AI_FABRIC_PRIORITY_FLOW_CONTROL_H
