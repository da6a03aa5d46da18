// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FOREIGN_PORT_H
#define AI_FABRIC_FOREIGN_PORT_H

#include "ns3/foreign-frame.h"
#include "ns3/foreign-stack.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/object.h"
#include "ns3/read-once.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * Connects a host's port with ns-3's own protocols: takes packets from NetDevice::Send(), sends
 * them as packets of kind FOREIGN in the lane that the attribute Priority names, and hands up those
 * that arrive. Aggregated to its FabricNetDevice.
 *
 * To ns-3 all hosts are on one link without ARP. A packet goes to the host of its MAC address
 * (HostMac()); one with the broadcast address, which IPv4 uses where there is no ARP, to the host
 * that ns-3's routing names as the gateway, or else to that of its IPv4 address (HostIpv4()); so a
 * host may be the gateway of networks behind it. Switches forward by host index, as they do for
 * queue pairs.
 *
 * Path selectors see a hash of addresses, protocol and ports (RFC 2992: flows keep their path;
 * fragments have no ports). ECT of the IPv4 header allows switches to mark the packet, and a mark
 * becomes CE in the header before the packet is handed up (RFC 3168, section 5).
 *
 * At most QueueBytes wait here. A queue disc above is stopped while a full packet would not fit, by
 * way of the NetDeviceQueueInterface that ns-3 has for this; what is sent without one and does not
 * fit is dropped.
 *
 * Invariants: accepted = sent + queued; queued bytes <= QueueBytes.
 */
class ForeignPort : public Object, public ForeignStack, public ReadOnceAttributes
{
  public:
    /** What came and went. Drops are packets from the layers above; the fabric counts its own. */
    struct Counters
    {
        uint64_t acceptedPackets{0};  //!< from above
        uint64_t acceptedBytes{0};    //!< of these, from their network headers on
        uint64_t deliveredPackets{0}; //!< to above
        uint64_t deliveredBytes{0};   //!< of these, from their network headers on
        uint64_t congestionMarks{0};  //!< of these, with CE set by a switch
        uint64_t overflowDrops{0};    //!< the queue was full
        uint64_t addressDrops{0};     //!< to no host of this network, or longer than the MTU
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Installs it: aggregates it, and a NetDeviceQueueInterface, to the port of a host.
     *
     * @param device the port
     * @param host index of the host
     * @param hostCount hosts of the network
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

    /** @return what came and went so far */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

  protected:
    void DoDispose() override;

  private:
    uint32_t FindNextHop(Ptr<const Packet> packet, uint32_t destHost) const;
    /** The device has sent a packet, of whatever kind: makes room. */
    void NotifySent(const FabricPacket& packet, int64_t startPs);

    bool HasRoom(uint64_t frameBytes) const
    {
        return m_queuedBytes + frameBytes <= m_queueBytes;
    }

    uint8_t m_lane;               //!< of what it sends
    uint64_t m_queueBytes;        //!< limit of m_queuedBytes, by which it accepts packets
    uint64_t m_queuedBytes{0};    //!< frames that wait in the device
    uint32_t m_fullFrameBytes{0}; //!< frame of a packet of the MTU
    uint32_t m_host{0};           //!< index of this host
    uint32_t m_hostCount{0};
    bool m_stopped{false};    //!< whether the queue disc above is stopped
    ForeignFraming m_framing; //!< lengths of what surrounds a packet
    FabricNetDevice* m_device{nullptr};
    NetDeviceQueue* m_deviceQueue{nullptr}; //!< what the queue disc above watches
    Counters m_counters;
    TracedCallback<Ptr<const Packet>> m_txTrace;
    TracedCallback<Ptr<const Packet>> m_txDropTrace;
    TracedCallback<Ptr<const Packet>> m_rxTrace;
};

} // namespace ns3

#endif // AI_FABRIC_FOREIGN_PORT_H
