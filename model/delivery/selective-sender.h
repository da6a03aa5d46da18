// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SELECTIVE_SENDER_H
#define AI_FABRIC_SELECTIVE_SENDER_H

#include "delivery-path.h"
#include "loss-prober.h"
#include "numbered-packets.h"
#include "sender-ports.h"
#include "wrapped-number.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/message-channel.h"
#include "ns3/packet-source.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The sending half of a connection with selective acknowledgements: cuts messages into packets,
 * which are numbered across messages, and retransmits lost packets one by one. A subclass writes
 * the packets of a transport and reads the answers.
 *
 * When a packet may be sent: let P be the payload sent, minus the payload received (by the
 * receiver's count), minus the payload known to be lost and waiting for retransmission. A packet
 * may be sent if P + payload <= window of the congestion control, or if P = 0 and the window is not
 * closed. Lost packets go first, in the order in which their loss was found. New packets follow, as
 * long as they are less than the PSN range beyond the first packet that has not arrived.
 *
 * The last packet that may be sent, and one packet per quarter of a window, ask for an immediate
 * acknowledgement.
 *
 * A packet counts as lost if
 * - a NACK names it;
 * - it was sent reorderPackets packets or more before a packet that arrived, in the order of
 *   transmissions. 0 stands for the packets in 1.5 windows, and at least 5. A window counts no more
 *   than the bytes in flight or a bandwidth-delay product, whichever is larger; without credit this
 *   limit counts alone;
 * - a probe did not find it although nothing held it up, see LossProber;
 * - it has not arrived within the retransmission timer, or within two round trips if that is
 *   longer. A timer that grows with timeouts applies to packets sent from then on.
 *
 * The round trip is the longest one lately. It fades by an eighth with each acknowledgement, except
 * with the answer to a probe, which may overtake packets.
 *
 * A probe is sent if no answer came for the probe time, see LossProber; AckTimeout limits the time
 * to the next one.
 *
 * All messages fail after RetryCount + 1 timeouts in a row without an answer that brings anything
 * new. They also fail if there was no answer at all, even to probes, for as many times AckTimeout,
 * or the time that a subclass sets.
 *
 * If the host has several ports, see SenderPorts. Each plane may have an entropy policy of its own,
 * which learns of the packets there. While there is work and some paths are bad, these are probed:
 * first after pathProbePs, then at times that a subclass sets.
 *
 * It has many methods because each event of a packet is one, and they share one record of packets.
 *
 * Invariant: each message ends once.
 */
class SelectiveSender : public PacketSource, private LossProber::Client, private SenderPorts::Client
{
  public:
    /** Constant settings. */
    struct Delivery
    {
        DeliveryPath path{};        //!< path to the receiver
        uint32_t mtuBytes{0};       //!< payload of a full packet
        uint32_t reorderPackets{0}; //!< 0: see above
        int64_t baseRttPs{0};       //!< idle round trip of a full packet
        uint64_t ratebps{0};        //!< rate of all ports of the host, in bit/s
        uint64_t maxRatebps{0};     //!< largest rate on the wire, in bit/s; 0: no limit
        int64_t probePs{0};         //!< time without answers until a probe is sent, in ps
        /** Time without any answer until all messages fail, in ps; 0: RetryCount + 1 AckTimeouts.
         */
        int64_t silencePs{0};
        int64_t pathProbePs{0};  //!< time until bad paths are probed, in ps; 0: never
        RdmaPolicies policies{}; //!< policies from ConnectionFactory::MakeSendPolicies()
        /** Entropy policy of each port of the host; empty: that of policies, for all ports. */
        std::vector<Ptr<EntropyPolicy>> entropies{};
        bool ordered{false};     //!< a loss makes all packets lost that have not arrived
        bool asks{true};         //!< packets may ask for acknowledgements
        bool namesPackets{true}; //!< see LossProber::Start()
        /** The congestion control learns of losses that neither a NACK nor a timeout tells. */
        bool silenceIsCongestion{true};
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

    ~SelectiveSender() override;

    /**
     * Registers it with the NICs of its ports.
     *
     * @param nic NIC of the first port
     * @param ports ports of the host; null: there is one
     * @param lane lane of its packets
     * @return its number at each NIC
     */
    std::vector<uint32_t> AddTo(RdmaNic& nic, HostPorts* ports, uint8_t lane);

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
        return m_delivery.policies.congestionControl;
    }

    bool CanSend() const override;
    std::optional<uint32_t> GetFlow() const override;
    FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
    void Receive(FabricPacket& packet) override;

  protected:
    /** An acknowledgement as all transports have it, with complete numbers. */
    struct Ack
    {
        uint64_t psn;           //!< PSN of the answered packet; of a probe: its number
        uint64_t cumulative;    //!< all packets before this PSN have come
        uint64_t bitmapBase;    //!< PSN of the lowest bit
        uint64_t bitmap;        //!< packets received, from bitmapBase on
        uint32_t receivedBytes; //!< payload received since the start, its low 32 bits
        uint64_t field;         //!< value of the receiver's half of the congestion control
        uint16_t port;          //!< UDP source port of the answered packet
        bool marked;            //!< the answered packet was marked
        bool retransmitted;     //!< the answered packet was a retransmission
        bool probe;             //!< this answers a probe
    };

    /** A negative acknowledgement. */
    struct Refusal
    {
        uint64_t psn;       //!< PSN of the packet to send again
        uint16_t port;      //!< UDP source port of the answered packet
        bool retransmitted; //!< the answered packet was a retransmission
        bool isOther;       //!< the answered packet is another one, sent later
        bool hasArrived;    //!< the packet reached the receiver, which dropped it
        bool ofReceiver;    //!< the receiver or its switch had no room
        bool isCongestion;  //!< the congestion control learns of the loss
        bool blamesPath;    //!< the entropy policy learns of the loss
    };

    /** @param client gets the notices; must outlive this object */
    explicit SelectiveSender(Client& client);

    /** Must be called after the NIC has assigned a number. @param delivery all settings */
    void StartDelivery(const Delivery& delivery);

    /** @return settings */
    const Delivery& GetDelivery() const
    {
        return m_delivery;
    }

    /** @return its packets */
    NumberedPackets& GetPackets()
    {
        return m_queue;
    }

    /** @return its packets */
    const NumberedPackets& GetPackets() const
    {
        return m_queue;
    }

    /** @return probes for lost packets */
    LossProber& GetProber()
    {
        return m_prober;
    }

    /** @return NIC of this end */
    RdmaNic& GetNic() const
    {
        return *m_delivery.path.nic;
    }

    /** @return congestion control */
    RdmaCongestionControl& GetControl() const
    {
        return *m_delivery.policies.congestionControl;
    }

    /** @return time of the last answer, or of new work, in ps */
    int64_t GetHeardPs() const
    {
        return m_heardPs;
    }

    /** @return present time in ps */
    int64_t NowPs() const
    {
        return m_clock.ToPs(NowTicks());
    }

    /** @return ports of the host; null: there is one */
    SenderPorts* GetPorts() const
    {
        return m_ports.get();
    }

    /** @return port of the host of the packet that is being made, or that has come */
    uint32_t GetPort() const
    {
        return m_ports ? m_ports->GetPort() : 0;
    }

    /** @return entropy policy of GetPort(); null: none */
    const Ptr<EntropyPolicy>& GetEntropy() const
    {
        return m_delivery.entropies.empty() ? m_delivery.policies.entropy
                                            : m_delivery.entropies[GetPort()];
    }

    /** @param nowPs present time in ps @return UDP source port of the next packet at GetPort() */
    uint16_t ChoosePort(int64_t nowPs) const
    {
        const auto& entropy = GetEntropy();
        return entropy ? entropy->ChoosePort(nowPs) : m_delivery.path.port;
    }

    /** Asks for a turn, as a packet may have become possible. @param nowPs present time in ps */
    void AskForTurn(int64_t nowPs);

    /** Sees to it that bad paths are probed. @param nowPs present time in ps */
    void SchedulePathProbes(int64_t nowPs);

    /** Starts the time to the next probe anew. @param nowPs present time in ps */
    void ScheduleProbe(int64_t nowPs);

    /**
     * @param packet acknowledgement
     * @param ack its contents
     * @param newBytes payload that has arrived, and no acknowledgement before reported
     */
    void TellPolicies(const FabricPacket& packet, const Ack& ack, uint64_t newBytes);

    /** @param packet acknowledgement @param ack its contents */
    void HandleAck(const FabricPacket& packet, const Ack& ack);

    /** @param packet negative acknowledgement @param refusal its contents */
    void HandleRefusal(const FabricPacket& packet, const Refusal& refusal);

    /** @return payload that arrived for the first time, by the receiver's count, in bytes */
    uint64_t NoteReceived(uint32_t receivedBytes);

    /** Finds lost packets by what has come of later transmissions. @param nowPs time in ps */
    void FindLost(int64_t nowPs);

  private:
    static constexpr uint32_t LEAST_REORDER_PACKETS = 5;
    static constexpr uint32_t ASKS_PER_WINDOW = 4;
    static constexpr int64_t RTT_MEMORY = 8; //!< acknowledgements

    /**
     * @param sending packet to make
     * @param nowPs present time in ps
     * @return packet with the header of its transport, without the request for an acknowledgement
     */
    virtual FabricPacketPtr DoMakeData(const NumberedPackets::Sending& sending, int64_t nowPs) = 0;

    /**
     * Called when the congestion control knows of the packet.
     *
     * @param packet packet of DoMakeData()
     * @param asks true if it asks for an immediate acknowledgement
     */
    virtual void DoCompleteData(FabricPacket& packet, bool asks) = 0;

    /**
     * @param number number of the probe
     * @param psn first PSN to report in the answer, if probes name packets
     * @param nowPs present time in ps
     */
    virtual void DoSendProbe(uint16_t number, uint64_t psn, int64_t nowPs) = 0;

    /** @param packet answer of the receiver @return true if it may answer a probe alone */
    virtual bool DoReceive(FabricPacket& packet) = 0;

    /** Called after a post and after each answer. Does nothing by default. @param nowPs in ps */
    virtual void DoAfterEvent(int64_t nowPs);

    /**
     * Called when a packet is found lost without a NACK. Does nothing by default.
     *
     * @param psn PSN of the packet
     * @param nowPs present time in ps
     */
    virtual void DoNotifySilence(uint64_t psn, int64_t nowPs);

    /** @return largest total credit from the receiver; 0 by default */
    virtual uint64_t DoGetCredit() const;

    /** @return true if paths are to be probed; false by default */
    virtual bool DoHasBadPaths() const;

    /**
     * Called to probe bad paths. Does nothing by default.
     *
     * @param nowPs present time in ps
     * @return time until it is called again if paths are still bad, in ps, at least 1
     */
    virtual int64_t DoProbePaths(int64_t nowPs);

    bool DoIsUsable(uint32_t port) const override;

    /** Does nothing by default. */
    void DoNotifyPorts(int64_t nowPs) override;

    /** @return payload sent that has not arrived and is not known to be lost, in bytes */
    uint64_t GetInflightBytes() const;

    /** Ends complete messages. @param nowPs present time in ps */
    void Finish(int64_t nowPs);
    void Lose(uint64_t psn, int64_t nowPs, bool lastHop, bool isCongestion);
    void LoseSilently(uint64_t psn, int64_t nowPs);
    uint64_t GetReorderPackets() const;
    /**
     * @param bytes payload that was lost, in bytes
     * @param timeout true: a timer found it
     * @param nowPs present time in ps
     * @param planes bit per port of the host where packets were lost
     * @param lastHop true: the last link lost it
     */
    void NotifyLoss(uint64_t bytes,
                    bool timeout,
                    int64_t nowPs,
                    uint32_t planes,
                    bool lastHop = false);
    void OnPathProbeTime();
    /** @param waitPs time until then in ps @param nowPs present time in ps */
    void SchedulePathProbes(int64_t waitPs, int64_t nowPs);
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

    Client& m_client;
    Delivery m_delivery;
    TickClock m_clock;
    NumberedPackets m_queue;
    Ptr<FabricEvent> m_timer; //!< the oldest transmission is overdue
    LossProber m_prober;
    Ptr<FabricEvent> m_pathTimer;         //!< bad paths are to be probed; null: they never are
    std::unique_ptr<SenderPorts> m_ports; //!< null: the host has one port
    uint64_t m_receivedBytes{0};          //!< payload that the receiver has counted
    uint64_t m_unaskedBytes{0};           //!< payload sent since the last request for an answer
    uint64_t m_timeoutTransmission{0};    //!< next transmission at the last counted timeout
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

#endif // AI_FABRIC_SELECTIVE_SENDER_H
