// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pause-files.h"

#include "ns3/csv-text.h"
#include "ns3/pause-tree.h"

#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

std::vector<std::string>
GetPortNames(const FabricTopology& topology)
{
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> linksBetween;
    std::vector<std::string> names;
    for (const auto& link : topology.links)
    {
        for (const auto& [from, to] : {std::pair{link.a, link.b}, std::pair{link.b, link.a}})
        {
            const uint32_t number = ++linksBetween[{from, to}];
            names.push_back(topology.nodes[from].name + "->" + topology.nodes[to].name +
                            (number > 1 ? "#" + std::to_string(number) : ""));
        }
    }
    return names;
}

void
WritePauses(std::ostream& out, const PauseLog& log, const FabricTopology& topology)
{
    const auto names = GetPortNames(topology);
    const PauseTree tree(log);
    out << "paused_port,priority,start_ns,duration_ns,ended,cause_source_host,cause_dest_host,"
           "cause_dest_qp,congested_port,held_bytes,held_flows,root_port,root,queue\n";
    for (std::size_t i = 0; i < log.intervals.size(); ++i)
    {
        const PauseInterval& pause = log.intervals[i];
        const auto& root = tree.GetRoots()[tree.GetRootOf(i)];
        const auto portName = [&names](uint32_t port) {
            return port < names.size() ? names[port] : std::string();
        };
        out << names[pause.pausedPort] << ',' << unsigned{pause.priority} << ','
            << FormatNs(pause.startPs) << ',' << FormatNs(pause.endPs - pause.startPs) << ','
            << pause.ended << ',';
        if (pause.hasCause)
        {
            out << pause.cause.sourceHost << ',' << pause.cause.destHost << ',' << pause.causeQp;
        }
        else
        {
            out << ",,";
        }
        out << ',' << portName(pause.congestedPort) << ',' << pause.heldBytes << ','
            << pause.held.size() << ',' << portName(root.port) << ','
            << (root.storm          ? "storm"
                : root.slowReceiver ? "receiver"
                                    : "congestion")
            << ',';
        if (pause.queue != PauseEvent::ALL_QUEUES)
        {
            out << pause.queue;
        }
        out << '\n';
    }
}

void
WritePauseTree(std::ostream& out, const PauseLog& log, const FabricTopology& topology)
{
    PauseTree(log).Write(out, GetPortNames(topology));
}

} // namespace ns3
