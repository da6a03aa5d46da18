// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_MAP_H
#define AI_FABRIC_HOST_MAP_H

#include "ns3/communicator-links.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * What a workload may know of the hosts it is placed on. A host is a GPU with its NIC.
 *
 * Invariant: the vectors have an entry per host, by host index.
 */
struct HostMap
{
    std::vector<uint32_t> node;    //!< node id in the topology, for readers of files that use it
    std::vector<uint32_t> server;  //!< number of the server it is in; GPUs of a server share NVLink
    std::vector<uint32_t> leaf;    //!< node id of the switch that its first link leads to
    std::vector<uint64_t> ratebps; //!< of its links together, in bit/s
    std::vector<bool> taken;       //!< it belongs to a job that was placed before
    CommunicatorLinks links;       //!< what joins them, for libraries that choose by it
    bool northSouth{false};        //!< they are servers and what else is on that network of theirs

    /** @return how many hosts there are */
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
};

} // namespace ns3

#endif // AI_FABRIC_HOST_MAP_H
