// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_PRIORITY_FLOW_CONTROL_H
#define AI_FABRIC_PRIORITY_FLOW_CONTROL_H

#include "link-flow-control.h"

#include "ns3/fabric-event.h"
#include "ns3/nstime.h"

#include <array>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Priority-based flow control (IEEE 802.1Qbb).
 *
 * As a sender: a pause frame replaces the timer of every priority it enables,
 *     pausedUntil[p] = now + quanta[p] * 512 bit / rate        (zero quanta resumes);
 * the frame that is on the wire is always completed.
 *
 * As a receiver: XOFF goes out when the buffer says STOP, again at half of the pause's length
 * while it stands, and XON (zero quanta) when the buffer says RESUME. A pause frame is 64 B and
 * busies the wire for 84 B.
 *
 * Headroom: what may still arrive after the packet that crossed the threshold,
 *     H = 3 F + 84 B * priorities + rate/8 * (2 delay + latency + reaction)
 * with F the longest frame on the wire: the packet that crossed the threshold; the frame that the
 * pause frame waits for; the frame that the sender has begun; both ways on the wire; what is in
 * this device's own pipeline (latency), not yet charged to the buffer. The terms are those of IEEE
 * 802.1Qbb annex O; the interface and cable delays are in delay and reaction.
 *
 * Invariants: IsPaused(p) == (now < pausedUntil[p]); a priority for which XOFF was sent gets XON,
 * or its pause is refreshed before it runs out.
 */
class PriorityFlowControl final : public LinkFlowControl
{
  public:
    /** Length of a pause frame with its check sequence, and on the wire, in bytes. */
    static constexpr uint32_t PAUSE_FRAME_BYTES = 64;
    static constexpr uint32_t PAUSE_WIRE_BYTES = 84;
    /** Length of a pause quantum. */
    static constexpr uint32_t QUANTUM_BITS = 512;

    /** @return the TypeId */
    static TypeId GetTypeId();

    PriorityFlowControl();
    ~PriorityFlowControl() override;

    /** @param priority which @return whether the other end has paused it */
    bool IsPaused(uint8_t priority) const
    {
        return m_pausedMask >> priority & 1;
    }

  protected:
    void DoDispose() override;

  private:
    void DoNotifyReceived(uint8_t priority,
                          uint32_t frameBytes,
                          BufferSignal signal,
                          int64_t nowPs) override;
    void DoNotifyFreed(uint8_t priority,
                       uint32_t frameBytes,
                       BufferSignal signal,
                       int64_t nowPs) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    bool DoIsLossless(uint8_t priority) const override;
    uint64_t DoGetReservedBytes() const override;
    int64_t DoGetBlockedPs(uint8_t priority, int64_t nowPs) const override;
    std::string DoDescribeBlock(uint8_t priority) const override;

    int64_t QuantaPs(uint32_t quanta) const;
    void SendPause(uint8_t priorities, uint16_t quanta, int64_t nowPs);
    void Resume(uint8_t priority, int64_t nowPs);
    void ScheduleExpiry();
    void Expire();
    void Refresh();

    uint8_t m_enabled;        //!< bit n: priority n is lossless
    uint16_t m_quanta;        //!< that an XOFF asks for
    uint64_t m_headroomBytes; //!< per priority; 0: by the formula
    Time m_reaction;          //!< of the peer to a pause frame

    std::array<int64_t, PRIORITY_COUNT> m_pausedUntilPs{};
    std::array<int64_t, PRIORITY_COUNT> m_pausedSincePs{};
    std::array<int64_t, PRIORITY_COUNT> m_pausedTotalPs{};
    Ptr<FabricEvent> m_expiry;
    Ptr<FabricEvent> m_refresh;
};

} // namespace ns3

#endif // AI_FABRIC_PRIORITY_FLOW_CONTROL_H
