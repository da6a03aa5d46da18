// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_SENDER_H
#define AI_FABRIC_UET_SENDER_H

#include "uet-path.h"
#include "uet-prober.h"
#include "uet-send-queue.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/message-channel.h"
#include "ns3/packet-source.h"

#include <algorithm>
#include <cstdint>
#include <string>

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
 * - a probe did not find it although nothing held it up, see UetProber;
 * - it has not arrived within the retransmission timer, or within two round trips if that is
 *   longer. A timer that grows with timeouts applies to packets sent from then on.
 *
 * The round trip is the longest one lately. It fades by an eighth with each acknowledgement, except
 * with the answer to a probe, which may overtake packets. With ordered delivery all packets that
 * have not arrived are lost together, and retransmitted in order. With idempotent delivery each
 * packet is answered on its own and there are no probes: a packet that arrived but whose answer was
 * lost counts as lost and is retransmitted.
 *
 * A probe is sent if no answer came for ProbeTime, see UetProber; AckTimeout limits the time to the
 * next one. A probe is also sent if there is no credit and the receiver does not know the demand.
 *
 * All messages fail after RetryCount + 1 timeouts in a row without an answer that brings anything
 * new. They also fail if there was no answer at all, even to probes, for as many times AckTimeout.
 *
 * Invariant: each message ends once.
 */
class UetSender final : public PacketSource, private UetProber::Client
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
        RdmaPolicies policies{};    //!< policies from ConnectionFactory::MakeSendPolicies()
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
        return m_isRetired && !m_queue.HasWork();
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
    static constexpr int64_t RTT_MEMORY = 8; //!< acknowledgements

    RdmaNic& GetNic() const
    {
        return *m_settings.path.nic;
    }

    RdmaCongestionControl& GetControl() const
    {
        return *m_settings.policies.congestionControl;
    }

    int64_t NowPs() const
    {
        return m_clock.ToPs(NowTicks());
    }

    /** @return payload sent that has not arrived and is not known to be lost, in bytes */
    uint64_t GetInflightBytes() const;

    void Tell(const FabricPacket& packet, const UetAnswer& answer, uint64_t newBytes);
    void HandleAck(const FabricPacket& packet, const UetAnswer& answer);
    void HandleResponse(const FabricPacket& packet, const UetAnswer& answer);
    void HandleNack(const FabricPacket& packet, const UetAnswer& answer);
    /** @return payload that arrived for the first time, by the receiver's count, in bytes */
    uint64_t NoteReceived(uint32_t receivedBytes);
    /** Ends complete messages. @param nowPs present time in ps */
    void Finish(int64_t nowPs);
    void Lose(uint64_t psn, int64_t nowPs, bool lastHop = false);
    void FindLost(int64_t nowPs);
    uint64_t GetReorderPackets() const;
    void NotifyLoss(uint64_t bytes, bool timeout, int64_t nowPs, bool lastHop = false);
    void Fail(int64_t nowPs);

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

    void OnProbeDue(int64_t nowPs) override;
    void SendProbe(uint16_t number, uint64_t psn, int64_t nowPs) override;
    void OnMissing(uint64_t psn, int64_t nowPs) override;
    /** @return demand to report to the receiver, if packets carry demands */
    uint64_t GetDemand() const;
    /** @return demand for the packet that is being made; 0 if packets do not carry demands */
    uint32_t TellDemand();
    void AskForCredit(int64_t nowPs);

    Client& m_client;
    Settings m_settings;
    TickClock m_clock;
    UetSendQueue m_queue;
    Ptr<FabricEvent> m_timer; //!< the oldest transmission is overdue
    UetProber m_prober;
    uint64_t m_receivedBytes{0}; //!< payload that the receiver has counted
    uint64_t m_credit{0};        //!< largest credit in an answer
    uint64_t m_toldDemand{0};    //!< demand last reported to the receiver
    uint64_t m_unaskedBytes{0};  //!< payload sent since the last request for an acknowledgement
    uint64_t m_timeoutTransmission{0}; //!< next transmission at the last counted timeout
    uint32_t m_timeouts{0};        //!< timeouts in a row, each of packets sent after the one before
    bool m_isRetired{false};       //!< see Retire()
    int64_t m_heardPs{0};          //!< time of the last answer, or of new work
    int64_t m_rttPs{0};            //!< longest round trip lately
    int64_t m_timeoutPs{0};        //!< present timeout
    int64_t m_earlierTimeoutPs{0}; //!< timeout of packets sent before the last timeout
    int64_t m_nextCnpPs{0};        //!< time from which a mark counts as a notification again
    const char* m_failure{nullptr}; //!< reason why nothing is sent any more; null: none
};

} // namespace ns3

#endif // AI_FABRIC_UET_SENDER_H
