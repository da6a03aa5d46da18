// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_PATHS_H
#define AI_FABRIC_NETWORK_PATHS_H

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Delay of a message on a path, except the transmission of its bytes where that takes longest.
 *
 * N packets of p bytes pass links with rates r_i, of which S have ends where a packet must be
 * complete before it goes on. Link i carries a share s_i of the packets, those of a message that is
 * spread over paths. They arrive after
 *     delayPs + sum over S of 8 p / r_i + max over i of (N s_i - 1) 8 p / r_i.
 * With the rate r_l and the share s_l of that link, this is GetPs(p) + 8 N p s_l / r_l.
 */
struct PathHead
{
    int64_t delayPs{0};              //!< sum over all cables and pipelines of the path, in ps
    std::vector<uint64_t> storedbps; //!< rates of S in bit/s
    uint64_t longestbps{0};          //!< r_l in bit/s; 0: the path has no link

    /**
     * @param firstBytes length p of a packet on the wire, in bytes
     * @return delayPs + sum over S of 8 p / r_i - 8 p / r_l, in ps
     */
    int64_t GetPs(uint32_t firstBytes) const;
};

/**
 * @ingroup ai-fabric-transport
 * Links of a network that the messages of a channel use.
 */
struct NetworkRoute
{
    /** One direction of a link, each at most once in a route. */
    struct Link
    {
        uint32_t direction; //!< index in NetworkPaths::GetRatesbps()
        double share;       //!< share of the bytes that take this link, above 0, at most 1
    };

    std::vector<Link> links; //!< all links of the route
    PathHead head;           //!< with several paths: of the path with the longest delay
};

/**
 * @ingroup ai-fabric-transport
 * The links of a network and the paths that its switches choose, for transports that compute when
 * messages arrive. All transports of a network use the same object.
 */
class NetworkPaths : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return rate of each direction of each link, in bit/s */
    const std::vector<uint64_t>& GetRatesbps() const
    {
        return DoGetRatesbps();
    }

    /**
     * @param source host index
     * @param dest host index of another host
     * @param entropy FabricPacket::entropy that packets would have
     * @return route of these packets; if the switches do not keep order, all paths, shared as
     * evenly as switches share them
     * @throw InputError if no path exists
     */
    NetworkRoute Find(uint32_t source, uint32_t dest, uint32_t entropy) const
    {
        return DoFind(source, dest, entropy);
    }

    /**
     * @param source host index
     * @param dest host index of another host
     * @return all shortest paths, shared evenly, whatever the switches choose
     * @throw InputError if no path exists
     */
    NetworkRoute FindAll(uint32_t source, uint32_t dest) const
    {
        return DoFindAll(source, dest);
    }

    static constexpr uint32_t NO_ISLAND = UINT32_MAX; //!< see GetIsland()

    /**
     * @param host host index
     * @return number of the part of the network that the host is connected with; NO_ISLAND if
     *         every host reaches every other
     */
    uint32_t GetIsland(uint32_t host) const
    {
        return DoGetIsland(host);
    }

  private:
    /** @return see GetRatesbps() */
    virtual const std::vector<uint64_t>& DoGetRatesbps() const = 0;
    /**
     * See Find().
     *
     * @param source host index
     * @param dest host index
     * @param entropy FabricPacket::entropy of packets
     * @return the route
     */
    virtual NetworkRoute DoFind(uint32_t source, uint32_t dest, uint32_t entropy) const = 0;
    /** See FindAll(). @param source host index @param dest host index @return the route */
    virtual NetworkRoute DoFindAll(uint32_t source, uint32_t dest) const = 0;
    /** See GetIsland(). @param host host index @return number of its island */
    virtual uint32_t DoGetIsland(uint32_t host) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_NETWORK_PATHS_H
