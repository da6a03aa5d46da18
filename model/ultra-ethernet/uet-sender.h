// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_SENDER_H
#define AI_FABRIC_UET_SENDER_H

#include "uet-path.h"

#include "ns3/selective-sender.h"
#include "ns3/wrapped-number.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * The initiator's half of a packet delivery context (UE 1.0, 3.5).
 *
 * With ordered delivery all packets that have not arrived are lost together, and retransmitted in
 * order. With idempotent delivery each packet is answered on its own and there are no probes: a
 * packet that arrived but whose answer was lost counts as lost and is retransmitted.
 *
 * A probe is also sent if there is no credit and the receiver does not know the demand.
 *
 * If the host has several ports, each plane has an entropy policy of its own. UE 1.0 knows no
 * planes. Assumed: a port is not used any more after MOST_SILENT packets were lost there without a
 * NACK since the last answer came there; then it is probed, until an answer comes.
 */
class UetSender final : public SelectiveSender
{
  public:
    /** Constant settings. */
    struct Settings
    {
        std::vector<UetPath> paths{}; //!< path to the receiver, by port of the host
        uint32_t mtuBytes{0};         //!< payload of a full packet
        bool demands{false};          //!< packets carry the sender's demand
        uint32_t reorderPackets{0};   //!< see SelectiveSender
        uint64_t ratebps{0};          //!< rate of all ports, in bit/s
        uint64_t maxRatebps{0};       //!< largest rate on the wire, in bit/s; 0: no limit
        int64_t baseRttPs{0};         //!< idle round trip of a full packet
        int64_t probePs{0};           //!< time without answers until a probe is sent, in ps
        int64_t pathProbePs{0};       //!< time between probes of ports that are not used, in ps
        RdmaPolicies policies{};      //!< policies from ConnectionFactory::MakeSendPolicies()
        /** With several ports: entropy policy of each port. */
        std::vector<Ptr<EntropyPolicy>> entropies{};
    };

    static constexpr uint32_t MOST_SILENT = 4; //!< lost packets that end the use of a port

    /** @param client gets the notices; must outlive this object */
    explicit UetSender(Client& client);

    /** Must be called after the NIC has assigned a number. @param settings all settings */
    void Start(const Settings& settings);

  private:
    FabricPacketPtr DoMakeData(const NumberedPackets::Sending& sending, int64_t nowPs) override;
    void DoCompleteData(FabricPacket& packet, bool asks) override;
    void DoSendProbe(uint16_t number, uint64_t psn, int64_t nowPs) override;
    bool DoReceive(FabricPacket& packet) override;
    void DoAfterEvent(int64_t nowPs) override;
    uint64_t DoGetCredit() const override;
    void DoNotifySilence(uint64_t psn, int64_t nowPs) override;
    bool DoHasBadPaths() const override;
    int64_t DoProbePaths(int64_t nowPs) override;
    bool DoIsUsable(uint32_t port) const override;

    void ReceiveAck(const FabricPacket& packet, const UetAnswer& answer);
    void ReceiveResponse(const FabricPacket& packet, const UetAnswer& answer);
    void ReceiveNack(const FabricPacket& packet, const UetAnswer& answer);
    /** @param answer answer @return its contents with complete numbers */
    Ack MakeAck(const UetAnswer& answer);

    /** @return demand to report to the receiver, if packets carry demands */
    uint64_t GetDemand() const;
    /** @return demand for the packet that is being made; 0 if packets do not carry demands */
    uint32_t TellDemand();

    /** Sends a probe on a plane, from the port of the host there. */
    void SendProbeOn(uint32_t plane, uint16_t number, uint64_t psn, int64_t nowPs);

    std::vector<UetPath> m_paths; //!< by port
    /** By port: packets lost without a NACK since the last answer; empty: there is one port. */
    std::vector<uint32_t> m_silent;
    bool m_demands{false};    //!< packets carry the sender's demand
    uint64_t m_credit{0};     //!< largest credit in an answer
    uint64_t m_toldDemand{0}; //!< demand last reported to the receiver
};

} // namespace ns3

#endif // AI_FABRIC_UET_SENDER_H
