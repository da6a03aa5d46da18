// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FOREIGN_PORT_H
#define AI_FABRIC_FOREIGN_PORT_H

#include "ns3/foreign-frame.h"
#include "ns3/frozen-attributes.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/ns3-stack-port.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * Connects a host's port with ns-3's own protocols: takes packets from NetDevice::Send(), sends
 * them as packets of kind FOREIGN in the lane of the attribute Priority, and passes arriving
 * packets to the protocols. Aggregated to its FabricNetDevice.
 *
 * For ns-3 all hosts are on one link without ARP. A packet goes to the host of its MAC address
 * (HostMac()). A packet with the broadcast address, which IPv4 uses without ARP, goes to the
 * gateway that ns-3's routing names, or else to the host of its IPv4 address (HostIpv4()); so a
 * host may be the gateway of networks behind it. Switches forward by host index, as they do for
 * queue pairs.
 *
 * Path selectors use a hash of addresses, protocol and ports (RFC 2992: flows keep their path;
 * fragments have no ports). ECT in the IPv4 header allows switches to mark the packet, and a mark
 * becomes CE in the header before the packet is passed up (RFC 3168, section 5).
 *
 * At most QueueBytes wait here. A queue disc above is stopped while a full packet would not fit,
 * through ns-3's NetDeviceQueueInterface. Without a queue disc, packets that do not fit are
 * dropped.
 *
 * Invariants: accepted = sent + queued; queued bytes <= QueueBytes.
 */
class ForeignPort : public Object, public Ns3StackPort, public FrozenAttributes
{
  public:
    /** Counters. Drops are packets from the layers above; the fabric counts its own drops. */
    struct Counters
    {
        uint64_t acceptedPackets{0};  //!< packets from the layers above
        uint64_t acceptedBytes{0};    //!< bytes of these, from their network headers on
        uint64_t deliveredPackets{0}; //!< packets passed to the layers above
        uint64_t deliveredBytes{0};   //!< bytes of these, from their network headers on
        uint64_t congestionMarks{0};  //!< passed packets with CE set by a switch
        uint64_t overflowDrops{0};    //!< packets dropped because the queue was full
        /** Packets to a host outside of this network, or longer than the MTU. */
        uint64_t addressDrops{0};
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Installs the object: aggregates it, and a NetDeviceQueueInterface, to the port of a host.
     *
     * @param device port of the host
     * @param host host index
     * @param hostCount number of hosts of the network
     * @param framing lengths of frames on this link
     */
    void Install(Ptr<FabricNetDevice> device,
                 uint32_t host,
                 uint32_t hostCount,
                 const ForeignFraming& framing);

    bool Send(Ptr<const Packet> packet,
              const Mac48Address& source,
              const Mac48Address& dest,
              uint16_t protocol) override;
    void Deliver(FabricPacketPtr packet) override;

    /** @return bytes of frames that wait in the port */
    uint64_t GetQueuedBytes() const
    {
        return m_queuedBytes;
    }

    /** @return counters so far */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

  protected:
    void DoDispose() override;

  private:
    uint32_t FindNextHop(Ptr<const Packet> packet, uint32_t destHost) const;
    /** Called when the device has sent a packet of any kind: frees its room. */
    void NotifySent(const FabricPacket& packet, int64_t startPs);

    bool HasRoom(uint64_t frameBytes) const
    {
        return m_queuedBytes + frameBytes <= m_queueBytes;
    }

    uint8_t m_lane;               //!< lane of sent packets
    uint64_t m_queueBytes;        //!< limit of m_queuedBytes for accepting packets
    uint64_t m_queuedBytes{0};    //!< frame bytes that wait in the device
    uint32_t m_fullFrameBytes{0}; //!< frame of a packet with full MTU
    uint32_t m_host{0};           //!< host index of this host
    uint32_t m_hostCount{0};
    bool m_stopped{false};    //!< the queue disc above is stopped
    ForeignFraming m_framing; //!< lengths of headers and trailers around a packet
    FabricNetDevice* m_device{nullptr};
    NetDeviceQueue* m_deviceQueue{nullptr}; //!< queue that the queue disc above observes
    Counters m_counters;
    TracedCallback<Ptr<const Packet>> m_txTrace;
    TracedCallback<Ptr<const Packet>> m_txDropTrace;
    TracedCallback<Ptr<const Packet>> m_rxTrace;
};

} // namespace ns3

#endif // AI_FABRIC_FOREIGN_PORT_H
