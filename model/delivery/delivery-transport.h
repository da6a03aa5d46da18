// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DELIVERY_TRANSPORT_H
#define AI_FABRIC_DELIVERY_TRANSPORT_H

#include "selective-sender.h"

#include "ns3/message-transport.h"
#include "ns3/pending-indices.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The parts of a transport that all transports with a SelectiveSender share. Each connection has
 * its own congestion control, entropy policy and retransmission timer, of the kinds that the fabric
 * uses.
 */
class DeliveryTransport : public MessageTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    void DoDispose() override;

    /** @param sender sending half of a channel that was opened here */
    void Keep(const SelectiveSender& sender);

    /**
     * @param needs needs of the congestion control
     * @throw InputError if a SelectiveSender does not have what it needs
     */
    void CheckNeeds(const CongestionNeeds& needs) const;

    /**
     * @param peer end of the transport at the other host
     * @param draw draw of a channel
     * @return HashDraw() of the channel and both hosts
     */
    uint64_t GetDraw(const MessageTransport& peer, uint64_t draw) const;

    /**
     * @param probeTime time without answers until a probe is sent; 0: three idle round trips
     * @param host index of the receiver
     * @return this time in ps
     */
    int64_t GetProbePs(Time probeTime, uint32_t host) const;

    /**
     * @param bytes length of a message
     * @param fullBytes a full packet on the wire
     * @param lastBytes its last packet on the wire
     * @return packets of the message
     */
    std::vector<PacketRun> MakePacketRuns(uint64_t bytes,
                                          uint32_t fullBytes,
                                          uint32_t lastBytes) const;

  private:
    void DoCheckServiceLevel(uint8_t level) const override;
    uint64_t DoGetAcknowledgedBytes() const override;
    bool DoHasCongestionControl() const override;

    std::vector<const SelectiveSender*> m_senders; //!< of channels that were opened here
    mutable PendingIndices m_unfinished;           //!< senders whose bytes are still counted anew
    mutable uint64_t m_finishedBytes{0};           //!< bytes of the other senders
    std::vector<Ptr<RdmaCongestionControl>> m_controls; //!< congestion controls of m_senders
};

} // namespace ns3

#endif // AI_FABRIC_DELIVERY_TRANSPORT_H
