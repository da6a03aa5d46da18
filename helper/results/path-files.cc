// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "path-files.h"

#include <string>

namespace ns3
{

namespace
{

using Format = ResultFormat;

/** A path that packets of a flow took. */
struct PathRow
{
    const FabricResult& result;
    const NetworkLinks& network;
    const PathUse& use;
};

/** @return names of the nodes of a path */
std::string
NameNodes(const PathRow& row)
{
    const auto& links = row.network.links;
    std::string nodes = row.use.ports.empty() ? "" : links[row.use.ports.front()].from;
    for (const uint32_t port : row.use.ports)
    {
        nodes += ' ' + links[port].to;
    }
    return nodes;
}

/** @return numbers of the links of a path */
std::string
ListLinks(const PathRow& row)
{
    std::string numbers;
    for (const uint32_t port : row.use.ports)
    {
        numbers += (numbers.empty() ? "" : " ") + std::to_string(row.network.links[port].link);
    }
    return numbers;
}

} // namespace

ResultTable
MakePathTable()
{
    using Row = PathRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        {"network",
         Format::TEXT,
         "fabric, plane 1, plane 2, ... of several, or north-south",
         [](auto& row) -> ResultCell { return row.network.network; }},
        {"source_host",
         Format::COUNT,
         "number of the sending host",
         [](auto& row) -> ResultCell { return row.use.sourceHost; }},
        {"dest_host",
         Format::COUNT,
         "number of the receiving host",
         [](auto& row) -> ResultCell { return row.use.destHost; }},
        {"dest_queue_pair",
         Format::COUNT,
         "number of the queue pair there",
         [](auto& row) -> ResultCell { return row.use.destEndpoint; }},
        {"nodes",
         Format::TEXT,
         "names of the nodes, separated by spaces",
         [](auto& row) -> ResultCell { return NameNodes(row); }},
        {"links",
         Format::TEXT,
         "numbers of the links, as link of links.csv",
         [](auto& row) -> ResultCell { return ListLinks(row); }},
        {"packets",
         Format::COUNT,
         "packets with payload that were sent on the last link",
         [](auto& row) -> ResultCell { return row.use.packets; }},
        {"payload_bytes",
         Format::BYTES,
         "payload of these packets",
         [](auto& row) -> ResultCell { return row.use.payloadBytes; }},
    };
    return MakeResultTable(
        "paths.csv",
        "A row per path that packets of a flow took; only with output.paths",
        [](auto& scenario, auto&) { return scenario.paths; },
        columns,
        [](auto&, auto& result, const auto& write) {
            for (size_t i = 0; i < result.paths.size(); ++i)
            {
                for (const auto& use : result.paths[i])
                {
                    write({result, result.networks[i], use});
                }
            }
        });
}

} // namespace ns3
