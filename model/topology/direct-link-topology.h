// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECT_LINK_TOPOLOGY_H
#define AI_FABRIC_DIRECT_LINK_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Chips with links to each other and no switch between them: the full mesh of an MI300X platform,
 * the cube mesh of a DGX-1, or any list of links.
 *
 * A chip is a host and its own router, "chip3", with a link of HostRate between them. Two chips
 * that have n links to each other have one link of n * Rate here, because hardware interleaves
 * addresses over all of them. A message between chips without a common link passes the routers of
 * chips on a shortest path. Hosts are numbered first, then routers, both by chip.
 */
class DirectLinkTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** The links of two chips to each other. */
    struct Bundle
    {
        uint32_t first;  //!< chip with the lower number
        uint32_t second; //!< chip with the higher number
        uint32_t links;  //!< number of links, at least 1
    };

    FabricTopology DoGenerate() const override;

    /** @return all bundles, in the order of Links */
    std::vector<Bundle> ReadLinks() const;
    /** @return one bundle of a text such as 0-3x2 */
    Bundle ReadBundle(const std::string& text) const;

    uint32_t m_hosts;    //!< number of chips
    std::string m_links; //!< "all" or a list such as "0-1, 0-3x2"
    DataRate m_rate;     //!< rate of one link between chips
    DataRate m_hostRate; //!< rate between a chip and its router; 0: that of its links together
    Time m_delay;        //!< delay of links between chips
    Time m_hostDelay;    //!< delay between a chip and its router
};

} // namespace ns3

#endif // AI_FABRIC_DIRECT_LINK_TOPOLOGY_H
