// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "path-files.h"

#include "ns3/csv-text.h"

#include <ostream>
#include <string>

namespace ns3
{

namespace
{

/** @return nodes of a path and numbers of its links, as two cells */
std::string
DescribePath(const PathUse& use, const std::vector<LinkStatistics>& links)
{
    std::string nodes = use.ports.empty() ? "" : links[use.ports.front()].from;
    std::string numbers;
    for (const uint32_t port : use.ports)
    {
        nodes += ' ' + links[port].to;
        numbers += (numbers.empty() ? "" : " ") + std::to_string(links[port].link);
    }
    return Quote(nodes) + ',' + numbers;
}

} // namespace

void
WritePaths(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,network,source_host,dest_host,dest_queue_pair,nodes,links,packets,"
           "payload_bytes\n";
    for (const auto& result : results)
    {
        for (size_t i = 0; i < result.paths.size(); ++i)
        {
            const auto& [network, links] = result.networks[i];
            const std::string head = Quote(result.label) + ',' + network + ',';
            for (const auto& use : result.paths[i])
            {
                out << head << use.sourceHost << ',' << use.destHost << ',' << use.destEndpoint
                    << ',' << DescribePath(use, links) << ',' << use.packets << ','
                    << use.payloadBytes << '\n';
            }
        }
    }
}

} // namespace ns3
