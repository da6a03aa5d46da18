// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DELIVERY_TRANSPORT_H
#define AI_FABRIC_DELIVERY_TRANSPORT_H

#include "host-ports.h"
#include "selective-sender.h"

#include "ns3/message-transport.h"
#include "ns3/pending-indices.h"
#include "ns3/port-spanner.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The parts of a transport that all transports with a SelectiveSender share. Each connection has
 * its own congestion control, entropy policy and retransmission timer, of the kinds that the fabric
 * uses. If the host has several ports, a connection uses all of them.
 */
class DeliveryTransport : public MessageTransport, public PortSpanner
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    void SetPorts(const std::vector<Ptr<MessageTransport>>& ports) override;

  protected:
    void DoDispose() override;

    /** @return ports of the host; null: there is one */
    HostPorts* GetHostPorts() const
    {
        return m_hostPorts.get();
    }

    /** @return NICs of the host by port */
    std::vector<RdmaNic*> GetNics() const;

    /**
     * @param baseRttPs idle round trip of a full packet
     * @return time between probes of a bad path: four idle round trips, in ps
     */
    static int64_t GetPathProbePs(int64_t baseRttPs);

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
    /** @param ports number of ports of the host @throw InputError if they cannot be spanned */
    virtual void DoCheckPorts(uint32_t ports) const = 0;
    void DoCheckServiceLevel(uint8_t level) const override;
    uint64_t DoGetAcknowledgedBytes() const override;
    int64_t DoGetLongestWaitPs(uint64_t timeouts) const override;
    bool DoHasCongestionControl() const override;

    std::unique_ptr<HostPorts> m_hostPorts;        //!< null: one port
    std::vector<const SelectiveSender*> m_senders; //!< of channels that were opened here
    mutable PendingIndices m_unfinished;           //!< senders whose bytes are still counted anew
    mutable uint64_t m_finishedBytes{0};           //!< bytes of the other senders
    std::vector<Ptr<RdmaCongestionControl>> m_controls; //!< congestion controls of m_senders
};

} // namespace ns3

#endif // AI_FABRIC_DELIVERY_TRANSPORT_H
