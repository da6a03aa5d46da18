// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_SENDER_H
#define AI_FABRIC_MRC_SENDER_H

#include "mrc-entropy-policy.h"
#include "mrc-path.h"
#include "mrc-port-status.h"

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
 *   Bad values are probed in rounds while there is work: a value of each plane every evProbeGapPs,
 *   and each value at most every evProbePs. Without any answer since the last round both times
 *   double, up to AckTimeout.
 * - A NACK with TRIMMED makes the value skip a turn. The window does not learn of it, as another
 *   path may be free, unless trimIsCongestion. One with TRIMMED_LASTHOP or NO_PKT_BUFFER tells the
 *   window and not the path.
 * - All messages fail without any answer for the sum of the timeouts of RetryCount + 1 tries.
 * - If the host has several ports, a packet has a value of the plane of its port. A port is not
 *   usable while all values of its plane are bad and those of another plane are not, or while the
 *   receiver's port there is down (MrcPortStatus).
 * - A probe names no packet: its answer reports the 64 packets from the first missing one on.
 */
class MrcSender final : public SelectiveSender, private MrcPortStatus::Owner
{
  public:
    /** Constant settings. */
    struct Settings
    {
        std::vector<MrcPath> paths{}; //!< path to the receiver, by port of the host
        uint32_t mtuBytes{0};         //!< payload of a full packet
        bool immediate{true};         //!< messages carry an immediate
        uint32_t reorderPackets{0};   //!< see SelectiveSender
        uint64_t ratebps{0};          //!< rate of all ports, in bit/s
        uint64_t maxRatebps{0};       //!< largest rate on the wire, in bit/s; 0: no limit
        int64_t baseRttPs{0};         //!< idle round trip of a full packet
        int64_t probePs{0};           //!< time without answers until a probe is sent, in ps
        int64_t evProbePs{0};         //!< time between probes of a bad entropy value, in ps
        int64_t evProbeGapPs{0};      //!< time between probes of bad values on a port, in ps
        int64_t portStatusPs{0};      //!< time until the receiver is told of a port, in ps
        bool trimIsCongestion{false}; //!< packets trimmed before the last hop shrink the window
        bool lossIsCongestion{false}; //!< packets lost without a NACK shrink the window
        RdmaPolicies policies{};      //!< policies from ConnectionFactory::MakeSendPolicies()
    };

    /** @param client gets the notices; must outlive this object */
    explicit MrcSender(Client& client);

    /** Must be called after AddTo(). @param settings all settings */
    void Start(const Settings& settings);

  private:
    FabricPacketPtr DoMakeData(const NumberedPackets::Sending& sending, int64_t nowPs) override;
    void DoCompleteData(FabricPacket& packet, bool asks) override;
    void DoSendProbe(uint16_t number, uint64_t psn, int64_t nowPs) override;
    bool DoReceive(FabricPacket& packet) override;
    void DoNotifySilence(uint64_t psn, int64_t nowPs) override;
    bool DoHasBadPaths() const override;
    int64_t DoProbePaths(int64_t nowPs) override;
    bool DoIsUsable(uint32_t port) const override;
    void DoNotifyPorts(int64_t nowPs) override;
    void SendPortStatus(const MrcControl& status, int64_t nowPs) override;

    void ReceiveSack(const FabricPacket& packet, const MrcAnswer& answer);
    void ReceiveNack(const FabricPacket& packet, const MrcAnswer& answer);
    void ReceiveControl(const FabricPacket& packet);
    /**
     * Probes the next bad value of this round, if there is one.
     *
     * @param port port of the host
     * @param nowPs present time in ps
     */
    void ProbeValue(uint32_t port, int64_t nowPs);
    /** @param waitPs time between probes in ps @return the same, longer after rounds in vain */
    int64_t Slow(int64_t waitPs) const;
    /** @param port port of the host @return true if it, or the receiver's there, is down */
    bool IsDown(uint32_t port) const;
    /**
     * @param control control packet
     * @param port port of the host
     * @param value entropy value
     * @param nowPs present time in ps
     */
    void SendRequest(const MrcControl& control, uint32_t port, uint16_t value, int64_t nowPs);

    std::vector<MrcPath> m_paths;            //!< by port
    std::unique_ptr<MrcPortStatus> m_status; //!< null: there is one port
    Ptr<MrcEntropyPolicy> m_table;           //!< entropy values; null: another policy chooses
    std::vector<std::vector<uint16_t>>
        m_unprobed;                 //!< by port: bad values of this round, last first
    int64_t m_evProbePs{0};         //!< see Settings
    int64_t m_evProbeGapPs{0};      //!< see Settings
    int64_t m_roundPs{0};           //!< start of this round of probes, in ps
    uint32_t m_vainRounds{0};       //!< rounds of probes in a row without any answer
    bool m_immediate{true};         //!< messages carry an immediate
    bool m_trimIsCongestion{false}; //!< see Settings
};

} // namespace ns3

#endif // AI_FABRIC_MRC_SENDER_H
