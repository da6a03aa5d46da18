// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_REQUESTER_H
#define AI_FABRIC_RDMA_REQUESTER_H

#include "rdma-send-queue.h"
#include "retransmission-timer.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"

#include <cstdint>
#include <string>

namespace ns3
{

class RdmaQueuePair;

/**
 * @ingroup ai-fabric-transport
 * The sending half of a queue pair (IBTA vol. 1, 9.7): makes packets of what is posted and learns
 * what becomes of them.
 *
 * A READ is one request packet that stands for as many packet numbers as its response has; what is
 * missing of the response is asked for by a request for the rest. An answer to something later
 * while a response is missing tells that it was lost (implied NAK, 9.7.5.2.8).
 *
 * Invariants: messages complete in the order posted, each once; inflight = payload sent and not
 * acknowledged; READs and atomic operations under way <= MaxOutstandingReads.
 */
class RdmaRequester
{
  public:
    /** @param queuePair whose half it is */
    explicit RdmaRequester(RdmaQueuePair& queuePair);
    ~RdmaRequester();

    /** Forgets everything; nothing completes. */
    void Dispose();

    /** Begins anew; nothing completes. */
    void Reset();

    /**
     * Before anything is posted.
     *
     * @param context node for whom the timer fires
     * @param mtuBytes payload of a full packet
     */
    void Start(uint32_t context, uint32_t mtuBytes)
    {
        m_timer->SetContext(context);
        m_queue.SetMtu(mtuBytes);
    }

    /** @param message of which bytes, operation and what belongs to it are set */
    void Post(RdmaMessage message);

    /** @return whether a packet may be sent as far as work and windows go */
    bool CanSend() const;

    /** CanSend(). @param nowPs the time @return the next packet */
    FabricPacketPtr MakeNextPacket(int64_t nowPs);

    /** @param packet an ACK or NAK */
    void HandleAcknowledge(const FabricPacket& packet);

    /** @param packet the answer to an atomic operation */
    void HandleAtomicAcknowledge(const FabricPacket& packet);

    /** @param packet of the response to a READ */
    void HandleReadResponse(const FabricPacket& packet);

    /** @param packet of the response to a READ, without its payload */
    void HandleTrimmedResponse(const FabricPacket& packet);

    /** Completes everything. @param nowPs now @param status of the oldest message */
    void Flush(int64_t nowPs, RdmaStatus status);

    /** @return whether a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return !m_queue.IsEmpty();
    }

    /** @return payload acknowledged so far */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_queue.GetAcknowledgedBytes();
    }

    /** @return what it waits for, in words */
    std::string DescribeWait() const;

  private:
    RdmaMessage* FindUnanswered();
    bool Progress(uint64_t packets, int64_t nowPs);
    void Acknowledge(uint64_t packets, int64_t nowPs);
    void GoBack(uint64_t selective, int64_t nowPs);
    bool Retry(int64_t nowPs);
    void AskAgain(uint64_t missing, int64_t nowPs);
    void WaitForReceiver(uint8_t code, int64_t nowPs);
    void Seek();
    bool IsAnswerOwed() const;
    void RestartTimer(int64_t nowPs);
    void Timeout();
    void CompleteSent();
    void Complete(const RdmaMessage& message,
                  int64_t nowPs,
                  RdmaStatus status,
                  uint64_t original = 0);

    RdmaQueuePair& m_queuePair;
    RdmaSendQueue m_queue;
    uint64_t m_askedPackets{0};        //!< behind the last packet sent that asks for an answer
    uint64_t m_original{0};            //!< result of the atomic operation that completes next
    uint64_t m_impliedNak{UINT64_MAX}; //!< the packet that was asked for again by an implied NAK
    uint32_t m_retries{0};             //!< repeats since the last progress
    uint32_t m_timeouts{0};            //!< of these, after timeouts
    uint32_t m_rnrRetries{0};          //!< receiver-not-ready NAKs since the last progress
    Ptr<FabricEvent> m_timer;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_REQUESTER_H
