// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RDMA_REQUESTER_H
#define AI_FABRIC_RDMA_REQUESTER_H

#include "rdma-verbs.h"
#include "retransmission-timer.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{

class RdmaQueuePair;

/**
 * @ingroup ai-fabric-transport
 * The sending half of a queue pair (IBTA vol. 1, 9.7): the send queue, cut into packets, and what
 * becomes of them.
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
    /** A message to send. */
    struct Message
    {
        uint64_t workId;
        uint64_t bytes;
        uint64_t startByte;   //!< of all payload ever posted here
        uint64_t firstPacket; //!< its number
        uint64_t packets;     //!< numbers that it takes
        int64_t postedPs;
        uint64_t address;   //!< at the destination
        uint64_t swapOrAdd; //!< atomic operations
        uint64_t compare;   //!< COMPARE_SWAP
        uint64_t received;  //!< READ: packets of the response that have come, in order
        uint32_t destHost;
        uint32_t destQp;
        uint32_t immediate;
        RdmaOperation operation;

        /** @return the part that goes out as payload */
        uint64_t GetPayloadBytes() const
        {
            return IsAnswered(operation) ? 0 : bytes;
        }
    };

    /** @param queuePair whose half it is */
    explicit RdmaRequester(RdmaQueuePair& queuePair);
    ~RdmaRequester();

    /** Forgets everything; nothing completes. */
    void Dispose();

    /** @param context node for whom the timer fires */
    void SetContext(uint32_t context)
    {
        m_timer->SetContext(context);
    }

    /** @param message of which bytes, operation and what belongs to it are set */
    void Post(Message message);

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

    /** Completes everything. @param nowPs now @param status of the oldest message */
    void Flush(int64_t nowPs, RdmaStatus status);

    /** @return whether a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return !m_messages.empty();
    }

    /** @return payload acknowledged so far */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_acknowledgedBytes;
    }

    /** @return what it waits for, in words */
    std::string DescribeWait() const;

  private:
    uint32_t PayloadOf(const Message& message, uint64_t index) const;
    uint64_t StartOf(const Message& message, uint64_t index) const;
    Message* FirstUnanswered();
    bool Progress(uint64_t packets, int64_t nowPs);
    void Acknowledge(uint64_t packets, int64_t nowPs);
    void GoBack(uint64_t selective, int64_t nowPs);
    void WaitForReceiver(uint8_t code, int64_t nowPs);
    void Seek();
    uint64_t MessageStart() const;
    void RestartTimer(int64_t nowPs);
    void Timeout();
    void CompleteSent();
    void Complete(const Message& message, int64_t nowPs, RdmaStatus status, uint64_t original = 0);

    RdmaQueuePair& m_queuePair;
    std::deque<Message> m_messages; //!< posted and not complete
    std::size_t m_cursor{0};        //!< in m_messages: of the next packet to send
    uint64_t m_postedPackets{0};
    uint64_t m_postedBytes{0};         //!< payload
    uint64_t m_nextBytes{0};           //!< payload before the next packet to send
    uint64_t m_askedPackets{0};        //!< behind the last packet sent that asks for an answer
    uint64_t m_highestBytes{0};        //!< payload before the first that was never sent
    uint64_t m_acknowledgedBytes{0};   //!< payload before the first unacknowledged packet
    uint64_t m_original{0};            //!< result of the atomic operation that completes next
    uint64_t m_impliedNak{UINT64_MAX}; //!< the packet that was asked for again by an implied NAK
    uint64_t m_answersPosted{0};       //!< READs and atomic operations in m_messages
    uint64_t m_answersDue{0};          //!< of these before m_cursor
    uint32_t m_retries{0};             //!< timeouts since the last progress
    uint32_t m_rnrRetries{0};          //!< receiver-not-ready NAKs since the last progress
    Ptr<FabricEvent> m_timer;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_REQUESTER_H
