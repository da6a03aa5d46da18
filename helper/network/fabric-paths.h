// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_PATHS_H
#define AI_FABRIC_FABRIC_PATHS_H

#include "ns3/ideal-paths.h"
#include "ns3/network-paths.h"
#include "ns3/path-selector.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * @param hops hops of a path
 * @param shares of each, the share of a message's packets that it carries; empty: all of them
 * @return delay of a message beside the time that its bytes take on the slowest hop
 */
PathHead GetHead(const std::vector<IdealHop>& hops, const std::vector<double>& shares = {});

/**
 * @ingroup ai-fabric-network
 * The paths through a network by its first routes and the choices of its switches.
 *
 * Direction 2 l of GetRatesbps() is that of link l from a to b, 2 l + 1 the other one.
 */
class FabricPaths final : public NetworkPaths
{
  public:
    /** Path selectors by node; null at hosts. */
    using Selectors = std::vector<Ptr<PathSelector>>;

    /**
     * @param topology valid topology
     * @param routes routes of the topology
     * @param hops delays and rates of each link
     * @param selectors path selectors by node id
     */
    FabricPaths(const FabricTopology& topology,
                std::shared_ptr<const FabricRoutes> routes,
                IdealPaths::HopsOfLink hops,
                Selectors selectors);

  protected:
    void DoDispose() override;

  private:
    /** The slowest path from a node to the destination, where messages are spread. */
    struct Way
    {
        int64_t awayPs{0};                //!< longest delay from here to the destination, in ps
        std::vector<IdealHop> hops;       //!< hops of that path, from the last one back
        std::vector<uint32_t> directions; //!< their directions
    };

    /** The paths from all nodes to one host. */
    struct Spread
    {
        uint32_t dest;                         //!< host index
        std::unordered_map<uint32_t, Way> way; //!< by node
        std::vector<uint32_t> order;           //!< nodes, each behind the nodes that it leads to
    };

    const std::vector<uint64_t>& DoGetRatesbps() const override;
    NetworkRoute DoFind(uint32_t source, uint32_t dest, uint32_t entropy) const override;
    uint32_t DoGetIsland(uint32_t host) const override;
    /** @return the only path of these packets */
    NetworkRoute FindOne(uint32_t source, uint32_t dest, uint32_t entropy) const;
    NetworkRoute DoFindAll(uint32_t source, uint32_t dest) const override;
    const Way& Explore(uint32_t node, Spread& spread) const;
    uint32_t Choose(uint32_t node,
                    const std::vector<uint32_t>& links,
                    const FabricPacket& packet) const;

    /** @return number of the direction, as in GetRatesbps() */
    uint32_t GetDirection(uint32_t link, uint32_t from) const
    {
        return 2 * link + m_routes->GetDirection(link, from);
    }

    std::shared_ptr<const FabricRoutes> m_routes;     //!< routes at the start
    std::vector<std::vector<uint32_t>> m_linksOfNode; //!< by node id
    std::vector<uint32_t> m_hosts;                    //!< node id by host index
    IdealPaths::HopsOfLink m_hops;                    //!< by link id
    Selectors m_selectors;                            //!< by node id
    std::vector<uint64_t> m_ratesbps;                 //!< by direction
    std::vector<uint32_t> m_islandOfNode;             //!< by node id; empty: there is one island
    bool m_keepsOrder{true};                          //!< true: a channel has one path
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PATHS_H
