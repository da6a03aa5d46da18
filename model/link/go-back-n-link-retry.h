// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GO_BACK_N_LINK_RETRY_H
#define AI_FABRIC_GO_BACK_N_LINK_RETRY_H

#include "link-retry-receiver.h"
#include "link-retry.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Go-back-N on a link, as in the link-layer retry (LLR) of the Ultra Ethernet specification 1.0,
 * section 5.1, with the terms of OCP SAI's "Link Layer Retry" (version 1.18).
 *
 * Receiver: LinkRetryReceiver. Two of its acknowledgements are at least AckSpacing apart.
 *
 * Sender: unacknowledged frames stay in the replay buffer. While a frame of greatest length has no
 * room there, no further frame leaves. After LLR_NACK, or without progress for ReplayTimer, the
 * sender sends all frames of the buffer again, before all packets except link control. After
 * MaxReplays replays without progress it gives up: frames that the receiver lacks are lost, one
 * ordered set tells the receiver, and numbering continues (FLUSH with RE_INIT_ON_FLUSH).
 *
 * Let frames of F picoseconds be sent back to back over a wire of delay d, with ordered sets of a
 * picoseconds. A damaged frame then costs K frame times, K = ceil((F + 2 d + a) / F). If frames are
 * damaged with probability p, the link keeps an efficiency of (1 - p) / (1 - p + p K). A single
 * frame arrives F + 2 d + a later than without damage. All this holds if the other direction is
 * idle: LLR_NACK waits for a frame that has begun there.
 *
 * After a change of the link's rate, timer and spacing are those of the new rate; a ReplayTimer
 * below the round trip at a lower rate is raised to that round trip. The frames in the replay
 * buffer stay.
 *
 * Invariant: base <= next number to accept <= next; the buffer holds [base, next).
 */
class GoBackNLinkRetry final : public LinkRetry
{
  public:
    /** Length of LLR_ACK, LLR_NACK and of a restart, in bytes. */
    static constexpr uint32_t ORDERED_SET_BYTES = RetryAnswer::BYTES;

    /** @return the TypeId */
    static TypeId GetTypeId();

    GoBackNLinkRetry();
    ~GoBackNLinkRetry() override;

    /** @return wait for an acknowledgement, in ps */
    int64_t GetReplayTimerPs() const
    {
        return m_timeoutPs;
    }

  protected:
    void DoDispose() override;

  private:
    /** A frame in the replay buffer. */
    struct Sent
    {
        uint32_t frameBytes;
        uint32_t wireBytes;
    };

    void DoStart() override;
    uint64_t DoGetBufferBytes() const override;
    void DoNotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs) override;
    bool DoAccept(const FabricPacket& frame, int64_t endPs, bool damaged) override;
    bool DoLacksFrames() const override;
    void DoReceiveControl(const FabricPacket& packet) override;
    void DoNotifyLink() override;
    void DoNotifyRate(int64_t nowPs) override;

    int64_t GetLoopPs() const;
    void ReadRate();
    void Store(const FabricPacket& frame, int64_t endPs);
    void Release(uint64_t next);
    void BeginReplay(int64_t nowPs);
    void GiveUp(int64_t nowPs);
    void Queue(uint64_t sequence, bool restarts, int64_t nowPs);
    void Continue(const FabricPacket& repeated, int64_t startPs, int64_t endPs);
    void StartTimer(int64_t fromPs);
    void SetDeadline(int64_t deadlinePs);
    void StopTimer();
    void TimeOut();
    void EndHold(int64_t nowPs);
    bool HasRoom() const;
    Sent& At(uint64_t sequence);

    uint64_t m_bufferBytes; //!< attribute, bytes of frames; 0: derived
    Time m_replayTimer;     //!< attribute; 0: derived
    uint32_t m_maxReplays;  //!< attribute
    uint32_t m_ackSpacing;  //!< attribute, bytes on the wire
    TickClock m_clock;

    std::vector<Sent> m_sent;        //!< the replay buffer: a ring, whose length is a power of two
    uint64_t m_base{0};              //!< first unacknowledged number
    uint64_t m_next{0};              //!< number of the next frame
    uint64_t m_heldBytes{0};         //!< frame bytes in the replay buffer
    uint64_t m_limitBytes{0};        //!< limit of m_heldBytes
    uint32_t m_attempts{0};          //!< replays since the last progress
    FabricPacket* m_queued{nullptr}; //!< repetition that waits for the wire; owned by the port
    int64_t m_timeoutPs{0};          //!< GetReplayTimerPs()
    int64_t m_timerPs{0};            //!< exact deadline in ps, while the event is pending
    int64_t m_patientPs{0};          //!< earliest deadline after a change of the rate
    Ptr<FabricEvent> m_timer;
    bool m_holds{false}; //!< the port must not send its own frames
    LinkRetryReceiver m_receiver{m_counters};
};

} // namespace ns3

#endif // AI_FABRIC_GO_BACK_N_LINK_RETRY_H
