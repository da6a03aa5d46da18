// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_RECEIVER_H
#define AI_FABRIC_UET_RECEIVER_H

#include "uet-counters.h"
#include "uet-path.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/lazy-deque.h"
#include "ns3/packet-source.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * The target's half of a packet delivery context (UE 1.0, 3.5): takes packets in any order, or of
 * ordered delivery in theirs, and acknowledges them.
 *
 * An acknowledgement goes at once for a packet that is marked, asks for it, came twice, completes
 * its message or is the first of all, and else behind AckBytes of payload or, with AckTime, that
 * long after the first packet that none has told of. It then answers the last packet that came, as
 * if that had been sent later by as much as the answer was held back: a round trip is the
 * network's. It tells
 *  - all before which packet have come, and of 64 packets which have: those from the first one
 *    on of which no acknowledgement has told, or from the one on that a probe asks for;
 *  - how much payload has come, each packet once;
 *  - which packet it answers, and whether that was marked.
 * A NACK goes for a packet that was trimmed, for one that is BitmapPackets or more beyond the first
 * one that is missing, which is thrown away, and of ordered delivery for the first one that is
 * missing, once. Both take the way back of what they answer, by its UDP source port, in
 * AckPriority.
 *
 * Idempotent delivery (RUDI) has none of that: a packet is carried out and answered by itself,
 * whatever came before, and a NACK goes for each trimmed one. What is kept of packets and messages
 * is then the simulation's, to tell when a message is complete and what came twice; nothing that is
 * sent depends on it. Payload that comes again is no part of what was received, and counted apart.
 *
 * Invariants: each packet is taken once, and each message told once, when the last of its packets
 * has come; bytes received = sum of payload of the packets taken; with BitmapPackets what has come
 * reaches less than that beyond the first packet that is missing.
 */
class UetReceiver final : public PacketSource
{
  public:
    /** What does not change. */
    struct Settings
    {
        UetPath path{};                    //!< to the sender
        uint32_t ackBytes{0};              //!< payload until an acknowledgement goes
        int64_t ackPs{0};                  //!< likewise the time; 0: none
        uint32_t bitmapPackets{0};         //!< it keeps account of; 0: of all that may be sent
        UetCounters* counters{nullptr};    //!< of the transport, which outlives it
        Ptr<CongestionReceiver> credits{}; //!< of the congestion control; null: it has none
    };

    /** Whom it tells of messages. */
    class Client
    {
      public:
        /** @param immediate of a message that has come @param nowPs when */
        virtual void OnReceiverMessage(uint32_t immediate, int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /** @param client outlives it */
    explicit UetReceiver(Client& client);
    ~UetReceiver() override;

    /** After it has a number at its NIC. @param settings all of them */
    void Start(const Settings& settings);

    bool CanSend() const override;
    FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
    void Receive(FabricPacket& packet) override;
    void ReceiveTrimmed(FabricPacket& packet) override;
    void SendControl(uint64_t value, int64_t nowPs) override;

  private:
    /** A message of which something is missing, or that is behind such a one. */
    struct Message
    {
        uint64_t missingBytes{0}; //!< of payload
        bool known{false};        //!< a packet of it has come
    };

    void HandleRequest(const FabricPacket& packet, const UetRequest& request);
    /**
     * @param packet that came
     * @param demand of it
     * @param trimmed whether the payload is missing
     */
    void TellCredits(const FabricPacket& packet, uint32_t demand, bool trimmed);
    /** Idempotent delivery. */
    void CarryOut(const FabricPacket& packet, const UetRequest& request);
    bool HasCome(uint64_t psn) const;
    /** It came for the first time. @return whether its message is complete */
    bool Take(const FabricPacket& packet, const UetRequest& request, uint64_t psn);
    void NoteCome(uint64_t psn);
    /** @return whether the message is complete */
    bool Deliver(const UetRequest& request, uint32_t payloadBytes);
    void Acknowledge(const FabricPacket& packet, uint32_t psn, bool retransmitted, bool probe);
    void Refuse(const FabricPacket& packet, uint64_t psn, bool retransmitted, UetNackCode code);
    void RefuseOutOfOrder(const FabricPacket& packet);
    FabricPacketPtr MakeAnswer(const FabricPacket& packet, UetType type) const;
    uint64_t GetBitmap(uint64_t base) const;
    void HoldBack(const FabricPacket& packet, const UetRequest& request);
    void OnAckTime();

    /** A packet to which the answer is held back. */
    struct Unanswered
    {
        uint32_t entropy;
        uint32_t psn;
        bool retransmitted;
        int64_t sentPs;
        int64_t readyPs;
    };

    Client& m_client;
    Settings m_settings;
    uint64_t m_cumulative{0};       //!< all before have come
    uint64_t m_highest{0};          //!< behind the last one that has come
    std::vector<uint64_t> m_come;   //!< a bit for each PSN, modulo its length, from m_cumulative on
    uint64_t m_untold{UINT64_MAX};  //!< first one of which no acknowledgement has told
    uint64_t m_refused{UINT64_MAX}; //!< of ordered delivery, the last one that a NACK asked for
    uint64_t m_receivedBytes{0};    //!< payload
    uint64_t m_unansweredBytes{0};  //!< of these, since the last acknowledgement
    uint64_t m_demand{0};           //!< what the sender wants, as told
    LazyDeque<Message> m_messages;  //!< from m_firstMessage on
    uint64_t m_firstMessage{0};     //!< number
    Unanswered m_unanswered{};      //!< the last one, while the timer runs
    TickClock m_clock;
    Ptr<FabricEvent> m_ackTimer; //!< an acknowledgement is due; null: there is no AckTime
};

} // namespace ns3

#endif // AI_FABRIC_UET_RECEIVER_H
