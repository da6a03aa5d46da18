// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_RECEIVER_H
#define AI_FABRIC_UET_RECEIVER_H

#include "uet-counters.h"
#include "uet-path.h"

#include "ns3/delivery-receiver.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/received-messages.h"
#include "ns3/received-packets.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * The target's half of a packet delivery context (UE 1.0, 3.5): accepts packets in any order, or in
 * order with ordered delivery (ROD), and acknowledges them.
 *
 * An acknowledgement is sent at once if a packet is marked, asks for it, is a duplicate, completes
 * its message or is the first of all. Otherwise it is sent after AckBytes of payload or, with
 * AckTime, that long after the first packet not yet acknowledged. It answers the last packet that
 * came, as if this packet had been sent later by the time the answer was held back, so the measured
 * round trip is the network's. An acknowledgement contains
 * - the PSN before which all packets have come, and a bitmap of 64 packets, which begins with the
 *   first packet not yet reported, or with the packet that a probe asks for;
 * - the payload received, each packet once;
 * - the answered packet, and whether it was marked.
 *
 * A NACK is sent for a trimmed packet and for a packet that is BitmapPackets or more beyond the
 * first missing packet, which is dropped. With ordered delivery a NACK is sent once for the first
 * missing packet. Acknowledgements and NACKs return on the path of the answered packet, by its port
 * of the host and its UDP source port, in AckPriority.
 *
 * Idempotent delivery (RUDI) does none of this: each packet is carried out and answered on its own,
 * whatever came before, and a NACK is sent for each trimmed packet. The records of packets and
 * messages then belong to the simulation only: they show when a message is complete and which
 * packets are duplicates, and do not influence the packets sent. Payload that comes again does not
 * count as received; it has a counter of its own.
 *
 * Invariants: each packet is accepted once, and each message is reported once, when the last of its
 * packets has come; bytes received = sum of the payload of accepted packets; with BitmapPackets,
 * received packets lie less than that beyond the first missing packet.
 */
class UetReceiver final : public DeliveryReceiver
{
  public:
    /** Constant settings. */
    struct Settings
    {
        std::vector<UetPath> paths{}; //!< path to the sender, by port of the host
        uint32_t ackBytes{0};         //!< payload until an acknowledgement is sent
        int64_t ackPs{0};             //!< time until an acknowledgement is sent, in ps; 0: no limit
        uint32_t bitmapPackets{0};    //!< number of packets tracked; 0: all that may be sent
        UetCounters* counters{nullptr}; //!< counters of the transport, which outlives this object
        Ptr<CongestionReceiver> credits{}; //!< receiver part of the congestion control; null: none
    };

    using Client = ReceivedMessages::Client; //!< gets notices about messages

    /** @param client gets the notices; must outlive this object */
    explicit UetReceiver(Client& client);
    ~UetReceiver() override;

    /** Must be called after the NIC has assigned a number. @param settings all settings */
    void Start(const Settings& settings);

    void Receive(FabricPacket& packet) override;
    void ReceiveTrimmed(FabricPacket& packet) override;
    void SendControl(uint64_t value, int64_t nowPs) override;

  private:
    void HandleRequest(const FabricPacket& packet, const UetRequest& request);
    /**
     * @param packet received packet
     * @param demand demand in the packet
     * @param trimmed true if the payload is missing
     */
    void TellCredits(const FabricPacket& packet, uint32_t demand, bool trimmed);
    /** Handles a request of idempotent delivery. */
    void CarryOut(const FabricPacket& packet, const UetRequest& request);
    /** Accepts a packet that came for the first time. @return true if its message is complete */
    bool Take(const FabricPacket& packet, const UetRequest& request, uint64_t psn);
    void Acknowledge(const FabricPacket& packet, uint32_t psn, bool retransmitted, bool probe);
    void Refuse(const FabricPacket& packet, uint64_t psn, bool retransmitted, UetNackCode code);
    void RefuseOutOfOrder(const FabricPacket& packet);
    FabricPacketPtr MakeAnswer(const FabricPacket& packet, UetType type) const;
    void HoldBack(const FabricPacket& packet, const UetRequest& request);
    void OnAckTime();

    /** @return path of the answer to the packet that has come */
    const UetPath& GetPath() const
    {
        return m_settings.paths[GetPort()];
    }

    /** A packet whose answer is held back. */
    struct Unanswered
    {
        uint32_t port; //!< of the host
        uint32_t entropy;
        uint32_t psn;
        bool retransmitted;
        int64_t sentPs;
        int64_t readyPs;
    };

    Client& m_client;
    Settings m_settings;
    ReceivedPackets m_packets;
    ReceivedMessages m_messages;
    uint64_t m_refused{UINT64_MAX}; //!< ordered delivery: last PSN that a NACK asked for
    uint64_t m_receivedBytes{0};    //!< payload received
    uint64_t m_unansweredBytes{0};  //!< payload received since the last acknowledgement
    uint64_t m_demand{0};           //!< demand of the sender, as reported
    Unanswered m_unanswered{};      //!< last packet received; valid while the timer runs
    TickClock m_clock;
    Ptr<FabricEvent> m_ackTimer; //!< an acknowledgement is due; null: AckTime is not set
};

} // namespace ns3

#endif // AI_FABRIC_UET_RECEIVER_H
