// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_TRANSPORT_H
#define AI_FABRIC_MRC_TRANSPORT_H

#include "mrc-path.h"

#include "ns3/delivery-transport.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * Multipath Reliable Connection, MRC (OCP MRC 1.0; arXiv 2605.04333, 2606.18170): each channel is a
 * connection with the halves MrcSender and MrcReceiver. Needs the MrcFraming; its entropy policy is
 * MrcEntropyPolicy, others work too.
 *
 * Messages are WRITEs or WRITEs with immediate; MRC has no other operations. A connection exists
 * from the start. The PSN range is Mpr * 128 packets at both ends and does not change.
 */
class MrcTransport final : public DeliveryTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

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

    /**
     * @param peer end of the transport at another host
     * @param level service level of the data
     * @param source UDP source port of packets without another one
     * @return path to the peer, by port, without the number of the other half
     */
    std::vector<MrcPath> MakePaths(const MrcTransport& peer, uint8_t level, uint16_t source) const;

    /** @return the framing of the fabric */
    const MrcFraming& GetMrcFraming() const;

    bool m_immediate;          //!< messages carry an immediate
    uint32_t m_ackBytes;       //!< payload after which an acknowledgement is sent
    uint32_t m_mpr;            //!< PSN range in units of 128 packets
    uint32_t m_bitmapPackets;  //!< packets that a receiver keeps track of; 0: the PSN range
    uint32_t m_reorderPackets; //!< reordering threshold; 0: derived from the window
    Time m_probeTime;          //!< 0: three idle round trips
    Time m_evProbeTime;        //!< 0: four idle round trips
    Time m_evProbeGap;         //!< 0: an idle round trip
    Time m_portStatusTime;     //!< time from a change of a port until other hosts are told
    bool m_trimIsCongestion;   //!< packets trimmed before the last hop shrink the window
    bool m_lossIsCongestion;   //!< packets lost without a NACK shrink the window
};

} // namespace ns3

#endif // AI_FABRIC_MRC_TRANSPORT_H
