// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ETHERNET_ROUTE_MANAGER_H
#define AI_FABRIC_ETHERNET_ROUTE_MANAGER_H

#include "route-manager.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * Routes of an Ethernet fabric, which follow its links as BGP or a controller has them do:
 *
 *     detected  = change + DetectionTime     both ends take the port out of their ECMP groups
 *     converged = detected + RoutingTime     all switches have the routes around what was detected
 *
 * Until then a switch that has no other way, such as a spine with one link to each leaf, drops what
 * it gets. A link that comes back is used again by the same two steps. Every change has a reroute
 * of its own, one that is under way is not stopped by another.
 *
 * Loss of a carrier takes until the groups are updated microseconds in hardware to several ms in
 * software, and failover hundreds of ms at worst (REPS, EuroSys 2026). The defaults, 1 ms and 2 ms,
 * are several ms in all: an assumption for a fabric with few routes, and to be set. Without a loss
 * of carrier nothing is noticed: keepalives of BGP and BFD are not modelled.
 */
class EthernetRouteManager final : public RouteManager
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoNotifyDetected() override;
    std::string DoGetName() const override;
    std::string DoDescribe(const Reroute& reroute) const override;

    /**
     * All switches get the routes around what was detected.
     *
     * @param index of the reroute
     * @param dead by link id, as it was detected
     */
    void Converge(std::size_t index, const std::vector<bool>& dead);
    /** @return whether a switch has other ways to some host by these routes */
    bool Differs(uint32_t node, const NodeRoutes& next) const;

    Time m_routingTime; //!< from detection on
};

} // namespace ns3

#endif // AI_FABRIC_ETHERNET_ROUTE_MANAGER_H
