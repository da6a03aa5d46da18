// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GO_BACK_N_LINK_RETRY_H
#define AI_FABRIC_GO_BACK_N_LINK_RETRY_H

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
 * Go-back-N on a link, as the link-layer retry (LLR) of the Ultra Ethernet specification 1.0,
 * section 5.1, in the words of OCP SAI's "Link Layer Retry" (version 1.18).
 *
 * Receiver: a frame with the expected number that is whole is handed on, and acknowledged by an
 * ordered set (LLR_ACK) that says which number is expected next; two acknowledgements are
 * AckSpacing apart or more. One with the expected number that is damaged is answered by LLR_NACK
 * when its last bit has come. All others are discarded without an answer, but for one that came
 * before, which is acknowledged once more.
 *
 * Sender: what is not acknowledged stays in the replay buffer; while a frame of greatest length has
 * no room there, no other leaves. LLR_NACK, or nothing new for ReplayTimer, lets it send again
 * everything in there, before anything else but link control. After MaxReplays times without
 * progress it gives up: what the receiver lacks of these frames is lost, one ordered set tells the
 * receiver, and frames are numbered on (FLUSH with RE_INIT_ON_FLUSH).
 *
 * With frames of F picoseconds, a wire of delay d and an ordered set of a picoseconds, back to
 * back, a damaged frame costs K frame times, K = ceil((F + 2 d + a) / F), so that of a link whose
 * frames are damaged with probability p efficiency = (1 - p) / (1 - p + p K) is left. A lone frame
 * arrives F + 2 d + a later than it would have. All of it if nothing is sent in the other
 * direction: for a frame there that has begun, LLR_NACK waits.
 *
 * At another rate of the link, timer and spacing are those of that rate, and a ReplayTimer below
 * the round trip of a lower rate is that round trip. What is in the replay buffer stays.
 *
 * Invariant: base <= number of the next frame that is accepted <= next; the buffer holds
 * [base, next).
 */
class GoBackNLinkRetry final : public LinkRetry
{
  public:
    /** An ordered set in the stream of 64B/66B blocks, and an LLR_ACK or LLR_NACK, in bytes. */
    static constexpr uint32_t ORDERED_SET_BYTES = 8;

    /** @return the TypeId */
    static TypeId GetTypeId();

    GoBackNLinkRetry();
    ~GoBackNLinkRetry() override;

    /** @return how long it waits for an acknowledgement, in picoseconds */
    int64_t GetReplayTimerPs() const
    {
        return m_timeoutPs;
    }

  protected:
    void DoDispose() override;

  private:
    /** In the replay buffer. */
    struct Sent
    {
        uint32_t frameBytes;
        uint32_t wireBytes;
    };

    /** What LLR_ACK and LLR_NACK say. */
    struct RetryAnswer
    {
        uint64_t expected; //!< number of the frame that is expected next
        bool isNack;       //!< that one came damaged
    };

    void DoStart() override;
    uint64_t DoGetBufferBytes() const override;
    void DoNotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs) override;
    bool DoAccept(const FabricPacket& frame, int64_t endPs, bool damaged) override;
    void DoReceiveControl(const FabricPacket& packet) override;
    void DoNotifyLink() override;
    void DoNotifyRate(int64_t nowPs) override;

    int64_t GetLoopPs() const;
    void ReadRate();
    // As the sender:
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
    // As the receiver:
    void ScheduleAnswer();
    void Answer();
    void SendAnswer(bool isNack, uint64_t expected, int64_t nowPs);

    uint64_t m_bufferBytes; //!< attribute, of frames; 0: derived
    Time m_replayTimer;     //!< attribute; 0: derived
    uint32_t m_maxReplays;  //!< attribute
    uint32_t m_ackSpacing;  //!< attribute, bytes of wire
    TickClock m_clock;

    std::vector<Sent> m_sent;        //!< the replay buffer: a ring, as long as a power of two
    uint64_t m_base{0};              //!< first number that is not acknowledged
    uint64_t m_next{0};              //!< of the next frame
    uint64_t m_heldBytes{0};         //!< of frames in the replay buffer
    uint64_t m_limitBytes{0};        //!< of m_heldBytes
    uint32_t m_attempts{0};          //!< replays since the last progress
    FabricPacket* m_queued{nullptr}; //!< repetition that waits for the wire; owned by the port
    int64_t m_timeoutPs{0};          //!< GetReplayTimerPs()
    int64_t m_timerPs{0};            //!< exact deadline, while the event is pending
    int64_t m_patientPs{0};          //!< no deadline is earlier: the rate was another one
    Ptr<FabricEvent> m_timer;
    bool m_holds{false}; //!< the port sends nothing of its own

    uint64_t m_arrived{0};   //!< number of the next frame that is no repetition
    uint64_t m_expected{0};  //!< number of the next frame to accept
    uint64_t m_told{0};      //!< expected as acknowledged last
    int64_t m_acceptedPs{0}; //!< last bit of the frame accepted last
    int64_t m_nackPs;        //!< when to send LLR_NACK
    uint64_t m_damaged{0};   //!< the frame that it names
    int64_t m_ackPs;         //!< when to send LLR_ACK
    int64_t m_mayAckPs{0};   //!< not before
    int64_t m_spacingPs{0};  //!< between two acknowledgements
    Ptr<FabricEvent> m_answer;
};

} // namespace ns3

#endif // AI_FABRIC_GO_BACK_N_LINK_RETRY_H
