// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_REQUESTER_H
#define AI_FABRIC_RDMA_REQUESTER_H

#include "rdma-common.h"
#include "rdma-send-queue.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The sending half of a queue pair (IBTA vol. 1, 9.7): cuts posted messages into packets and
 * handles acknowledgements and responses.
 *
 * A READ is one request packet that takes as many packet numbers as its response has packets. If a
 * part of the response is lost, a request for the rest is sent. If an answer to a later packet
 * comes while a response is missing, the response was lost (implied NAK, 9.7.5.2.8).
 *
 * It has many methods because the queue pair above it and the timers ask for each part of its
 * state, in one cache line, without a copy.
 *
 * Invariants: messages complete in the order posted, each once; inflight = payload sent and not
 * acknowledged; READs and atomic operations under way <= MaxOutstandingReads.
 */
class RdmaRequester
{
  public:
    /** Settings from the queue pair and the NIC. */
    struct Settings
    {
        uint32_t node{0}; //!< id of the Node, context of the timer's events
        /** EventPlaces number of the timer; the number of the queue pair's order at its Node. */
        uint32_t timerPlace{0};
        uint32_t mtuBytes{4096};    //!< payload of a full packet
        uint32_t ackInterval{8};    //!< packets per requested acknowledgement
        uint32_t maxAnswersDue{16}; //!< limit of READs and atomic operations under way
        uint32_t retryCount{7};     //!< limit of repeats without progress
        /** Limit of receiver-not-ready NAKs without progress; 7: unlimited. */
        uint32_t rnrRetryCount{7};
        int64_t ackTimeoutPs{0};       //!< AckTimeout, from which the timer derives its timeout
        uint64_t windowBytes{1 << 20}; //!< limit of unacknowledged payload, in bytes
        bool datagram{false};          //!< packets are not acknowledged
        /** Policies choose the path or write the tag of each packet. */
        bool asksPolicies{false};
    };

    /** Receiver of its events: the queue pair, or a test. */
    class Context
    {
      public:
        virtual ~Context() = default;

        /**
         * Called when it may have become able to send, or to send at another time.
         *
         * @param nowPs current time, in ps
         */
        virtual void Activate(int64_t nowPs) = 0;

        /**
         * Called when it has failed and must be flushed.
         *
         * @param nowPs current time, in ps
         * @param status reason of the failure
         */
        virtual void Fail(int64_t nowPs, RdmaStatus status) = 0;

        /**
         * Called when the oldest message has ended.
         *
         * @param completion completion of the message
         */
        virtual void Complete(const RdmaCompletion& completion) = 0;

        /**
         * Called when the last packet of a message is made for the first time, in the middle of
         * making it.
         *
         * @param workId work id of the message
         */
        virtual void Depart(uint64_t workId) = 0;

        /** @return name of the queue pair, for logs */
        virtual std::string GetName() const = 0;
    };

    /**
     * With a window the sender stops until an acknowledgement opens it, so each packet asks for
     * one. Without a window 8 packets share one acknowledgement, as in adapters that coalesce.
     *
     * @param configured packets per acknowledgement; 0: the defaults above
     * @param windowBytes limit of unacknowledged payload in bytes; UINT64_MAX: no window
     * @return packets per requested acknowledgement
     */
    static uint32_t ChooseAckInterval(uint32_t configured, uint64_t windowBytes)
    {
        constexpr uint32_t COALESCED = 8;
        return configured > 0 ? configured : windowBytes < UINT64_MAX ? 1 : COALESCED;
    }

    /**
     * @param common shared parts; must outlive this object
     * @param context must outlive this object
     */
    RdmaRequester(RdmaCommon& common, Context& context);
    ~RdmaRequester();

    /**
     * Starts again with the present policies of common; makes no completions.
     *
     * @param settings new settings
     */
    void Start(const Settings& settings);

    /** @param draining true: only messages that were begun go on, and no other message begins */
    void SetDraining(bool draining)
    {
        m_draining = draining;
    }

    /** @param message message with length, operation and the fields of that operation */
    void Post(RdmaMessage message);

    /**
     * The same as Post(), for a message that software posted earlier.
     *
     * @param message message with its posting time
     * @param nowPs current time, in ps
     */
    void Execute(const RdmaMessage& message, int64_t nowPs);

    /**
     * The same as Post(), but the message completes at once.
     *
     * @param message see Post()
     * @param status status of the completion, not SUCCESS
     */
    void Refuse(RdmaMessage message, RdmaStatus status);

