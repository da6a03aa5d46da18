// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pause-files.h"

#include "ns3/pause-tree.h"

#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Format = ResultFormat;

/** A pause. */
struct PauseRow
{
    const std::vector<std::string>& names; //!< by port
    const PauseInterval& pause;
    const PauseTree::Root& root; //!< root of its tree

    /** @return a number of the packet that caused the pause; empty in a storm */
    ResultCell OfCause(uint32_t number) const
    {
        return pause.hasCause ? ResultCell(number) : ResultCell();
    }

    /** @return name of a port; empty if there is none */
    ResultCell OfPort(uint32_t port) const
    {
        return port < names.size() ? ResultCell(names[port]) : ResultCell();
    }
};

} // namespace

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

ResultTable
MakePauseTable()
{
    using Row = PauseRow;
    const std::vector<ResultColumn<Row>> columns = {
        {"paused_port",
         Format::TEXT,
         "port that had to pause",
         [](auto& row) -> ResultCell { return row.names[row.pause.pausedPort]; }},
        {"priority",
         Format::COUNT,
         "paused priority",
         [](auto& row) -> ResultCell { return row.pause.priority; }},
        {"start_ns",
         Format::TIME,
         "begin of the pause at the port",
         [](auto& row) -> ResultCell { return row.pause.startPs; }},
        {"duration_ns",
         Format::TIME,
         "time until XON, the end of the timer, or the end of the run",
         [](auto& row) -> ResultCell { return row.pause.endPs - row.pause.startPs; }},
        {"ended",
         Format::COUNT,
         "0 if it still held at the end of the run",
         [](auto& row) -> ResultCell { return row.pause.ended; }},
        {"cause_source_host",
         Format::COUNT,
         "source of the packet that crossed the threshold; empty in a storm",
         [](auto& row) { return row.OfCause(row.pause.cause.sourceHost); }},
        {"cause_dest_host",
         Format::COUNT,
         "its destination",
         [](auto& row) { return row.OfCause(row.pause.cause.destHost); }},
        {"cause_dest_qp",
         Format::COUNT,
         "its destination queue pair",
         [](auto& row) { return row.OfCause(row.pause.causeQp); }},
        {"congested_port",
         Format::TEXT,
         "port where most packets from paused_port waited",
         [](auto& row) { return row.OfPort(row.pause.congestedPort); }},
        {"held_bytes",
         Format::BYTES,
         "bytes in the paused queue at the end",
         [](auto& row) -> ResultCell { return row.pause.heldBytes; }},
        {"held_flows",
         Format::COUNT,
         "flows of these bytes; at a NIC, flows with work",
         [](auto& row) -> ResultCell { return row.pause.held.size(); }},
        {"root_port",
         Format::TEXT,
         "the root of its tree",
         [](auto& row) { return row.OfPort(row.root.port); }},
        {"root",
         Format::TEXT,
         "congestion, storm or receiver (a slow one)",
         [](auto& row) -> ResultCell {
             return row.root.storm ? "storm" : row.root.slowReceiver ? "receiver" : "congestion";
         }},
        {"queue",
         Format::COUNT,
         "BFC: the paused queue; empty for the whole priority",
         [](auto& row) {
             return row.pause.queue != PauseEvent::ALL_QUEUES ? ResultCell(row.pause.queue)
                                                              : ResultCell();
         }},
    };
    return MakeResultTable(
        "pfc-pauses-FABRIC.csv",
        "A row per pause, in the order of their begin; only with pfcTrace",
        [](auto& scenario, auto&) { return scenario.pfcTrace; },
        columns,
        [](auto& scenario, auto& result, const auto& write) {
            const auto names = GetPortNames(scenario.topology.WithDarkLinks());
            const auto& log = *result.pauses;
            const PauseTree tree(log);
            for (std::size_t i = 0; i < log.intervals.size(); ++i)
            {
                write({names, log.intervals[i], tree.GetRoots()[tree.GetRootOf(i)]});
            }
        });
}

void
WritePauseTree(std::ostream& out, const PauseLog& log, const FabricTopology& topology)
{
    PauseTree(log).Write(out, GetPortNames(topology));
}

} // namespace ns3
