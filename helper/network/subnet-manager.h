// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SUBNET_MANAGER_H
#define AI_FABRIC_SUBNET_MANAGER_H

#include "route-manager.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * The subnet manager of InfiniBand in a running network: it notices that links fail or come back,
 * routes around failed links (RouteAround()), and writes the forwarding tables of one switch after
 * the other (IBTA vol. 1, chapter 14).
 *
 *     noticed    = change + TrapDelay                 a switch reports its port (trap 128)
 *                  the next multiple of SweepInterval if Traps is false (light sweep)
 *     computed   = noticed + RoutingTime              for the links that were down when noticed
 *     installed  = computed + ceil(n / MaxWireSmps) * SmpTime
 *
 * where n counts the blocks of 64 table entries that change, in this switch and in all switches
 * before it in the order of node ids; other blocks are not written. A change during a sweep is
 * handled when that sweep is over. In between, tables disagree: packets may be dropped because a
 * link or a route is missing, or run in circles until they reach an updated switch.
 *
 * Adaptive routing of a switch sees its own ports: DetectionTime (RouteManager) is a time of
 * hardware, microseconds (REPS, EuroSys 2026).
 *
 * Management packets are a delay, not traffic. Queue pairs keep their service levels: new layers of
 * the routing do not affect existing queue pairs.
 *
 * SweepInterval and MaxWireSmps are those of opensm (osm_base.h). The times have no source: they
 * are assumptions of the order seen in small fabrics, and should be set.
 */
class SubnetManager final : public RouteManager
{
  public:
    /** Entries of a forwarding table that one management packet writes (IBTA vol. 1, 14.2.5.6). */
    static constexpr uint32_t BLOCK_ENTRIES = 64;

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoNotifyLink() override;
    std::string DoGetName() const override;
    std::string DoDescribe(const Reroute& reroute) const override;

    /** A change was noticed: starts a sweep, unless one is under way. */
    void Notice();
    /** Routes are computed: plans the writing of tables. */
    void Route();
    /** A sweep is over. */
    void Finish();
    /** @return time from a change now to its notice */
    Time GetDelayOfNotice() const;
    uint32_t CountBlocks(uint32_t node, const NodeRoutes& next) const;
    /** @return LID of the host for path 0 */
    uint32_t GetFirstLid(uint32_t host) const;

    bool m_traps; //!< true: switches report changes; false: only sweeps notice them
    Time m_trapDelay;
    Time m_sweepInterval;
    Time m_routingTime;
    Time m_smpTime;         //!< time of one round of management packets
    uint32_t m_maxWireSmps; //!< management packets per round

    std::vector<bool> m_known; //!< by link id: down as of the last sweep
    bool m_sweeping{false};    //!< between notice and the last table
    bool m_again{false};       //!< true: a change was noticed during the sweep
};

} // namespace ns3

#endif // AI_FABRIC_SUBNET_MANAGER_H