    /**
     * @return true if there is a packet to send and windows allow it; the rate is not considered
     */
    bool CanSend() const;

    /**
     * @param nowPs current time, in ps
     * @return next packet; null unless CanSend()
     */
    FabricPacketPtr MakeNextPacket(int64_t nowPs);

    /** @param packet ACK or NAK */
    void HandleAcknowledge(const FabricPacket& packet);

    /** @param packet answer to an atomic operation */
    void HandleAtomicAcknowledge(const FabricPacket& packet);

    /** @param packet packet of a READ response */
    void HandleReadResponse(const FabricPacket& packet);

    /** @param packet packet of a READ response whose payload a switch has cut */
    void HandleTrimmedResponse(const FabricPacket& packet);

    /** @return true if a READ or an atomic operation was sent and its answer is not complete */
    bool AwaitsResponse()
    {
        return FindUnanswered() != nullptr;
    }

    /**
     * Completes all messages with an error.
     *
     * @param nowPs current time, in ps
     * @param status status of the oldest message
     */
    void Flush(int64_t nowPs, RdmaStatus status);

    /** @return true if a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return !m_queue.IsEmpty();
    }

    /** @return true if a packet is left to send */
    bool HasNext() const
    {
        return m_queue.HasNext();
    }

    /** @return payload acknowledged so far, in bytes */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_queue.GetAcknowledgedBytes();
    }

    /** @return payload of READ responses received so far, in bytes */
    uint64_t GetReadBytes() const
    {
        return m_readBytes;
    }

    /**
     * Only if HasWork().
     *
     * @return progress of sending, in words
     */
    std::string DescribeProgress() const;

    /**
     * Only if HasWork() and not HasNext().
     *
     * @return answers that it waits for, in words
     */
    std::string DescribeAnswersDue() const;

  private:
    /** @return first READ or atomic operation that was sent and is not complete, or null */
    RdmaMessage* FindUnanswered();
    bool Progress(uint64_t packets, int64_t nowPs);
    void Acknowledge(uint64_t packets, int64_t nowPs);
    void GoBack(uint64_t selective, int64_t nowPs);
    bool Retry(int64_t nowPs);
    bool MayRepeat(int64_t nowPs);
    void AskAgain(uint64_t missing, int64_t nowPs);
    void WaitForReceiver(uint8_t code, int64_t nowPs);
    void Seek();
    bool IsAnswerOwed() const;
    void RestartTimer(int64_t nowPs);
    /** Called when the timer expires. For datagrams: the messages on their way are complete. */
    void Timeout();
    void CompleteSent();
    /**
     * Ends a message that was removed from the queue.
     *
     * @param message the message
     * @param nowPs current time, in ps
     * @param status status of the completion
     * @param original result of an atomic operation
     */
    void Complete(const RdmaMessage& message,
                  int64_t nowPs,
                  RdmaStatus status,
                  uint64_t original = 0);

    LossRecovery& GetRecovery() const
    {
        return *m_common.policies.recovery;
    }

    RdmaCongestionControl& GetCongestionControl() const
    {
        return *m_common.policies.congestionControl;
    }

    int64_t NowPs() const
    {
        return m_clock.ToPs(NowTicks());
    }

    RdmaCommon& m_common; //!< shared parts of the queue pair
    Context& m_context;   //!< the queue pair
    Settings m_settings;
    TickClock m_clock;
    RdmaSendQueue m_queue;
    uint64_t m_askedPackets{0}; //!< number after the last sent packet that asks for an answer
    uint64_t m_original{0};     //!< result of the atomic operation that completes next
    uint64_t m_impliedNak{UINT64_MAX}; //!< packet that was requested again by an implied NAK
    uint64_t m_readBytes{0};           //!< payload received by READs
    uint32_t m_retries{0};             //!< repeats since the last progress
    uint32_t m_timeouts{0};            //!< timeouts since the last progress
    int64_t m_timeoutPs{0};            //!< timeout of the timer when last set, in ps
    int64_t m_waitedPs{0};             //!< total wait for timeouts without progress, in ps
    uint32_t m_rnrRetries{0};          //!< receiver-not-ready NAKs since the last progress
    bool m_draining{false};            //!< no new message begins
    Ptr<FabricEvent> m_timer;          //!< for retransmission; for datagrams: for completions
};

/** @return true if a packet that asks for an answer is on its way or lost */
inline bool
RdmaRequester::IsAnswerOwed() const
{
    return m_askedPackets > GetRecovery().GetFirstUnacknowledged();
}

} // namespace ns3

#endif // AI_FABRIC_RDMA_REQUESTER_H
