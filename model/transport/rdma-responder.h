// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_RESPONDER_H
#define AI_FABRIC_RDMA_RESPONDER_H

#include "rdma-common.h"
#include "rdma-verbs.h"

#include "ns3/fabric-packet.h"
#include "ns3/lazy-deque.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The receiving half of a queue pair (IBTA vol. 1, 9.7): executes requests in order and answers
 * them in order.
 *
 * An acknowledgement is sent at once unless a READ response is still being sent. Then it waits
 * behind the response: if it overtook the response, the requester would assume that the response
 * was lost. Responses are paced by the queue pair's rate. They have no window, because responses
 * are not acknowledged.
 *
 * A repeated READ request discards all waiting answers to later requests, because the requester
 * repeats those requests too. The results of the last atomic operations are kept, so that none of
 * them runs twice.
 *
 * Receive requests: before the first PostReceive() their number is unlimited. After it every SEND,
 * and every WRITE with immediate, consumes one. Without a request the message is refused with a
 * receiver-not-ready NAK: a SEND at its first packet, a WRITE at its last packet, which has the
 * immediate (IBTA vol. 1, 9.7.5).
 *
 * Invariants: payload is delivered in order without gap or repetition; each atomic operation runs
 * once.
 */
class RdmaResponder
{
  public:
    /** Settings from the queue pair and the NIC. */
    struct Settings
    {
        uint32_t mtuBytes{4096}; //!< payload of a full packet
        /**
         * Class of acknowledgements until the first answer with data; later the class of the data
         * is used.
         */
        ServiceClass acknowledgements{};
        /** Code of the wait in a receiver-not-ready NAK (IBTA vol. 1, table 45). */
        uint8_t rnrTimer{12};
        bool echoesPorts{false}; //!< acknowledgements name the UDP source port of their request
    };

    /** Receiver of its events, and owner of the host memory: the queue pair, or a test. */
    class Context
    {
      public:
        virtual ~Context() = default;

        /**
         * Called when it may have become able to send.
         *
         * @param nowPs current time, in ps
         */
        virtual void Activate(int64_t nowPs) = 0;

        /**
         * Called when a message has arrived.
         *
         * @param arrival arrival of the message
         */
        virtual void Arrive(const RdmaArrival& arrival) = 0;

        /**
         * Called when the response to a READ must be read from host memory.
         *
         * @param bytes length of the response
         * @param nowPs current time, in ps
         * @return time at which its first packet is read, in ps; if later than now, NotifyRead()
         * follows
         */
        virtual int64_t ReadMemory(uint64_t bytes, int64_t nowPs)
        {
            (void)bytes;
            return nowPs;
        }

        /**
         * @param address address of an 8-byte word
         * @return reference to the word in host memory
         */
        virtual uint64_t& GetWord(uint64_t address) = 0;

        /** @return name of the queue pair, for logs */
        virtual std::string GetName() const = 0;
    };

    /**
     * @param common shared parts; must outlive this object
     * @param context must outlive this object
     */
    RdmaResponder(RdmaCommon& common, Context& context)
        : m_common(common),
          m_context(context)
    {
    }

    /**
     * Starts again with the present policies of common.
     *
     * @param settings new settings
     */
    void Start(const Settings& settings);

    /** @return settings of the last Start() */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * Posts receive requests.
     *
     * @param requests number of requests
     */
    void PostReceive(uint64_t requests)
    {
        m_countsReceives = true;
        m_receives += requests;
    }

    /** @param packet request packet of a connection */
    void HandleRequest(FabricPacket& packet);

    /** @param packet request packet of a connection whose payload a switch has cut */
    void HandleTrimmedRequest(FabricPacket& packet);

    /** @param packet datagram */
    void HandleDatagram(const FabricPacket& packet);

    /** @return true if an answer waits for its turn and its payload has been read */
    bool HasAnswers() const
    {
        return __builtin_expect(HasQueued(), 0) && m_queues->answers.front().isRead;
    }

