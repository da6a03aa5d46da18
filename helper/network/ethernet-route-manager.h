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
 * Routes of an Ethernet fabric, which follow link changes as with BGP or a controller:
 *
 *     detected  = change + DetectionTime     both ends take the port out of their ECMP groups
 *     converged = detected + RoutingTime     all switches have routes around the detected changes
 *
 * Until then a switch without another route, such as a spine with one link to each leaf, drops the
 * packets. A link that comes back is used again after the same two steps. Every change has a
 * reroute of its own; a later change does not stop a reroute under way.
 *
 * From the loss of a carrier to updated groups it takes microseconds in hardware to several ms in
 * software, and failover takes hundreds of ms at worst (REPS, EuroSys 2026). The defaults, 1 ms and
 * 2 ms, together several ms, are an assumption for a fabric with few routes, and should be set.
 * Failures without a loss of carrier are not noticed: keepalives of BGP and BFD are not modelled.
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
     * Gives all switches the routes around the detected changes.
     *
     * @param index index of the reroute
     * @param dead by link id: true if dead when it was detected
     */
    void Converge(std::size_t index, const std::vector<bool>& dead);
    /** @return true if these routes change the way of a switch to some host */
    bool Differs(uint32_t node, const NodeRoutes& next) const;

    Time m_routingTime; //!< time from detection to new routes
};

} // namespace ns3

#endif // AI_FABRIC_ETHERNET_ROUTE_MANAGER_H
