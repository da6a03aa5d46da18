// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ULTRA_ETHERNET_TRANSPORT_H
#define AI_FABRIC_ULTRA_ETHERNET_TRANSPORT_H

#include "uet-counters.h"
#include "uet-framing.h"

#include "ns3/message-transport.h"
#include "ns3/nstime.h"
#include "ns3/unfinished-places.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class UetSender;

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Ultra Ethernet Transport (UE specification 1.0): each channel is a packet delivery context, whose
 * halves are UetSender and UetReceiver. Needs the UetFraming.
 *
 * Congestion control, entropy policy and retransmission timer are those of the fabric, one of each
 * for each context. A context is there from the start: in UET, too, its first packets set it up
 * while they carry data already, so neither setting it up nor taking it down costs time.
 *
 * Idempotent delivery (RUDI) has no contexts: a target carries out and answers whatever comes, and
 * only the initiator knows what it has sent. What a channel holds for it is the initiator's account
 * and, at the target, the simulation's own of which messages are complete.
 *
 * Unreliable delivery (UUD) is no mode of a channel, whose messages end once and arrive once, as
 * jobs wait for both: of a lost datagram neither end ever learns. UudBackground sends datagrams.
 */
class UltraEthernetTransport final : public MessageTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param sender of a channel that was opened here */
    void AddSender(const UetSender& sender);

    /** @return the framing of the fabric */
    const UetFraming& GetUetFraming() const;

    /** @return whether packets say what their sender wants to send */
    bool HasDemands() const
    {
        return m_demands;
    }

    /** @return how packets are delivered */
    UetMode GetMode() const
    {
        return m_mode == "rod" ? UetMode::ROD : m_mode == "rudi" ? UetMode::RUDI : UetMode::RUD;
    }

    /** @return of what comes here */
    UetCounters& GetCounters()
    {
        return m_counters;
    }

    /** @return payload after which an acknowledgement goes, in bytes */
    uint32_t GetAckBytes() const
    {
        return m_ackBytes;
    }

    /** @return until an acknowledgement goes without so much, in ps; 0: never */
    int64_t GetAckPs() const
    {
        return m_ackTime.GetPicoSeconds();
    }

    /** @return packets between the first one that has not come and the last one sent, at most */
    uint32_t GetPsnRange() const
    {
        return m_psnRange;
    }

    /** @return packets that a receiver keeps account of; 0: PsnRange */
    uint32_t GetBitmapPackets() const
    {
        return m_bitmapPackets;
    }

    /** @return see UetSender; 0: by the window */
    uint32_t GetReorderPackets() const
    {
        return m_reorderPackets;
    }

    /** @param host index of the receiver @return silence until a probe is sent, in ps */
    int64_t GetProbePs(uint32_t host) const;

  protected:
    void DoDispose() override;

  private:
    void DoAttach() override;
    void DoCheckServiceLevel(uint8_t level) const override;
    Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                               uint8_t level,
                               const ChannelOptions& options) override;
    std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const override;
    uint32_t DoGetAnswerBytes() const override;
    uint64_t DoGetAcknowledgedBytes() const override;
    bool DoHasCongestionControl() const override;
    void DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const override;
    void DoCheckEntropy(const EntropyPolicy& entropy) const override;
    std::string DoGetNeedOfOrder() const override;
    void CheckMode(const CongestionNeeds& needs) const;

    uint64_t GetRepeatedPackets() const
    {
        return m_counters.repeatedPackets;
    }

    std::string m_mode; //!< rud, rod or rudi
    uint32_t m_ackBytes;
    Time m_ackTime; //!< 0: none
    uint32_t m_psnRange;
    uint32_t m_bitmapPackets;
    uint32_t m_reorderPackets;
    Time m_probeTime; //!< 0: by the round trip
    UetCounters m_counters;
    bool m_demands{false};                              //!< of the NIC's congestion control
    std::vector<const UetSender*> m_senders;            //!< of channels that were opened here
    mutable UnfinishedPlaces m_unfinished;              //!< of senders whose bytes are counted anew
    mutable uint64_t m_finishedBytes{0};                //!< of the others
    std::vector<Ptr<RdmaCongestionControl>> m_controls; //!< theirs
};

} // namespace ns3

#endif // AI_FABRIC_ULTRA_ETHERNET_TRANSPORT_H
