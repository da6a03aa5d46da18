// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_SOURCE_H
#define AI_FABRIC_PORT_SOURCE_H

#include "ns3/packet-source.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * One half of a connection at one of the ports of its host, if the host has several: the source
 * that the NIC of this port knows.
 */
class PortSource final : public PacketSource
{
  public:
    /** The half, which all its ports share. */
    class Owner
    {
      public:
        /** @param port index of the port @return true if a packet may be sent there */
        virtual bool CanSendOn(uint32_t port) const = 0;

        /**
         * @param port index of the port, which has room for a packet
         * @param nowPs present time in ps
         * @return next packet; null if none may be sent there
         */
        virtual FabricPacketPtr MakeNextPacketOn(uint32_t port, int64_t nowPs) = 0;

        /** @param port index of the port @param packet packet that has come there */
        virtual void ReceiveOn(uint32_t port, FabricPacket& packet) = 0;

        /** @param port index of the port @param packet packet that has come there, trimmed */
        virtual void ReceiveTrimmedOn(uint32_t port, FabricPacket& packet) = 0;

      protected:
        ~Owner() = default;
    };

    /** @param owner the half; must outlive this object @param port index of the port */
    PortSource(Owner& owner, uint32_t port)
        : m_owner(owner),
          m_port(port)
    {
    }

    /**
     * Registers a half with the NICs of its ports.
     *
     * @param owner the half
     * @param nics NICs by port
     * @param lane lane of its packets
     * @param ports receives the sources by port
     * @return number of the half at each NIC
     */
    static std::vector<uint32_t> Add(Owner& owner,
                                     const std::vector<RdmaNic*>& nics,
                                     uint8_t lane,
                                     std::vector<std::unique_ptr<PortSource>>& ports)
    {
        std::vector<uint32_t> numbers;
        for (RdmaNic* const nic : nics)
        {
            ports.push_back(
                std::make_unique<PortSource>(owner, static_cast<uint32_t>(ports.size())));
            nic->AddSource(*ports.back(), lane);
            numbers.push_back(ports.back()->GetNumber());
        }
        return numbers;
    }

    bool CanSend() const override
    {
        return m_owner.CanSendOn(m_port);
    }

    FabricPacketPtr MakeNextPacket(int64_t nowPs) override
    {
        return m_owner.MakeNextPacketOn(m_port, nowPs);
    }

    void Receive(FabricPacket& packet) override
    {
        m_owner.ReceiveOn(m_port, packet);
    }

    void ReceiveTrimmed(FabricPacket& packet) override
    {
        m_owner.ReceiveTrimmedOn(m_port, packet);
    }

  private:
    Owner& m_owner;
    uint32_t m_port;
};

} // namespace ns3

#endif // AI_FABRIC_PORT_SOURCE_H
