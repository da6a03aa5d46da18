// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_PATHS_H
#define AI_FABRIC_IDEAL_PATHS_H

#include "fabric-routing.h"
#include "ideal-path.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * All paths of a packet from one host to another that differ in time: every choice of a link in the
 * groups of FabricRoutes, or with more than one LID the path of each LID.
 *
 * Among paths with the same rates in the same order and devices that forward alike, only the path
 * with the least sum of delays and latencies is kept: IdealTransferPs() is a function of the rates
 * plus that sum.
 *
 * There are as many kinds of paths as orders of rates: 2^n if n pairs of switches are joined by two
 * links of different rates. A pair of hosts with more than MOST_KINDS kinds gets a bound instead:
 * for each number of links a path with the least sum of delays, whose links all have the rate of
 * the network's fastest link, and whose devices forward at the first bit if any device does. With
 * equal rates no packet waits for its last bit, so no path is faster.
 *
 * If all paths between two hosts are of one kind, as in most networks, the path is found from the
 * paths to the destination's switch, which are searched once for all its hosts. All pairs of hosts
 * whose paths take the same time share one set.
 */
class IdealPaths
{
  public:
    /**
     * Largest number of kinds kept for a pair of hosts; the first kind of each node does not count.
     */
    static constexpr size_t MOST_KINDS = size_t{1} << 14;

    /** The paths of a pair of hosts. */
    struct Set
    {
        std::vector<std::vector<IdealHop>> paths; //!< at least one
        bool several{false}; //!< there is a choice of paths, even if all are equally fast
        /** There are more than MOST_KINDS kinds: the paths are a bound, see above. */
        bool bounded{false};
        /** Any packet takes the same time over two sets with the same number; from 1 on. */
        uint64_t number{0};
    };

    /** A link in both directions: index 0 for a packet from end a to end b, 1 from b to a. */
    using HopsOfLink = std::vector<std::array<IdealHop, 2>>;

    /**
     * @param topology topology of the network
     * @param routes routes of the network
     * @param hops hops by link id
     */
    IdealPaths(const FabricTopology& topology,
               std::shared_ptr<const FabricRoutes> routes,
               HopsOfLink hops);

    /**
     * @param source host index
     * @param dest host index of another host
     * @return paths; valid until the next call
     * @throw InputError if no path exists
     */
    const Set& Find(uint32_t source, uint32_t dest) const;

  private:
    /** The properties that distinguish paths: rate and cut-through of each hop. */
    using Kind = std::vector<std::pair<uint64_t, bool>>;

    /** The path of a kind with the least delay; its hops are in reverse order, last hop first. */
    struct Best
    {
        int64_t awayPs{0}; //!< sum of delays and latencies
        std::vector<IdealHop> hops;
    };

    using Kinds = std::map<Kind, Best>;

    /** All paths to one host. */
    struct Search
    {
        bool alike;                      //!< every link counts as the fastest link, for the bound
        std::map<uint32_t, Kinds> known; //!< by node id
        size_t more{0};                  //!< number of kinds so far, without the first of each node
        bool several{false};             //!< a node has a choice of links
    };

    /** The best path from a node to the switch of a host, or from one host to that host. */
    struct Way
    {
        bool reached{false}; //!< a path exists
        bool mixed{false};   //!< there are paths of several kinds: the other fields are unused
        bool several{false}; //!< a node has a choice of links
        uint32_t link{0};    //!< first link; none at the switch itself
        uint32_t kind{0};    //!< see GetKindBefore()
        int64_t awayPs{0};   //!< sum of delays and latencies
    };

    /** What decides the time of paths of one kind. */
    struct Alone
    {
        uint32_t kind;  //!< of the path to the switch of the destination
        int64_t awayPs; //!< sum of its delays and latencies
        bool several;   //!< as in Set
        IdealHop last;  //!< link from that switch to the destination

        /** @return true if this one is before another one, in any fixed order */
        bool operator<(const Alone& other) const;
    };

    const Set* FindAlone(uint32_t source, uint32_t dest) const;
    bool SharesRoutes(uint32_t dest, uint32_t leaf) const;
    const Way& FindWay(uint32_t node, uint32_t dest, uint32_t leaf) const;
    Way FindBestWay(uint32_t node, uint32_t dest, uint32_t leaf) const;
    uint32_t GetKindBefore(uint32_t kind, const IdealHop& hop) const;
    const Kinds& FindFrom(uint32_t node, uint32_t dest, Search& search) const;
    void FindWays(uint32_t source, uint32_t dest, bool alike, Set& set) const;
    void FindLids(uint32_t source, uint32_t dest, Set& set) const;
    /** Keeps a path if it is the best of its kind so far. */
    static void Keep(Kinds& kinds, const Kind& kind, const Best& best);
    static bool IsKept(const Kinds& kinds,
                       const Kind& kind,
                       const Kind::value_type& hop,
                       int64_t awayPs);

    /** @return hop of a packet that leaves this end of the link */
    const IdealHop& GetHop(uint32_t link, uint32_t from) const
    {
        return m_hops[link][m_routes->GetDirection(link, from)];
    }

    std::shared_ptr<const FabricRoutes> m_routes;
    std::vector<uint32_t> m_hosts; //!< node id by host index
    uint32_t m_nodes;              //!< number of nodes
    HopsOfLink m_hops;             //!< by link id
    uint64_t m_fastestbps{0};      //!< rate of the fastest link
    /** Some device forwards at the first bit. */
    bool m_cutThrough{false};
    mutable std::map<Alone, Set> m_alone;                        //!< sets of one kind
    mutable std::unordered_map<uint64_t, Set> m_found;           //!< others, by pair of hosts
    mutable uint64_t m_sets{0};                                  //!< number of sets made so far
    mutable std::unordered_map<uint64_t, Way> m_ways;            //!< by switch of a host and node
    mutable std::unordered_map<uint32_t, uint32_t> m_firstHosts; //!< by node id of their switch
    mutable std::vector<bool> m_compared; //!< by host: SharesRoutes() has a result
    mutable std::vector<bool> m_shares;   //!< by host: that result
    /** By the kind of the rest of the path, and rate and cut-through of a hop before it. */
    mutable std::map<std::tuple<uint32_t, uint64_t, bool>, uint32_t> m_kinds;
};

} // namespace ns3

#endif // AI_FABRIC_IDEAL_PATHS_H