    /**
     * Called when responses delayed by ReadMemory() have been read.
     *
     * @param nowPs current time, in ps
     */
    void NotifyRead(int64_t nowPs);

    /**
     * Only if HasAnswers().
     *
     * @param nowPs current time, in ps
     * @return next packet of the first answer
     */
    FabricPacketPtr MakeNextPacket(int64_t nowPs);

    /** Removes waiting answers and held requests. */
    void Clear()
    {
        if (m_queues)
        {
            m_queues->answers.clear();
            m_queues->held.clear();
        }
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
        FabricPacketPtr acknowledge; //!< null: this is the response to a READ
        /** Its packet number; for an acknowledgement: the acknowledged number. */
        uint64_t firstPacket{0};
        uint64_t packets{0};       //!< packets of the response
        uint64_t bytes{0};         //!< length of the response
        uint64_t index{0};         //!< index of its next packet to send, from 0
        int64_t readPs{0};         //!< time at which host memory has delivered it, in ps
        bool isRead{true};         //!< host memory has delivered it
        uint32_t messageNumber{0}; //!< MSN, 24 bit

        /** @return number of the next packet */
        uint64_t GetNext() const
        {
            return firstPacket + index;
        }
    };

    /** A request packet that came out of order and is held. */
    struct Held
    {
        uint64_t number; //!< number of the packet
        uint32_t payloadBytes;
        uint32_t immediate;
        RdmaOpcode opcode;
    };

    /** Result of an atomic operation, kept for a repeated request. */
    struct Result
    {
        uint64_t number;   //!< packet number of its request
        uint64_t original; //!< old value of the word
    };

    /** Queues that most queue pairs never need. */
    struct Queues
    {
        LazyDeque<Answer> answers; //!< in the order of their requests
        LazyDeque<Held> held;      //!< packets out of order, by ascending number
        LazyDeque<Result> results; //!< results of the last atomic operations
    };

    Queues& GetQueues()
    {
        if (!m_queues)
        {
            m_queues = std::make_unique<Queues>();
        }
        return *m_queues;
    }

    /** @return true if an answer waits */
    bool HasQueued() const
    {
        return m_queues && !m_queues->answers.empty();
    }

    void Deliver(RdmaOpcode opcode, uint32_t payloadBytes, uint32_t immediate, int64_t nowPs);
    /** Holds a request packet that came out of order. */
    void Hold(const FabricPacket& packet, uint64_t number);
    /** Serves a READ request in order: appends its response to the answers. */
    void ServeRead(const FabricPacket& packet, uint64_t number);
    /** Executes and answers the request of an atomic operation in order. */
    void ServeAtomic(FabricPacket& packet, uint64_t number);
    void Repeat(FabricPacket& packet, uint64_t number);
    /** Sends the result of an atomic operation, possibly again. */
    void AnswerAtomic(const FabricPacket& packet, const Result& result);
    void Acknowledge(FabricPacket& request, uint64_t number, uint8_t syndrome, uint64_t selective);
    void Send(FabricPacketPtr answer, int64_t nowPs);

    LossRecovery& GetRecovery() const
    {
        return *m_common.policies.recovery;
    }

    RdmaCommon& m_common; //!< shared parts of the queue pair
    Context& m_context;   //!< the queue pair
    Settings m_settings;
    std::unique_ptr<Queues> m_queues; //!< null: nothing has waited
    uint64_t m_deliveredBytes{0};     //!< payload of messages, each byte once
    uint64_t m_receives{0};           //!< receive requests left
    uint64_t m_messageBytes{0};       //!< bytes of the arriving message so far
    uint32_t m_messageNumber{0};      //!< MSN: number of complete messages, 24 bit
    bool m_countsReceives{false};     //!< PostReceive() was called
    bool m_refused{false}; //!< a message lacked a receive request; later packets are ignored
    /** An answer has carried data: all answers use the class of the data. */
    bool m_servesReads{false};
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_RESPONDER_H
