// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_RESPONDER_H
#define AI_FABRIC_RDMA_RESPONDER_H

#include "rdma-common.h"
#include "rdma-verbs.h"

#include "ns3/fabric-packet.h"
#include "ns3/lazy-deque.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The receiving half of a queue pair (IBTA vol. 1, 9.7): executes requests in order and answers
 * them in order.
 *
 * An acknowledgement goes out at once unless a READ response is still being sent. Then it waits
 * behind the response: if it overtook, the requester would take the response for lost. Responses
 * are paced by the queue pair's rate; no window holds them, as nobody acknowledges them.
 *
 * A READ request that is repeated discards all waiting answers to requests behind it, because the
 * requester repeats those requests too. The results of the last atomic operations are kept, so that
 * none runs twice.
 *
 * Receive requests: until the first PostReceive() there is always room; from then on every SEND,
 * and every WRITE with immediate, takes one, and is refused with a receiver-not-ready NAK if there
 * is none: a SEND at its first packet, a WRITE at its last, which has the immediate (IBTA vol. 1,
 * 9.7.5).
 *
 * Invariants: payload is delivered in order without gap or repetition; each atomic operation runs
 * once.
 */
class RdmaResponder
{
  public:
    /** Settings that the queue pair and the NIC give. */
    struct Settings
    {
        uint32_t mtuBytes{4096}; //!< payload of a full packet
        /**
         * Class of acknowledgements, until an answer carries data; from then on that of the data.
         */
        ServiceClass acknowledgements{};
        uint8_t rnrTimer{12}; //!< code of the wait that a receiver-not-ready NAK asks for (IBTA
                              //!< vol. 1, table 45)
    };

    /** Receives its events and gives it the memory of the host: the queue pair, or a test. */
    class Context
    {
      public:
        virtual ~Context() = default;

        /** It may have become able to send. @param nowPs the time */
        virtual void Activate(int64_t nowPs) = 0;

        /** A message has arrived. @param arrival of the message */
        virtual void Arrive(const RdmaArrival& arrival) = 0;

        /**
         * The response to a READ is to be read from the memory of the host.
         *
         * @param bytes of it
         * @param nowPs the time
         * @return when its first packet is there; if later, NotifyRead() follows
         */
        virtual int64_t ReadMemory(uint64_t bytes, int64_t nowPs)
        {
            (void)bytes;
            return nowPs;
        }

        /** @param address of 8 bytes @return reference to the 8 bytes of the host's memory */
        virtual uint64_t& GetWord(uint64_t address) = 0;

        /** @return name of the queue pair, for logs */
        virtual std::string GetName() const = 0;
    };

    /** @param common outlives it @param context outlives it */
    RdmaResponder(RdmaCommon& common, Context& context)
        : m_common(common),
          m_context(context)
    {
    }

    /** Starts again with the present policies of common. @param settings of it */
    void Start(const Settings& settings);

    /** Posts receive requests. @param requests how many */
    void PostReceive(uint64_t requests)
    {
        m_countsReceives = true;
        m_receives += requests;
    }

    /** @param packet a request of a connection */
    void HandleRequest(FabricPacket& packet);

    /** @param packet a request of a connection, without the payload, which a switch has cut */
    void HandleTrimmedRequest(FabricPacket& packet);

    /** @param packet a datagram */
    void HandleDatagram(const FabricPacket& packet);

    /** @return whether an answer waits for its turn, and nothing else */
    bool HasAnswers() const
    {
        return __builtin_expect(!m_answers.empty(), 0) && m_answers.front().isRead;
    }

    /** Responses that ReadMemory() has put off until now are there. @param nowPs the time */
    void NotifyRead(int64_t nowPs);

    /**
     * Only if HasAnswers().
     *
     * @param nowPs the time
     * @return the next packet of the first answer
     */
    FabricPacketPtr MakeNextPacket(int64_t nowPs);

    /** Forgets answers that wait and requests that are held. */
    void Clear()
    {
        m_answers.clear();
        m_held.clear();
    }

    /** @return payload delivered so far, in bytes */
    uint64_t GetDeliveredBytes() const
    {
        return m_deliveredBytes;
    }

  private:
    /**
     * An answer that waits for its turn: a READ response of several packets, or one
     * acknowledgement.
     */
    struct Answer
    {
        FabricPacketPtr acknowledge; //!< null: the response to a READ
        uint64_t firstPacket{0};     //!< its number; of an acknowledgement: that acknowledged
        uint64_t packets{0};         //!< of the response
        uint64_t bytes{0};           //!< of the response
        uint64_t index{0};           //!< of its next packet to send, from 0
        int64_t readPs{0};           //!< when the memory of the host has given it
        bool isRead{true};           //!< it has
        uint32_t messageNumber{0};   //!< MSN, 24 bit

        /** @return the number of the next packet */
        uint64_t GetNext() const
        {
            return firstPacket + index;
        }
    };

    /** A request packet that came out of order and is kept. */
    struct Held
    {
        uint64_t number; //!< of the packet
        uint32_t payloadBytes;
        uint32_t immediate;
        RdmaOpcode opcode;
    };

    /** Result of an atomic operation, kept in case its request comes again. */
    struct Result
    {
        uint64_t number;   //!< of its request
        uint64_t original; //!< value of the word before
    };

    void Deliver(RdmaOpcode opcode, uint32_t payloadBytes, uint32_t immediate, int64_t nowPs);
    /** Keeps a request packet that came out of order. */
    void Hold(const FabricPacket& packet, uint64_t number);
    /** A READ request is next: its response joins the answers. */
    void ServeRead(const FabricPacket& packet, uint64_t number);
    /** The request of an atomic operation is next: executes and answers it. */
    void ServeAtomic(FabricPacket& packet, uint64_t number);
    void Repeat(FabricPacket& packet, uint64_t number);
    /** Sends the result, perhaps once more. */
    void AnswerAtomic(const FabricPacket& packet, const Result& result);
    void Acknowledge(FabricPacket& request, uint64_t number, uint8_t syndrome, uint64_t selective);
    void Send(FabricPacketPtr answer, int64_t nowPs);

    LossRecovery& GetRecovery() const
    {
        return *m_common.policies.recovery;
    }

    RdmaCommon& m_common; //!< of the queue pair
    Context& m_context;   //!< the queue pair
    Settings m_settings;
    LazyDeque<Answer> m_answers;  //!< in the order of their requests
    LazyDeque<Held> m_held;       //!< packets out of order, by ascending number
    LazyDeque<Result> m_results;  //!< of the last atomic operations
    uint64_t m_deliveredBytes{0}; //!< payload of messages, each byte once
    uint64_t m_receives{0};       //!< receive requests left
    uint64_t m_messageBytes{0};   //!< of the message that is arriving
    uint32_t m_messageNumber{0};  //!< MSN: messages complete, 24 bit
    bool m_countsReceives{false}; //!< since the first PostReceive()
    bool m_refused{false};        //!< one lacked a receive request; what follows is ignored
    bool m_servesReads{false};    //!< an answer had data: all go as the data since
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_RESPONDER_H
