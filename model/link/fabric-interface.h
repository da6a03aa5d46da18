// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_INTERFACE_H
#define AI_FABRIC_FABRIC_INTERFACE_H

#include "ns3/foreign-frame.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * The port as ns-3's protocols see it: index, MAC address, MTU, node and receive callbacks, as
 * NetDevice requires. This class does not use queues and link; these belong to FabricNetDevice.
 *
 * The interface is one end of a point-to-point link without ARP, broadcast, multicast or bridging.
 */
class FabricInterface : public NetDevice
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricInterface();

    /**
     * Calls the receive callbacks that are set.
     *
     * @param frame frame for the protocols above
     */
    void HandUp(const ForeignFrame& frame);

    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address address) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback callback) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    Ptr<Node> m_node;
    Mac48Address m_address;
    uint16_t m_mtu{4096};  //!< payload of a full packet, in bytes
    uint32_t m_ifIndex{0}; //!< index among the devices of the node
    NetDevice::ReceiveCallback m_receiveCallback;
    NetDevice::PromiscReceiveCallback m_promiscReceiveCallback;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_INTERFACE_H
