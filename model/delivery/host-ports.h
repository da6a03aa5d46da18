// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_PORTS_H
#define AI_FABRIC_HOST_PORTS_H

#include "ns3/fabric-event.h"
#include "ns3/link-watchers.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The ports of an adapter with several ports, and which of them have no link. The adapter notices a
 * change of its own link at once, as the light is gone.
 */
class HostPorts final : private LinkWatchers::Watcher
{
  public:
    static constexpr uint32_t MOST_PORTS = 32; //!< bits of a mask

    /** Interface for notices. */
    class Client
    {
      public:
        /** Called at this host when other ports are down. @param nowPs present time in ps */
        virtual void OnPorts(int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /** @param nics NICs by port, which call it from now on; they and it end together */
    explicit HostPorts(std::vector<RdmaNic*> nics);
    ~HostPorts();
    HostPorts(const HostPorts&) = delete;
    HostPorts& operator=(const HostPorts&) = delete;

    /** @param client gets notices; must outlive this object's NICs */
    void AddClient(Client& client)
    {
        m_clients.push_back(&client);
    }

    /** @return NICs by port */
    const std::vector<RdmaNic*>& GetNics() const
    {
        return m_nics;
    }

    /** @return bit per port without a link */
    uint32_t GetDown() const
    {
        return m_down;
    }

    /**
     * @param port first port to look at
     * @param closed bit per port that is not to be used
     * @return this port, or the next one in turn that is not closed; if all are, this port
     */
    uint32_t FindOpen(uint32_t port, uint32_t closed) const;

  private:
    void OnLink(int64_t nowPs) override;
    /** Looks at all links: an event of the host, as failures are events of no node. */
    void Look();

    std::vector<RdmaNic*> m_nics;   //!< by port
    std::vector<Client*> m_clients; //!< halves of connections
    Ptr<FabricEvent> m_look;        //!< a link has changed
    uint32_t m_down{0};             //!< bit per port without a link
};

} // namespace ns3

#endif // AI_FABRIC_HOST_PORTS_H
