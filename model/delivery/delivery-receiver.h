// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DELIVERY_RECEIVER_H
#define AI_FABRIC_DELIVERY_RECEIVER_H

#include "port-source.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The receiving half of a connection at the ports of its host. Its packets take no turns.
 */
class DeliveryReceiver : public PacketSource, private PortSource::Owner
{
  public:
    /**
     * Registers it with the NICs of its ports.
     *
     * @param nics NICs by port, at least one
     * @param lane lane of its packets
     * @return its number at each NIC
     */
    std::vector<uint32_t> AddTo(const std::vector<RdmaNic*>& nics, uint8_t lane);

    bool CanSend() const override;
    FabricPacketPtr MakeNextPacket(int64_t nowPs) override;

  protected:
    /** @return port of the packet that has come last */
    uint32_t GetPort() const
    {
        return m_port;
    }

    /** @param port port to which the next answer belongs */
    void SetPort(uint32_t port)
    {
        m_port = port;
    }

  private:
    bool CanSendOn(uint32_t port) const override;
    FabricPacketPtr MakeNextPacketOn(uint32_t port, int64_t nowPs) override;
    void ReceiveOn(uint32_t port, FabricPacket& packet) override;
    void ReceiveTrimmedOn(uint32_t port, FabricPacket& packet) override;

    std::vector<std::unique_ptr<PortSource>> m_ports; //!< by port; empty if there is one port
    uint32_t m_port{0};                               //!< port of the packet that has come
};

} // namespace ns3

#endif // AI_FABRIC_DELIVERY_RECEIVER_H
