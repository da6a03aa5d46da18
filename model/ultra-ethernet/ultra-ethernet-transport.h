// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ULTRA_ETHERNET_TRANSPORT_H
#define AI_FABRIC_ULTRA_ETHERNET_TRANSPORT_H

#include "uet-counters.h"
#include "uet-framing.h"
#include "uet-path.h"

#include "ns3/delivery-transport.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Ultra Ethernet Transport (UE specification 1.0): each channel is a packet delivery context with
 * the halves UetSender and UetReceiver. Needs the UetFraming.
 *
 * Each context has its own congestion control, entropy policy and retransmission timer, of the
 * kinds that the fabric uses. A context exists from the start. In UET, too, its first packets set
 * it up while they already carry data, so neither set-up nor tear-down costs time.
 *
 * Idempotent delivery (RUDI) has no contexts: a target carries out and answers every packet, and
 * only the initiator keeps track of the packets sent. For RUDI a channel holds the initiator's
 * records and, at the target, the simulation's own record of complete messages.
 *
 * Unreliable delivery (UUD) is not a mode of a channel. Jobs wait for the end and the arrival of
 * each message, and neither end learns of a lost datagram. UudBackground sends
 * datagrams.
 */
class UltraEthernetTransport final : public DeliveryTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return counters of the packets received here */
    const UetCounters& GetCounters() const
    {
        return m_counters;
    }

  private:
    void DoAttach() override;
    void DoCheckPorts(uint32_t ports) const override;
    Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                               uint8_t level,
                               const ChannelOptions& options) override;
    std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const override;
    uint32_t DoGetAnswerBytes() const override;
    uint32_t DoGetPsnRange() const override;
    void DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const override;
    void DoCheckEntropy(const EntropyPolicy& entropy) const override;
    std::string DoGetNeedOfOrder() const override;
    void CheckMode(const CongestionNeeds& needs) const;
    /** @return the framing of the fabric */
    const UetFraming& GetUetFraming() const;
    /**
     * @param peer end of the transport at the other host
     * @param level service level of the data
     * @param source UDP source port of packets without another one
     * @return path to the peer, by port, without the number of the other half
     */
    std::vector<UetPath> MakePaths(const UltraEthernetTransport& peer,
                                   uint8_t level,
                                   uint16_t source) const;

    UetMode GetMode() const
    {
        return m_mode == "rod" ? UetMode::ROD : m_mode == "rudi" ? UetMode::RUDI : UetMode::RUD;
    }

    uint64_t GetRepeatedPackets() const
    {
        return m_counters.repeatedPackets;
    }

    std::string m_mode;  //!< rud, rod or rudi
    uint32_t m_ackBytes; //!< payload after which an acknowledgement is sent
    Time m_ackTime;      //!< time until an acknowledgement is sent with less payload; 0: no limit
    uint32_t m_psnRange; //!< largest distance from the lowest PSN not received to the highest sent
    uint32_t m_bitmapPackets;  //!< packets that a receiver keeps track of; 0: m_psnRange
    uint32_t m_reorderPackets; //!< reordering threshold, see UetSender; 0: derived from the window
    Time m_probeTime;          //!< 0: derived from the round trip
    UetCounters m_counters;
    bool m_demands{false}; //!< the NIC's congestion control uses demands
};

} // namespace ns3

#endif // AI_FABRIC_ULTRA_ETHERNET_TRANSPORT_H
