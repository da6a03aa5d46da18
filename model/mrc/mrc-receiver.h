// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_RECEIVER_H
#define AI_FABRIC_MRC_RECEIVER_H

#include "mrc-path.h"
#include "mrc-port-status.h"

#include "ns3/delivery-receiver.h"
#include "ns3/host-ports.h"
#include "ns3/received-messages.h"
#include "ns3/received-packets.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * The receiving half of an MRC connection: accepts packets in any order, and acknowledges them.
 *
 * A SACK is sent for a packet that is marked, asks for it, is a duplicate, completes its message or
 * is the first of all, else after AckBytes of payload; assumed, as no source tells how often. It
 * reports the first missing packet, 64 packets from the first one on that was not reported yet, the
 * payload received, and the entropy value and the mark of the answered packet. The answer to a
 * probe reports the packets from the first missing one on.
 *
 * A NACK is sent for a trimmed packet and for a packet that is BitmapPackets or more beyond the
 * first missing one, which is dropped. Answers return by the port and on the entropy value of the
 * answered packet, in AckPriority; assumed, MRC has reverse values per plane. If this port is down
 * at either end (MrcPortStatus), the next one in turn is used.
 *
 * Invariants: each packet is accepted once, and each message is reported once, when the last of its
 * packets has come; bytes received = sum of the payload of accepted packets.
 */
class MrcReceiver final : public DeliveryReceiver,
                          private MrcPortStatus::Owner,
                          private HostPorts::Client
{
  public:
    /** Constant settings. */
    struct Settings
    {
        std::vector<MrcPath> paths{}; //!< path to the sender, by port of the host
        uint32_t ackBytes{0};         //!< payload until an acknowledgement is sent
        uint32_t bitmapPackets{0};    //!< number of packets tracked; 0: all that may be sent
        HostPorts* ports{nullptr};    //!< ports of the host; null: there is one
        int64_t portStatusPs{0};      //!< time until the sender is told of a port, in ps
        int64_t repeatPs{0};          //!< time between tellings, in ps
    };

    using Client = ReceivedMessages::Client; //!< gets notices about messages

    static constexpr uint32_t MPR_PACKETS = 128; //!< unit of the PSN range in a SACK

    /** @param client gets the notices; must outlive this object */
    explicit MrcReceiver(Client& client);

    /** Must be called after AddTo(). @param settings all settings */
    void Start(const Settings& settings);

    void Receive(FabricPacket& packet) override;
    void ReceiveTrimmed(FabricPacket& packet) override;

  private:
    void SendPortStatus(const MrcControl& status, int64_t nowPs) override;
    void OnPorts(int64_t nowPs) override;

    /** @return path of the answer to the packet that has come */
    const MrcPath& GetPath() const;

    void Accept(const FabricPacket& packet, const MrcWrite& write, uint64_t psn);
    void Acknowledge(const FabricPacket& packet, uint32_t psn, bool retransmitted, bool probe);
    void Refuse(const FabricPacket& packet, const MrcWrite& write, MrcNackCode code);
    void AnswerEvProbe(const FabricPacket& packet);
    FabricPacketPtr MakeAnswer(const FabricPacket& packet, MrcOpcode opcode) const;

    Client& m_client;
    Settings m_settings;
    std::unique_ptr<MrcPortStatus> m_status; //!< null: there is one port
    ReceivedPackets m_packets;
    ReceivedMessages m_messages;
    uint64_t m_receivedBytes{0};   //!< payload received
    uint64_t m_unansweredBytes{0}; //!< payload received since the last acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_MRC_RECEIVER_H
