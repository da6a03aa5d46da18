// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SENDER_PORTS_H
#define AI_FABRIC_SENDER_PORTS_H

#include "host-ports.h"
#include "port-source.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The ports of one sending half: each port asks for a packet when it has room, idle ports in turn.
 * A port gets none while it is closed: it has no link, or its sender does not use its plane. If all
 * ports are closed, those with a link are used; if none has one, all.
 */
class SenderPorts final : private PortSource::Owner, private HostPorts::Client
{
  public:
    /** Questions to the sender. */
    class Client
    {
      public:
        /** @param port index of a port @return false: another one is preferred */
        virtual bool DoIsUsable(uint32_t port) const = 0;
        /** Called when ports of this host have gone down or up. @param nowPs present time in ps */
        virtual void DoNotifyPorts(int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /** @param source the sender @param client the same sender; both outlive this object */
    SenderPorts(PacketSource& source, Client& client)
        : m_source(source),
          m_client(client)
    {
    }

    /**
     * Registers the sender with the NICs of its ports.
     *
     * @param ports ports of the host
     * @param lane lane of its packets
     * @return number of the sender at each NIC
     */
    std::vector<uint32_t> AddTo(HostPorts& ports, uint8_t lane);

    /** @return ports of the host */
    const HostPorts& GetHostPorts() const
    {
        return *m_hostPorts;
    }

    /** @return port of the packet that is being made, or that has come */
    uint32_t GetPort() const
    {
        return m_port;
    }

    /** @return next port in turn that is not closed, for a packet that takes no turn */
    uint32_t TakePort();

    /** Asks for turns at all ports. @param nowPs present time in ps */
    void Activate(int64_t nowPs);

  private:
    bool CanSendOn(uint32_t port) const override;
    FabricPacketPtr MakeNextPacketOn(uint32_t port, int64_t nowPs) override;
    void ReceiveOn(uint32_t port, FabricPacket& packet) override;
    void ReceiveTrimmedOn(uint32_t port, FabricPacket& packet) override;
    void OnPorts(int64_t nowPs) override;

    bool IsClosed(uint32_t port) const;

    PacketSource& m_source;
    Client& m_client;
    HostPorts* m_hostPorts{nullptr};
    std::vector<std::unique_ptr<PortSource>> m_sources; //!< by port
    uint32_t m_port{0};                                 //!< see GetPort()
    uint32_t m_firstPort{0};                            //!< port that is activated first next time
};

} // namespace ns3

#endif // AI_FABRIC_SENDER_PORTS_H
