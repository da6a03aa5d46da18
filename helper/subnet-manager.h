// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_SUBNET_MANAGER_H
#define AI_FABRIC_SUBNET_MANAGER_H

#include "ns3/degraded-routing.h"
#include "ns3/fabric-routing.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * The subnet manager of InfiniBand while the network runs: it notices that links fail or come back,
 * routes what is left (RouteAround()), and writes the forwarding tables of one switch after the
 * other (IBTA vol. 1, chapter 14).
 *
 *     noticed    = change + TrapDelay                 a switch reports its port (trap 128)
 *                  the next multiple of SweepInterval if Traps is false (light sweep)
 *     computed   = noticed + RoutingTime              of what was down when it was noticed
 *     installed  = computed + ceil(n / MaxWireSmps) * SmpTime
 *
 * where n counts the blocks of 64 table entries that differ from what switches have, of this one
 * and of those before it in the order of node ids; others are not written. A change during a sweep
 * is taken up when that sweep is over. In between tables disagree: packets may be dropped for want
 * of a link or a route, or run in circles until they reach a switch that is up to date.
 *
 * Management packets are a delay, not traffic. Queue pairs keep their service levels: layers that
 * the routing assigns anew take effect for none of them.
 *
 * SweepInterval and MaxWireSmps are those of opensm (osm_base.h). The times have no source: they
 * are an assumption of the size of what is seen in small fabrics, and to be set.
 */
class SubnetManager : public Object
{
  public:
    /** Entries of a forwarding table that one management packet writes (IBTA vol. 1, 14.2.5.6). */
    static constexpr uint32_t BLOCK_ENTRIES = 64;

    /** What it manages. */
    struct Subnet
    {
        FabricTopology topology;                    //!< whole
        ObjectFactory routing;                      //!< makes RoutingEngines
        std::shared_ptr<const FabricRoutes> routes; //!< that the switches have
        std::vector<FabricSwitch*> switchOfNode;    //!< by node id; null for hosts
    };

    /** One time that it routed the subnet. */
    struct Sweep
    {
        Time noticed;                 //!< that links had changed
        Time computed;                //!< the routes
        Time installed;               //!< the last of the tables that differ
        uint32_t linksDown{0};        //!< of all links
        uint32_t switches{0};         //!< that had to be written
        uint32_t blocks{0};           //!< of their tables
        uint64_t unreachablePairs{0}; //!< of two hosts, either way
        std::string cutOff;           //!< name of a host of such a pair
        std::string complaint;        //!< why the engine could not route; empty: it could
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Called once, when the network is complete. @param subnet its own */
    void Start(Subnet subnet);

    /** Now. @param link link id @param down whether it fails or comes back */
    void NotifyLink(uint32_t link, bool down);

    /** @return what it has done so far; the last one may not be installed yet */
    const std::vector<Sweep>& GetSweeps() const
    {
        return m_sweeps;
    }

    /** @return GetSweeps() in words, a line or more for each */
    std::vector<std::string> Describe() const;

  private:
    void Notice();
    void Compute();
    void Finish();
    Time GetDelayOfNotice() const;
    uint32_t CountBlocks(uint32_t node, const NodeRoutes& next) const;
    uint32_t GetFirstLid(uint32_t host) const;
    static void CountUnreachable(const DegradedRoutes& routes,
                                 const FabricTopology& topology,
                                 Sweep& sweep);

    bool m_traps;
    Time m_trapDelay;
    Time m_sweepInterval;
    Time m_routingTime;
    Time m_smpTime;
    uint32_t m_maxWireSmps;

    Subnet m_subnet;
    std::vector<std::vector<uint32_t>> m_linksByNode;
    std::vector<NodeRoutes> m_installed; //!< by node id, or on their way there
    std::vector<bool> m_down;            //!< by link id, now
    std::vector<bool> m_known;           //!< by link id, as of the last sweep
    std::vector<Sweep> m_sweeps;
    bool m_sweeping{false}; //!< between notice and the last table
    bool m_again{false};    //!< noticed something meanwhile
};

} // namespace ns3

#endif // AI_FABRIC_SUBNET_MANAGER_H
