// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DETOUR_ROUTER_H
#define AI_FABRIC_DETOUR_ROUTER_H

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Forwards every packet of a switch by a table of its own, because packets may take detours. The
 * forwarding table of such a switch is empty.
 */
class DetourRouter
{
  public:
    virtual ~DetourRouter() = default;

    /**
     * Called when all ports of all switches are connected, and after each change of routes.
     *
     * @param groupOfHost by host index: index of the group of ports that lead to it
     * @param groups by index: port numbers of the group, ascending; may be empty
     */
    virtual void SetForwarding(const std::vector<uint32_t>& groupOfHost,
                               const std::vector<std::vector<uint16_t>>& groups) = 0;

    /**
     * Minimal paths and detours get separate lanes on the first link between switches.
     *
     * @param lanes by lane on the link of the source: lane of a minimal path; detours keep the lane
     * of the source
     */
    virtual void SetLanesOfMinimalPaths(const std::vector<uint8_t>& lanes) = 0;

    /**
     * @param packet packet to forward; its pathTag may be changed
     * @return number of its egress port; PortGroups::NO_PORT: the packet is dropped
     */
    virtual uint16_t Route(FabricPacket& packet) = 0;

    /**
     * @return true if a detour leads to the next switch of the path over one other switch; false if
     * it may lead over any switch
     */
    virtual bool StaysNear() const
    {
        return false;
    }
};

} // namespace ns3

#endif // AI_FABRIC_DETOUR_ROUTER_H
