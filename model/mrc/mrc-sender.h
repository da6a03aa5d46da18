// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_SENDER_H
#define AI_FABRIC_MRC_SENDER_H

#include "mrc-entropy-policy.h"
#include "mrc-path.h"
#include "mrc-port.h"

#include "ns3/selective-sender.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * The sending half of an MRC connection: SelectiveSender with the packets of MRC.
 *
 * - A packet that is lost without a NACK makes its entropy value ASSUMED_BAD (MrcEntropyPolicy).
 * Bad values are probed every evProbePs while there is work.
 * - A NACK with TRIMMED makes the value skip a turn. The window does not learn of it, as another
 *   path may be free, unless trimIsCongestion. One with TRIMMED_LASTHOP or NO_PKT_BUFFER tells the
 *   window and not the path.
 * - All messages fail without any answer for the sum of the timeouts of RetryCount + 1 tries.
 * - If the host has several ports, each port asks for packets when it has room, and gets one with a
 *   value of its plane. A port gets none while all values of its plane are bad and those of another
 *   plane are not.
 * - A probe names no packet: its answer reports the 64 packets from the first missing one on.
 */
class MrcSender final : public SelectiveSender, private MrcPort::Owner
{
  public:
    /** Constant settings. */
    struct Settings
    {
        std::vector<MrcPath> paths{}; //!< path to the receiver, by port of the host
        uint32_t mtuBytes{0};         //!< payload of a full packet
        bool immediate{true};         //!< messages carry an immediate
        uint32_t reorderPackets{0};   //!< see SelectiveSender
        int64_t baseRttPs{0};         //!< idle round trip of a full packet
        int64_t probePs{0};           //!< time without answers until a probe is sent, in ps
        int64_t evProbePs{0};         //!< time between probes of bad entropy values, in ps
        bool trimIsCongestion{false}; //!< packets trimmed before the last hop shrink the window
        bool lossIsCongestion{false}; //!< packets lost without a NACK shrink the window
        RdmaPolicies policies{};      //!< policies from ConnectionFactory::MakeSendPolicies()
    };

    /** @param client gets the notices; must outlive this object */
    explicit MrcSender(Client& client);
    ~MrcSender() override;

    /**
     * Registers it with the NICs of its ports.
     *
     * @param nics NICs by port, at least one
     * @param lane lane of its packets
     * @return its number at each NIC
     */
    std::vector<uint32_t> AddTo(const std::vector<RdmaNic*>& nics, uint8_t lane);

    /** Must be called after AddTo(). @param settings all settings */
    void Start(const Settings& settings);

  private:
    FabricPacketPtr DoMakeData(const NumberedPackets::Sending& sending, int64_t nowPs) override;
    void DoCompleteData(FabricPacket& packet, bool asks) override;
    void DoSendProbe(uint16_t number, uint64_t psn, int64_t nowPs) override;
    bool DoReceive(FabricPacket& packet) override;
    void DoAfterEvent(int64_t nowPs) override;
    void DoNotifySilence(uint64_t psn, int64_t nowPs) override;
    void DoActivate(int64_t nowPs) override;
    bool CanSendOn(uint32_t port) const override;
    FabricPacketPtr MakeNextPacketOn(uint32_t port, int64_t nowPs) override;
    void ReceiveOn(uint32_t port, FabricPacket& packet) override;
    void ReceiveTrimmedOn(uint32_t port, FabricPacket& packet) override;

    void ReceiveSack(const FabricPacket& packet, const MrcAnswer& answer);
    void ReceiveNack(const FabricPacket& packet, const MrcAnswer& answer);
    void SendRequest(MrcOpcode opcode, uint16_t number, uint16_t port, int64_t nowPs);
    void ScheduleEvProbes(int64_t nowPs);
    void OnEvProbeTime();

    std::vector<MrcPath> m_paths;                  //!< by port
    std::vector<std::unique_ptr<MrcPort>> m_ports; //!< by port; empty if there is one port
    uint32_t m_port{0};                            //!< port of the packet that is being made
    uint32_t m_firstPort{0};                       //!< port that is activated first next time
    TickClock m_clock;
    Ptr<FabricEvent> m_evTimer;     //!< probes of bad values are due
    Ptr<MrcEntropyPolicy> m_table;  //!< entropy values; null: another policy chooses
    int64_t m_evProbePs{0};         //!< time between probes of bad values, in ps
    bool m_immediate{true};         //!< messages carry an immediate
    bool m_trimIsCongestion{false}; //!< see Settings
};

} // namespace ns3

#endif // AI_FABRIC_MRC_SENDER_H
