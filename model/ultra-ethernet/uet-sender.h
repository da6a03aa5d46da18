// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_SENDER_H
#define AI_FABRIC_UET_SENDER_H

#include "uet-path.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/lazy-deque.h"
#include "ns3/message-channel.h"
#include "ns3/packet-source.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * The initiator's half of a packet delivery context (UE 1.0, 3.5): cuts messages into packets,
 * which are numbered across messages, and sends what is lost again, each packet by itself.
 *
 * What may be sent: with P the payload that was sent, less what came (the receiver's count) and
 * less what is known to be lost and waits to be sent again, P + payload <= window of the congestion
 * control, or P = 0 and the window is not closed, first what is lost, in the order in which that
 * was found, then what is new, as long as it is less than PsnRange beyond the first packet that has
 * not come.
 *
 * An acknowledgement is asked for at once with the last packet that may be sent, and with each
 * quarter of a window.
 *
 * What is lost:
 *  - what a NACK names;
 *  - what was sent ReorderPackets packets or more before one that came, in the order of
 *    transmissions; if that is 0, as many as 1.5 windows hold, of which no more counts than is in
 *    flight or a bandwidth-delay product, and without credit that alone, and at least 5;
 *  - what a probe did not find though nothing held it up: if the answer to a probe comes within two
 *    idle round trips, what was sent before the probe and at least one round trip ago, and that its
 *    bitmap says has not come, is lost; but nothing by a probe that only asks for credit. A bitmap
 *    tells of 64 packets. So with such an answer probes go for all that was sent as early beyond
 *    it, as many as that takes: what n packets have lost is found in two round trips, whatever n;
 *  - what has not come in the time of the retransmission timer, or in two round trips if that is
 *    longer. A timer that grows with timeouts does so for what is sent from then on.
 * A round trip is the longest lately, which fades by an eighth with each acknowledgement, but not
 * with the answer to a probe, which may overtake.
 * With ordered delivery all that has not come is lost with it, and sent again in order. With
 * idempotent delivery each packet is answered by itself and there are no probes: what came, but
 * whose answer was lost, counts as lost and is sent again.
 *
 * A probe goes out when nothing came back for ProbeTime, again after twice that and so on up to
 * AckTimeout, for as long as nothing new comes back, so that those who wait for credit do not ask
 * and ask; and when there is no credit, and the receiver does not know what is wanted.
 *
 * All messages fail after RetryCount + 1 timeouts in a row without an answer that brings anything
 * new, and when there was no answer at all, to probes, for as many times AckTimeout.
 *
 * Invariants: each message ends once; a packet is outstanding, lost or has come; PSNs from the
 * first one that has not come to the next new one are kept, and no more.
 */
class UetSender final : public PacketSource
{
  public:
    /** What does not change. */
    struct Settings
    {
        UetPath path{};             //!< to the receiver
        uint32_t mtuBytes{0};       //!< payload of a full packet
        bool demands{false};        //!< packets say what is to be sent
        uint32_t reorderPackets{0}; //!< 0: see above
        int64_t baseRttPs{0};       //!< idle round trip of a full packet
        int64_t probePs{0};         //!< until a probe is sent
        RdmaPolicies policies{};    //!< of RdmaNic::MakeSendPolicies()
    };

    /** Whom it tells of ends. */
    class Client
    {
      public:
        /** @param immediate of a message that has ended @param end how */
        virtual void OnSenderEnd(uint32_t immediate, const MessageEnd& end) = 0;

        /** @param immediate of a message whose last packet was just made for the first time */
        virtual void OnSenderDeparture(uint32_t immediate) = 0;

      protected:
        ~Client() = default;
    };

    /** @param client outlives it */
    explicit UetSender(Client& client);
    ~UetSender() override;

    /** After it has a number at its NIC. @param settings all of them */
    void Start(const Settings& settings);

    /**
     * @param bytes of a message, at least 1
     * @param immediate of it
     * @param nowPs the time
     */
    void Post(uint64_t bytes, uint32_t immediate, int64_t nowPs);

    /** @return what the oldest message waits for, in words; empty: there is none */
    std::string DescribeWait() const;

    /** @param nowPs the time @return what it is doing */
    ChannelActivity GetActivity(int64_t nowPs) const;

    /** Nobody posts messages any more; those that were posted end as they would. */
    void Retire()
    {
        m_isRetired = true;
    }

    /** @return whether it never sends payload again */
    bool IsFinished() const
    {
        return m_isRetired && !HasWork();
    }

    /** @return payload that has come, in bytes */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_receivedBytes;
    }

    /** @return its congestion control */
    const Ptr<RdmaCongestionControl>& GetCongestionControl() const
    {
        return m_settings.policies.congestionControl;
    }

    bool CanSend() const override;
    std::optional<uint32_t> GetFlow() const override;
    FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
    void Receive(FabricPacket& packet) override;

  private:
    static constexpr uint32_t LEAST_REORDER_PACKETS = 5;
    static constexpr uint32_t ASKS_PER_WINDOW = 4;
    static constexpr uint64_t BITMAP_PACKETS = 64;
    static constexpr int64_t RTT_MEMORY = 8; //!< acknowledgements

    /** Where a packet is. */
    enum class State : uint8_t
    {
        OUTSTANDING, //!< sent
        LOST,        //!< to be sent again
        ARRIVED
    };

    /** A packet from the first one on that has not come. */
    struct Packet
    {
        int64_t sentPs;        //!< last
        uint64_t transmission; //!< number of that
        uint64_t message;      //!< number
        State state;
        bool repeated; //!< was sent again
    };

    /** A message that has not ended, or is behind one that has not. */
    struct Message
    {
        uint64_t bytes;
        uint64_t firstPsn;
        uint64_t missing; //!< packets that have not come
        int64_t postedPs;
        uint32_t immediate;
    };

    /** A transmission, in the order in which they were. */
    struct Transmission
    {
        uint64_t psn;
        uint64_t number;
    };

    RdmaNic& GetNic() const
    {
        return *m_settings.path.nic;
    }

    RdmaCongestionControl& GetControl() const
    {
        return *m_settings.policies.congestionControl;
    }

    Packet& At(uint64_t psn)
    {
        return m_packets[psn - m_firstPsn];
    }

    const Packet& At(uint64_t psn) const
    {
        return m_packets[psn - m_firstPsn];
    }

    uint64_t GetEndPsn() const
    {
        return m_firstPsn + m_packets.size();
    }

    int64_t NowPs() const
    {
        return m_clock.ToPs(NowTicks());
    }

    bool IsOutstanding(const Transmission& transmission) const;
    void DropOld();
    uint64_t GetPackets(uint64_t bytes) const;
    /** @return payload of a packet of a message */
    uint32_t GetPayload(const Message& message, uint64_t psn) const;
    const Message& GetMessageOf(const Packet& packet) const;
    /** @return payload sent that neither has come nor is known to be lost */
    uint64_t GetInflightBytes() const;

    /** @return payload that waits to be sent, or to be sent again */
    uint64_t GetBacklogBytes() const
    {
        return m_leftBytes + m_lostBytes;
    }

    /** @return whether a new packet may follow */
    bool HasNew() const;
    void SkipLost();
    void Tell(const FabricPacket& packet, const UetAnswer& answer, uint64_t newBytes);
    void HandleAck(const FabricPacket& packet, const UetAnswer& answer);
    void HandleResponse(const FabricPacket& packet, const UetAnswer& answer);
    void HandleNack(const FabricPacket& packet, const UetAnswer& answer);
    void FindMissing(const UetAnswer& answer, int64_t nowPs);
    /** @return payload that came for the first time, by the receiver's count */
    uint64_t NoteReceived(uint32_t receivedBytes);
    /** @param psn of what came @param told whether that is its last transmission */
    void Arrive(uint64_t psn, bool told);
    void ArriveBefore(uint64_t psn);
    /** What has come is over. */
    void Finish(int64_t nowPs);
    /** @return its payload; 0: it is not outstanding */
    uint32_t MarkLost(uint64_t psn);
    void Lose(uint64_t psn, int64_t nowPs, bool lastHop = false);
    void GoBack();
    void FindLost(int64_t nowPs);
    uint64_t GetReorderPackets() const;
    void NotifyLoss(uint64_t bytes, bool timeout, int64_t nowPs, bool lastHop = false);
    void Fail(int64_t nowPs);

    bool HasUnsent() const
    {
        return m_nextMessage < m_firstMessage + m_messages.size();
    }

    bool HasWork() const
    {
        return !m_packets.empty() || HasUnsent();
    }

    void SetTimer();
    void OnTimer();

    /** @return how long a transmission may take; what was sent before a timeout waits no longer */
    int64_t GetTimeoutPs(uint64_t transmission) const
    {
        return transmission < m_timeoutTransmission
                   ? std::min(m_timeoutPs, std::max(2 * m_rttPs, m_earlierTimeoutPs))
                   : m_timeoutPs;
    }

    void SetProbe(int64_t nowPs);
    void OnProbe();
    /** @param asks for credit alone, when nothing is missing @param nowPs the time */
    void SendProbe(bool asks, int64_t nowPs);
    /** @param psn of the first packet to be told of @param nowPs the time */
    void AskFor(uint64_t psn, int64_t nowPs);
    /** @param psn of the first packet that the last bitmap did not tell of @param nowPs the time */
    void ProbeBeyond(uint64_t psn, int64_t nowPs);

    /** @return whether it would have come if it was sent and nothing held it up */
    bool IsOverdue(const Packet& packet, int64_t nowPs) const
    {
        return packet.state == State::OUTSTANDING && packet.sentPs < m_probeSentPs &&
               packet.sentPs + m_rttPs <= nowPs;
    }

    /** @return what to tell the receiver that is wanted, if packets say so */
    uint64_t GetDemand() const;
    /** @return what a packet that is made tells of it; 0 if packets do not */
    uint32_t TellDemand();
    void AskForCredit(int64_t nowPs);

    Client& m_client;
    Settings m_settings;
    TickClock m_clock;
    LazyDeque<Message> m_messages;
    std::vector<uint64_t> m_complete; //!< numbers of those that are, and nobody was told yet
    uint64_t m_firstMessage{0};       //!< number of the first of them
    uint64_t m_nextMessage{0};        //!< number of that whose packet is the next new one
    LazyDeque<Packet> m_packets;
    uint64_t m_firstPsn{0};                  //!< of the first of them
    LazyDeque<uint64_t> m_lost;              //!< PSNs; some have come or were sent since
    LazyDeque<Transmission> m_transmissions; //!< some are over
    uint64_t m_transmission{0};              //!< number of the next one
    uint64_t m_arrivedTransmission{0};       //!< largest number that came, and one
    uint64_t m_sentBytes{0};                 //!< payload, each packet once
    uint64_t m_lostBytes{0};                 //!< payload of LOST packets
    uint64_t m_receivedBytes{0};             //!< payload that the receiver has counted
    uint64_t m_leftBytes{0};                 //!< payload posted that was not sent
    uint64_t m_credit{0};                    //!< the largest that an answer told
    uint64_t m_toldDemand{0};                //!< what the receiver was told is wanted
    uint64_t m_unaskedBytes{0};        //!< payload sent since an acknowledgement was asked for
    uint64_t m_timeoutTransmission{0}; //!< the next one when a timeout was counted last
    uint32_t m_timeouts{0};            //!< in a row, each of what was sent since the one before
    uint32_t m_probes{0};              //!< in a row, that brought nothing new
    uint16_t m_probe{0};               //!< number of the last one
    uint16_t m_furtherProbes{0};       //!< that went with the answer to the last one by the clock
    bool m_asks{false};                //!< that one was for credit alone
    bool m_isRetired{false};           //!< see Retire()
    int64_t m_probeSentPs{0};          //!< when that one was sent
    int64_t m_heardPs{0};              //!< when an answer came last, or there was new work
    int64_t m_rttPs{0};                //!< the longest lately
    int64_t m_timeoutPs{0};            //!< by which the timer runs
    int64_t m_earlierTimeoutPs{0};     //!< the same of what was sent before the last timeout
    int64_t m_nextCnpPs{0};            //!< when a mark counts as a notification again
    const char* m_failure{nullptr};    //!< why nothing is sent any more
    Ptr<FabricEvent> m_timer;          //!< the oldest transmission is overdue
    Ptr<FabricEvent> m_probeTimer;
};

} // namespace ns3

#endif // AI_FABRIC_UET_SENDER_H
