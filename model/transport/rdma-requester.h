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
 * part of the response is lost, a request for the rest is sent. An answer to a later packet while a
 * response is missing means that the response was lost (implied NAK, 9.7.5.2.8).
 *
 * Invariants: messages complete in the order posted, each once; inflight = payload sent and not
 * acknowledged; READs and atomic operations under way <= MaxOutstandingReads.
 */
class RdmaRequester
{
  public:
    /** Settings that the queue pair and the NIC give. */
    struct Settings
    {
        uint32_t node{0};              //!< id of the Node, context of the timer's events
        uint32_t mtuBytes{4096};       //!< payload of a full packet
        uint32_t ackInterval{8};       //!< every how many packets one asks for an acknowledgement
        uint32_t maxAnswersDue{16};    //!< READs and atomic operations under way, at most
        uint32_t retryCount{7};        //!< repeats without progress, at most
        uint32_t rnrRetryCount{7};     //!< receiver-not-ready NAKs without progress; 7: any number
        int64_t ackTimeoutPs{0};       //!< AckTimeout, from which the timer derives its own
        uint64_t windowBytes{1 << 20}; //!< payload that may be unacknowledged, at most
        bool datagram{false};          //!< nothing is acknowledged
        bool choosesPaths{false};      //!< see CongestionNeeds::paths
        bool asksPolicies{false};      //!< of each packet: it chooses paths or writes tags
    };

    /** Receives its events: the queue pair, or a test. */
    class Context
    {
      public:
        virtual ~Context() = default;

        /** It may have become able to send, or to send at another time. @param nowPs the time */
        virtual void Activate(int64_t nowPs) = 0;

        /**
         * It has failed and is to be flushed.
         *
         * @param nowPs the time
         * @param status why
         */
        virtual void Fail(int64_t nowPs, RdmaStatus status) = 0;

        /** The oldest message has ended. @param completion of the message */
        virtual void Complete(const RdmaCompletion& completion) = 0;

        /**
         * The last packet of a message was made for the first time; called in the middle of that.
         *
         * @param workId of the message
         */
        virtual void Depart(uint64_t workId) = 0;

        /** @return name of the queue pair, for logs */
        virtual std::string GetName() const = 0;
    };

    /**
     * With a window the sender stands still until an acknowledgement opens it, so each packet asks
     * for one; without one 8 packets share one, as adapters coalesce.
     *
     * @param configured packets per acknowledgement; 0: these defaults
     * @param windowBytes payload that may be unacknowledged; UINT64_MAX: any
     * @return every how many packets one asks for an acknowledgement
     */
    static uint32_t ChooseAckInterval(uint32_t configured, uint64_t windowBytes)
    {
        constexpr uint32_t COALESCED = 8;
        return configured > 0 ? configured : windowBytes < UINT64_MAX ? 1 : COALESCED;
    }

    /** @param common outlives it @param context outlives it */
    RdmaRequester(RdmaCommon& common, Context& context);
    ~RdmaRequester();

    /** Forgets all messages without completions. */
    void Dispose();

    /**
     * Starts again with the present policies of common, without completions.
     *
     * @param settings of it
     */
    void Start(const Settings& settings);

    /** @param draining whether only messages that were begun are carried on, and no other begins */
    void SetDraining(bool draining)
    {
        m_draining = draining;
    }

    /** @param message with length, operation and the fields of that operation set */
    void Post(RdmaMessage message);

    /**
     * As Post(), of a message that software posted before.
     *
     * @param message with the time of that, too
     * @param nowPs the time
     */
    void Execute(const RdmaMessage& message, int64_t nowPs);

    /**
     * As Post(), but it completes at once.
     *
     * @param message see there
     * @param status not SUCCESS
     */
    void Refuse(RdmaMessage message, RdmaStatus status);

    /**
     * @return whether there is a packet to send and windows allow it; the rate is not considered
     */
    bool CanSend() const;

    /** @param nowPs the time @return the next packet; null unless CanSend() */
    FabricPacketPtr MakeNextPacket(int64_t nowPs);

    /** @param packet an ACK or NAK */
    void HandleAcknowledge(const FabricPacket& packet);

    /** @param packet the answer to an atomic operation */
    void HandleAtomicAcknowledge(const FabricPacket& packet);

    /** @param packet of a READ response */
    void HandleReadResponse(const FabricPacket& packet);

    /** @param packet of a READ response whose payload a switch has cut */
    void HandleTrimmedResponse(const FabricPacket& packet);

    /** @return whether a READ or an atomic operation that was sent has no complete answer */
    bool AwaitsResponse()
    {
        return FindUnanswered() != nullptr;
    }

    /**
     * Completes all messages, in error.
     *
     * @param nowPs the time
     * @param status of the oldest message
     */
    void Flush(int64_t nowPs, RdmaStatus status);

    /** @return whether a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return !m_queue.IsEmpty();
    }

    /** @return whether a packet is left to send */
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

    /** Only if HasWork(). @return how far sending is, in words */
    std::string DescribeProgress() const;

    /** Only if HasWork() and not HasNext(). @return what it waits for, in words */
    std::string DescribeAnswersDue() const;

  private:
    /** @return the first READ or atomic operation that was sent and is not complete, or null */
    RdmaMessage* FindUnanswered();
    bool Progress(uint64_t packets, int64_t nowPs);
    void Acknowledge(uint64_t packets, int64_t nowPs);
    void NotifyLoss(const LossEvent& event);
    void GoBack(uint64_t selective, int64_t nowPs);
    bool Retry(int64_t nowPs);
    bool MayRepeat(int64_t nowPs);
    void AskAgain(uint64_t missing, int64_t nowPs);
    void WaitForReceiver(uint8_t code, int64_t nowPs);
    void Seek();
    bool IsAnswerOwed() const;
    void RestartTimer(int64_t nowPs);
    /** The timer has run out; of datagrams: the messages on their way are complete. */
    void Timeout();
    void CompleteSent();
    /**
     * Ends a message that is no longer in the queue.
     *
     * @param message it
     * @param nowPs the time
     * @param status how it ended
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

    RdmaCommon& m_common; //!< of the queue pair
    Context& m_context;   //!< the queue pair
    Settings m_settings;
    TickClock m_clock;
    RdmaSendQueue m_queue;
    uint64_t m_askedPackets{0}; //!< one more than the last packet sent that asks for an answer
    uint64_t m_original{0};     //!< result of the atomic operation that completes next
    uint64_t m_impliedNak{UINT64_MAX}; //!< the packet that was asked for again by an implied NAK
    uint64_t m_readBytes{0};           //!< payload that READs have brought
    uint32_t m_retries{0};             //!< repeats that count since the last progress
    uint32_t m_timeouts{0};            //!< since the last progress
    int64_t m_timeoutPs{0};            //!< that of the timer as it was set last
    int64_t m_waitedPs{0};             //!< for timeouts without progress
    uint32_t m_rnrRetries{0};          //!< receiver-not-ready NAKs since the last progress
    bool m_draining{false};            //!< no message is begun
    Ptr<FabricEvent> m_timer;          //!< for retransmission; datagrams: for completions
};

/** @return whether a packet that asks for an answer is on its way or lost */
inline bool
RdmaRequester::IsAnswerOwed() const
{
    return m_askedPackets > GetRecovery().GetFirstUnacknowledged();
}

} // namespace ns3

#endif // AI_FABRIC_RDMA_REQUESTER_H
