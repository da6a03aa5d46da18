// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_MAP_H
#define AI_FABRIC_HOST_MAP_H

#include "ns3/rank-layout.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The hosts, as far as a workload may know them. A host is a GPU with its NIC.
 *
 * Invariant: the vectors have an entry per host, by host index.
 */
struct HostMap
{
    std::vector<uint32_t> node;    //!< node id in the topology, for readers of files that use it
    std::vector<uint32_t> server;  //!< number of its server; GPUs of a server share NVLink
    std::vector<uint32_t> leaf;    //!< node id of the switch at its first link
    std::vector<uint32_t> region;  //!< number of its region, see RegionsTopology; empty: one region
    std::vector<uint64_t> ratebps; //!< sum of the rates of its links, in bit/s
    std::vector<bool> taken;       //!< true: the host belongs to a job placed before
    CommunicatorLinks links;       //!< links between the hosts, for libraries that choose
                                   //!< algorithms by them
    bool isLawInServer{false};     //!< true: collectives inside a server are computed by a law
    bool northSouth{false};        //!< true: the hosts are the servers and other devices of the
                                   //!< north-south network

    /** @return number of hosts */
    size_t GetCount() const
    {
        return node.size();
    }

    /** @param hostOfRank host indexes @return the server of each of these hosts */
    std::vector<uint32_t> GetServers(const std::vector<uint32_t>& hostOfRank) const
    {
        std::vector<uint32_t> servers;
        for (const uint32_t host : hostOfRank)
        {
            servers.push_back(server.at(host));
        }
        return servers;
    }

    /** @param hostOfRank host indexes @return regions of these hosts; empty: one region */
    std::vector<uint32_t> GetRegions(const std::vector<uint32_t>& hostOfRank) const
    {
        std::vector<uint32_t> regions;
        for (size_t rank = 0; rank < hostOfRank.size() && !region.empty(); ++rank)
        {
            regions.push_back(region[hostOfRank[rank]]);
        }
        return regions;
    }

    /** @param hostOfRank host indexes @return layout of ranks on these hosts */
    RankLayout GetLayout(const std::vector<uint32_t>& hostOfRank) const
    {
        return RankLayout(GetServers(hostOfRank), GetRegions(hostOfRank));
    }
};

} // namespace ns3

#endif // AI_FABRIC_HOST_MAP_H
