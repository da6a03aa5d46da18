// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PINNED_PORTS_H
#define AI_FABRIC_PINNED_PORTS_H

#include "packet-source.h"
#include "rdma-nic.h"

#include "ns3/fabric-event.h"
#include "ns3/link-watchers.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The port of one end of a connection, if its host has several: a bond of ports, or InfiniBand's
 * alternate path.
 *
 * Both ends use the same port: ports are on planes of their own, or on switches of one network
 * (FabricTopology::ports). A port is
 * live if its links at both hosts are up; a change counts failoverPs after it began, at both ends
 * at once. A connection has a home port. While that is dead, it uses one of the live ports, chosen
 * by a hash, and returns when the home port lives again; other connections stay. With all ports
 * dead it stays at home. So does the driver of ConnectX (Linux, mlx5/core/lag/lag.c): slots of
 * disabled ports get a random active port, and the native map holds if all ports are active, or
 * none.
 *
 * Queue pairs keep their state and have the same number at all ports. Packets on their way still
 * arrive; those that the dead link loses are sent again by the loss recovery.
 */
class PinnedPorts final : private LinkWatchers::Watcher
{
  public:
    /** NICs of the ports of both hosts. */
    struct Ends
    {
        std::vector<RdmaNic*> near; //!< NICs of this host by port
        std::vector<RdmaNic*> far;  //!< NICs of the other host by port
    };

    /**
     * @param ends NICs of both hosts; outlive this object
     * @param home home port
     * @param draw hash for the choice among live ports, equal at both ends
     * @param failoverPs time from a change of a link until it counts, in ps
     */
    PinnedPorts(Ends ends, uint32_t home, uint64_t draw, int64_t failoverPs);
    ~PinnedPorts();
    PinnedPorts(const PinnedPorts&) = delete;
    PinnedPorts& operator=(const PinnedPorts&) = delete;

    /** Called before queue pairs are made. @param nics NICs of a host by port */
    static void Prepare(const std::vector<RdmaNic*>& nics);

    /** @param queuePair new queue pair of the home port; must outlive this object */
    void Add(RdmaQueuePair& queuePair);

  private:
    /** Takes packets of a queue pair at the ports that it does not use. */
    class Listener;

    /** A queue pair that moves. */
    struct Member
    {
        RdmaQueuePair* queuePair;
        std::unique_ptr<Listener> listener;
    };

    void OnLink(int64_t nowPs) override;
    bool IsLive(uint32_t port) const;
    /** Takes the changes whose time has come. */
    void Look();
    void ScheduleLook();
    /** @return port to use */
    uint32_t Choose() const;

    Ends m_ends;
    uint32_t m_home;             //!< see above
    uint32_t m_port;             //!< port in use
    uint64_t m_draw;             //!< see above
    int64_t m_failoverPs;        //!< see above
    std::vector<bool> m_live;    //!< by port: as far as it counts
    std::vector<int64_t> m_dues; //!< by port: time in ps at which a change counts; NEVER: none
    std::vector<Member> m_members;
    TickClock m_clock;
    Ptr<FabricEvent> m_look; //!< the first change counts
};

} // namespace ns3

#endif // AI_FABRIC_PINNED_PORTS_H
