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
 * which are numbered across messages, and retransmits lost packets one by one.
 *
 * When a packet may be sent: let P be the payload sent, minus the payload received (by the
 * receiver's count), minus the payload known to be lost and waiting for retransmission. A packet
 * may be sent if P + payload <= window of the congestion control, or if P = 0 and the window is not
 * closed. Lost packets go first, in the order in which their loss was found. New packets follow, as
 * long as they are less than PsnRange beyond the first packet that has not arrived.
 *
 * The last packet that may be sent, and one packet per quarter of a window, ask for an immediate
 * acknowledgement.
 *
 * A packet counts as lost if
 * - a NACK names it;
 * - it was sent ReorderPackets packets or more before a packet that arrived, in the order of
 *   transmissions. ReorderPackets = 0 stands for the packets in 1.5 windows, and at least 5. A
 *   window counts no more than the bytes in flight or a bandwidth-delay product, whichever is
 *   larger; without credit this limit counts alone;
 * - a probe did not find it although nothing held it up: the answer to the probe comes within two
 *   idle round trips, the packet was sent before the probe and at least one round trip ago, and the
 *   bitmap of the answer says that it has not come. A probe that only asks for credit does not find
 *   losses. A bitmap covers 64 packets, so after such an answer further probes go out for all
 *   packets beyond it that were sent as early: the losses of any number of packets are found in two
 *   round trips;
 * - it has not arrived within the retransmission timer, or within two round trips if that is
 *   longer. A timer that grows with timeouts applies to packets sent from then on.
 *
 * The round trip is the longest one lately. It fades by an eighth with each acknowledgement, except
 * with the answer to a probe, which may overtake packets. With ordered delivery all packets that
 * have not arrived are lost together, and retransmitted in order. With idempotent delivery each
 * packet is answered on its own and there are no probes: a packet that arrived but whose answer was
 * lost counts as lost and is retransmitted.
 *
 * A probe is sent if no answer came for ProbeTime. It is repeated after twice that time and so on
 * up to AckTimeout while answers bring nothing new, so that senders that wait for credit do not ask
 * too often. A probe is also sent if there is no credit and the receiver does not know the demand.
 *
 * All messages fail after RetryCount + 1 timeouts in a row without an answer that brings anything
 * new. They also fail if there was no answer at all, even to probes, for as many times AckTimeout.
 *
 * Invariants: each message ends once; a packet is outstanding, lost or arrived; only the PSNs from
 * the first one that has not arrived to the next new one are kept.
 */
class UetSender final : public PacketSource
{
  public:
    /** Constant settings. */
    struct Settings
    {
        UetPath path{};             //!< path to the receiver
        uint32_t mtuBytes{0};       //!< payload of a full packet
        bool demands{false};        //!< packets carry the sender's demand
        uint32_t reorderPackets{0}; //!< 0: see above
        int64_t baseRttPs{0};       //!< idle round trip of a full packet
        int64_t probePs{0};         //!< time without answers until a probe is sent, in ps
        RdmaPolicies policies{};    //!< policies from RdmaNic::MakeSendPolicies()
    };

    /** Interface for notices about messages. */
    class Client
    {
      public:
        /**
         * @param immediate immediate of a message that has ended
         * @param end result of the message
         */
        virtual void OnSenderEnd(uint32_t immediate, const MessageEnd& end) = 0;

        /**
         * @param immediate immediate of a message whose last packet was just sent for the first
         * time
         */
        virtual void OnSenderDeparture(uint32_t immediate) = 0;

      protected:
        ~Client() = default;
    };

    /** @param client gets the notices; must outlive this object */
    explicit UetSender(Client& client);
    ~UetSender() override;

    /** Must be called after the NIC has assigned a number. @param settings all settings */
    void Start(const Settings& settings);

    /**
     * @param bytes length of the message, at least 1
     * @param immediate immediate of the message
     * @param nowPs present time in ps
     */
    void Post(uint64_t bytes, uint32_t immediate, int64_t nowPs);

    /** @return text about the wait of the oldest message; empty: there is no message */
    std::string DescribeWait() const;

    /** @param nowPs present time in ps @return activity of the sender */
    ChannelActivity GetActivity(int64_t nowPs) const;

    /** Ends the posting of messages; posted messages run to their end. */
    void Retire()
    {
        m_isRetired = true;
    }

    /** @return true if it will never send payload again */
    bool IsFinished() const
    {
        return m_isRetired && !HasWork();
    }

    /** @return payload that the receiver has counted, in bytes */
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

    /** State of a packet. */
    enum class State : uint8_t
    {
        OUTSTANDING, //!< sent
        LOST,        //!< waits for its retransmission
        ARRIVED
    };

    /** A packet, kept from the first one that has not arrived. */
    struct Packet
    {
        int64_t sentPs;        //!< time of its last transmission
        uint64_t transmission; //!< number of its last transmission
        uint64_t message;      //!< number of its message
        State state;
        bool repeated; //!< it was retransmitted
    };

    /** A message that has not ended, or one behind such a message. */
    struct Message
    {
        uint64_t bytes;
        uint64_t firstPsn;
        uint64_t missing; //!< number of packets that have not arrived
        int64_t postedPs;
        uint32_t immediate;
    };

    /** A transmission; transmissions are kept in their order. */
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
    /** @return payload of a packet of a message in bytes */
    uint32_t GetPayload(const Message& message, uint64_t psn) const;
    const Message& GetMessageOf(const Packet& packet) const;
    /** @return payload sent that has not arrived and is not known to be lost, in bytes */
    uint64_t GetInflightBytes() const;

    /** @return payload that waits for its transmission or retransmission, in bytes */
    uint64_t GetBacklogBytes() const
    {
        return m_leftBytes + m_lostBytes;
    }

    /** @return true if a new packet may be sent next */
    bool HasNew() const;
    void SkipLost();
    void Tell(const FabricPacket& packet, const UetAnswer& answer, uint64_t newBytes);
    void HandleAck(const FabricPacket& packet, const UetAnswer& answer);
    void HandleResponse(const FabricPacket& packet, const UetAnswer& answer);
    void HandleNack(const FabricPacket& packet, const UetAnswer& answer);
    void FindMissing(const UetAnswer& answer, int64_t nowPs);
    /** @return payload that arrived for the first time, by the receiver's count, in bytes */
    uint64_t NoteReceived(uint32_t receivedBytes);
    /** @param psn PSN of an arrived packet @param told true if its last transmission arrived */
    void Arrive(uint64_t psn, bool told);
    void ArriveBefore(uint64_t psn);
    /** Removes arrived packets and ends complete messages. @param nowPs present time in ps */
    void Finish(int64_t nowPs);
    /** @return payload of the packet in bytes; 0: it is not outstanding */
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

    /**
     * @return timeout of a transmission in ps; a larger timer after a timeout does not apply to
     * earlier transmissions
     */
    int64_t GetTimeoutPs(uint64_t transmission) const
    {
        return transmission < m_timeoutTransmission
                   ? std::min(m_timeoutPs, std::max(2 * m_rttPs, m_earlierTimeoutPs))
                   : m_timeoutPs;
    }

    void SetProbe(int64_t nowPs);
    void OnProbe();
    /** @param asks true if the probe asks only for credit @param nowPs present time in ps */
    void SendProbe(bool asks, int64_t nowPs);
    /** @param psn first PSN to report in the answer @param nowPs present time in ps */
    void AskFor(uint64_t psn, int64_t nowPs);
    /** @param psn first PSN that the last bitmap did not cover @param nowPs present time in ps */
    void ProbeBeyond(uint64_t psn, int64_t nowPs);

    /**
     * @return true if the packet should have arrived by now, if it was sent and nothing held it up
     */
    bool IsOverdue(const Packet& packet, int64_t nowPs) const
    {
        return packet.state == State::OUTSTANDING && packet.sentPs < m_probeSentPs &&
               packet.sentPs + m_rttPs <= nowPs;
    }

    /** @return demand to report to the receiver, if packets carry demands */
    uint64_t GetDemand() const;
    /** @return demand for the packet that is being made; 0 if packets do not carry demands */
    uint32_t TellDemand();
    void AskForCredit(int64_t nowPs);

    Client& m_client;
    Settings m_settings;
    TickClock m_clock;
    LazyDeque<Message> m_messages;
    std::vector<uint64_t> m_complete; //!< numbers of complete messages that were not reported yet
    uint64_t m_firstMessage{0};       //!< number of the first message in m_messages
    uint64_t m_nextMessage{0};        //!< number of the message with the next new packet
    LazyDeque<Packet> m_packets;
    uint64_t m_firstPsn{0}; //!< PSN of the first packet in m_packets
    LazyDeque<uint64_t>
        m_lost; //!< PSNs of lost packets; some have arrived or were retransmitted since
    LazyDeque<Transmission> m_transmissions; //!< some are obsolete
    uint64_t m_transmission{0};              //!< number of the next one
    uint64_t m_arrivedTransmission{0};       //!< 1 + largest number of an arrived transmission
    uint64_t m_sentBytes{0};                 //!< payload sent, each packet once
    uint64_t m_lostBytes{0};                 //!< payload of LOST packets
    uint64_t m_receivedBytes{0};             //!< payload that the receiver has counted
    uint64_t m_leftBytes{0};                 //!< payload posted and not sent yet
    uint64_t m_credit{0};                    //!< largest credit in an answer
    uint64_t m_toldDemand{0};                //!< demand last reported to the receiver
    uint64_t m_unaskedBytes{0}; //!< payload sent since the last request for an acknowledgement
    uint64_t m_timeoutTransmission{
        0};                      //!< number of the next transmission at the last counted timeout
    uint32_t m_timeouts{0};      //!< timeouts in a row, each of packets sent after the one before
    uint32_t m_probes{0};        //!< probes in a row that brought nothing new
    uint16_t m_probe{0};         //!< number of the last probe
    uint16_t m_furtherProbes{0}; //!< further probes after the answer to the last probe of the timer
    bool m_asks{false};          //!< that probe asked for credit alone
    bool m_isRetired{false};     //!< see Retire()
    int64_t m_probeSentPs{0};    //!< time when that probe was sent
    int64_t m_heardPs{0};        //!< time of the last answer, or of new work
    int64_t m_rttPs{0};          //!< longest round trip lately
    int64_t m_timeoutPs{0};      //!< present timeout
    int64_t m_earlierTimeoutPs{0};  //!< timeout of packets sent before the last timeout
    int64_t m_nextCnpPs{0};         //!< time from which a mark counts as a notification again
    const char* m_failure{nullptr}; //!< reason why nothing is sent any more; null: none
    Ptr<FabricEvent> m_timer;       //!< the oldest transmission is overdue
    Ptr<FabricEvent> m_probeTimer;
};

} // namespace ns3

#endif // AI_FABRIC_UET_SENDER_H
