// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_RESPONDER_H
#define AI_FABRIC_RDMA_RESPONDER_H

#include "rdma-common.h"
#include "rdma-verbs.h"

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The receiving half of a queue pair (IBTA vol. 1, 9.7): takes requests in order, answers them in
 * order.
 *
 * An acknowledgement goes out at once unless the response to a READ is still being sent; then it
 * waits behind it, since it would tell the requester that what it overtook is lost. Responses are
 * paced by the queue pair's rate; no window holds them, as nobody acknowledges them.
 *
 * A READ that is asked for again replaces every answer that waits for what follows: that is asked
 * for again too. The results of the last atomic operations are kept, so that none runs twice.
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
    /** What it has to know of its queue pair and NIC. */
    struct Settings
    {
        uint32_t mtuBytes{4096}; //!< payload of a full packet
        /** Of acknowledgements, once and as long as no answer carries data. */
        ServiceClass acknowledgements{};
        uint8_t rnrTimer{12}; //!< code of what a receiver that is not ready asks for
    };

    /** Whom it tells, and what of the host it works on. */
    class Context
    {
      public:
        virtual ~Context() = default;

        /** It may have become able to send. @param nowPs the time */
        virtual void Activate(int64_t nowPs) = 0;

        /** @param arrival of a message */
        virtual void Arrive(const RdmaArrival& arrival) = 0;

        /** @param address of 8 bytes @return what the host's memory holds there, to be changed */
        virtual uint64_t& GetWord(uint64_t address) = 0;

        /** @return who it is, for logs */
        virtual std::string GetName() const = 0;
    };

    /** @param common outlives it @param context outlives it */
    RdmaResponder(RdmaCommon& common, Context& context)
        : m_common(common),
          m_context(context)
    {
    }

    /** Begins anew, with what common then has. @param settings see there */
    void Start(const Settings& settings);

    /** @param requests that may now be taken */
    void PostReceive(uint64_t requests)
    {
        m_countsReceives = true;
        m_receives += requests;
    }

    /** @return receive requests left */
    uint64_t GetReceives() const
    {
        return m_receives;
    }

    /** @param packet a request of a connection */
    void HandleRequest(FabricPacket& packet);

    /** @param packet a request of a connection that a switch has cut the payload of */
    void HandleTrimmedRequest(FabricPacket& packet);

    /** @param packet a datagram */
    void HandleDatagram(const FabricPacket& packet);

    /** @return whether an answer waits for its turn */
    bool HasAnswers() const
    {
        return !m_answers.empty();
    }

    /** HasAnswers(). @param nowPs the time @return the next packet of the first of them */
    FabricPacketPtr MakeNextPacket(int64_t nowPs);

    /** Forgets what waits. */
    void Clear()
    {
        m_answers.clear();
        m_held.clear();
    }

    /** @return payload delivered so far */
    uint64_t GetDeliveredBytes() const
    {
        return m_deliveredBytes;
    }

  private:
    /** Something to send when its turn comes: a response of packets, or an acknowledgement. */
    struct Answer
    {
        FabricPacketPtr acknowledge; //!< null: the response to a READ
        uint64_t firstPacket{0};     //!< its number; of an acknowledgement: what it tells of
        uint64_t packets{0};
        uint64_t bytes{0};
        uint64_t index{0}; //!< of the next packet
        uint32_t messageNumber{0};

        /** @return the number of the next packet */
        uint64_t GetNext() const
        {
            return firstPacket + index;
        }
    };

    /** What is kept of a packet that came out of order. */
    struct Held
    {
        uint64_t number;
        uint32_t payloadBytes;
        uint32_t immediate;
        RdmaOpcode opcode;
    };

    /** An atomic operation that ran. */
    struct Result
    {
        uint64_t number;
        uint64_t original;
    };

    void Deliver(RdmaOpcode opcode, uint32_t payloadBytes, uint32_t immediate, int64_t nowPs);
    void Hold(const FabricPacket& packet, uint64_t number);
    void ServeRead(const FabricPacket& packet, uint64_t number);
    void ServeAtomic(FabricPacket& packet, uint64_t number);
    void Repeat(FabricPacket& packet, uint64_t number);
    void AnswerAtomic(const FabricPacket& packet, const Result& result);
    void Acknowledge(FabricPacket& request, uint64_t number, uint8_t syndrome, uint64_t selective);
    void Send(FabricPacketPtr answer, int64_t nowPs);

    LossRecovery& GetRecovery() const
    {
        return *m_common.policies.recovery;
    }

    RdmaCommon& m_common;
    Context& m_context;
    Settings m_settings;
    std::deque<Answer> m_answers;
    std::deque<Held> m_held;      //!< ascending
    std::deque<Result> m_results; //!< of the last atomic operations
    uint64_t m_deliveredBytes{0};
    uint64_t m_receives{0};
    uint64_t m_messageBytes{0};   //!< of the message that is arriving
    uint32_t m_messageNumber{0};  //!< MSN: messages complete, 24 bit
    bool m_countsReceives{false}; //!< since the first PostReceive()
    bool m_refused{false};     //!< for want of a receive request; what comes behind it is ignored
    bool m_servesReads{false}; //!< since the first of them, answers keep to the data's lane
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_RESPONDER_H
