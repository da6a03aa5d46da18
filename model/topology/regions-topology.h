// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REGIONS_TOPOLOGY_H
#define AI_FABRIC_REGIONS_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/object-factory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Several regions, each of several sites under a tier of border switches, and long links between
 * the border switches of different regions. A site is a network of any generator.
 *
 * With R regions of n sites and b border switches each:
 *  - every top switch of a site (a switch with the most links to its nearest host) has
 *    UplinksPerPair links to each border switch of its region in its plane. The Planes are equal
 *    parts of the top switches of a site, and of the border switches of a region, by number. The
 *    rate is, with p planes,
 *        UplinkRate                                                     if it is not 0
 *        capacity to hosts / (Oversubscription * b/p * UplinksPerPair)  otherwise
 *    where ShareUplinks() may lower b;
 *  - border switch i of a region has RegionLinks links to border switch i of every other region
 *    (planar), or with Spread to each border switch there. A link is BondedPorts ports of PortRate
 *    that act as one port of the sum of their rates;
 *  - the delay of such a link is 5 ns per metre of Kilometres.
 *
 * R n times the hosts of a site, numbered site by site; FabricTopology::regions has the region of
 * each node. A shortest path between regions has one long link: up in the site, border switch,
 * border switch, down.
 */
class RegionsTopology : public TopologyGenerator
{
  public:
    /** Delay of a fibre: 5 ns per metre, i.e. a group index of 1.5 (silica has 1.47). */
    static constexpr int64_t PS_PER_METRE = 5'000;

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    /** @return delay in ps by pair of regions: 0-1, 0-2, ..., 1-2, ... */
    std::vector<int64_t> ReadDelaysPs() const;
    /** @return one site; throws InputError if it cannot be a part of a larger network */
    FabricTopology MakeSite() const;
    /** Joins the border switches of all regions. */
    void JoinRegions(FabricTopology& topology,
                     const std::vector<std::vector<uint32_t>>& borders) const;

    uint32_t m_regions;        //!< at least 2
    uint32_t m_sitesPerRegion; //!< at least 1
    ObjectFactory m_site;      //!< a TopologyGenerator
    uint32_t m_borderSwitches; //!< of each region, at least 1
    uint32_t m_planes;         //!< parts of top switches and border switches that meet
    uint32_t m_uplinksPerPair; //!< links between a top switch and a border switch
    DataRate m_uplinkRate;     //!< rate of each; 0: from the oversubscription
    double m_oversubscription; //!< capacity of a top switch to hosts / to the border switches
    Time m_uplinkDelay;        //!< between top switches and border switches
    uint32_t m_regionLinks;    //!< links between two joined border switches
    DataRate m_portRate;       //!< rate of a port to another region
    uint32_t m_bondedPorts;    //!< ports that form one link
    bool m_spread;             //!< true: every border switch has links to all of other regions
    std::string m_kilometres;  //!< lengths of the links between regions
};

} // namespace ns3

#endif // AI_FABRIC_REGIONS_TOPOLOGY_H
