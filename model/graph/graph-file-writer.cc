// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-file-writer.h"

#include "graph-format.h"

#include "ns3/json-reader.h"
#include "ns3/output-file.h"

#include <ostream>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using namespace graphFormat;

/** @return by node: nodes that come before it */
std::vector<std::vector<uint32_t>>
ListBefore(const DependencyList& edges, size_t nodes)
{
    std::vector<std::vector<uint32_t>> before(edges.empty() ? 0 : nodes);
    for (const auto& [first, then] : edges)
    {
        before.at(then).push_back(first);
    }
    return before;
}

/** Writes the nodes that come before a node as a list, if there are any. */
void
WriteBefore(std::ostream& out,
            GraphField field,
            const std::vector<std::vector<uint32_t>>& before,
            uint32_t number)
{
    if (before.empty() || before[number].empty())
    {
        return;
    }
    out << ", \"" << FIELD_NAMES[static_cast<unsigned>(field)] << "\": [";
    const char* separator = "";
    for (const uint32_t node : before[number])
    {
        out << std::exchange(separator, ", ") << node;
    }
    out << ']';
}

/** Writes one node as an object, without its list of earlier nodes. */
void
WriteNode(std::ostream& out, const CommunicationGraph& graph, uint32_t number)
{
    const auto& node = graph.GetNodes()[number];
    const auto* entry = KINDS;
    while (entry->kind != node.kind)
    {
        ++entry;
    }
    const uint32_t fields = entry->required | entry->optional;
    const auto write = [&](GraphField field, auto value, auto otherwise) {
        if ((fields & Bit(field)) && ((entry->required & Bit(field)) || value != otherwise))
        {
            out << ", \"" << FIELD_NAMES[static_cast<unsigned>(field)] << "\": " << value;
        }
    };
    out << "{\"id\": " << number << ", \"kind\": \"" << entry->name << '"';
    write(GraphField::RANK, node.rank, 0U);
    write(GraphField::PEER, node.peer, 0U);
    write(GraphField::BYTES, node.bytes, uint64_t{0});
    write(GraphField::MATCH, node.match, 0U);
    write(GraphField::CHANNEL, node.channel, 0U);
    write(GraphField::PRIORITY, node.serviceLevel, int16_t{-1});
    write(GraphField::TIME_PS, node.timePs, int64_t{0});
    write(GraphField::STREAM, static_cast<unsigned>(node.stream), 0U);
    if (node.label != 0)
    {
        out << ", \"label\": " << QuoteJson(graph.GetLabel(node.label));
    }
}

} // namespace

void
WriteGraphFile(const CommunicationGraph& graph, const std::string& path)
{
    const auto count = static_cast<uint32_t>(graph.GetNodes().size());
    const auto before = ListBefore(graph.GetDependencies(), count);
    const auto sentBefore = ListBefore(graph.GetOrders(), count);
    const std::string start = std::string("{\"format\": \"") + FORMAT + "\", \"version\": ";
    OutputFile::Write(path,
                      "a communication graph",
                      OutputFile::Begins(start),
                      [&](std::ostream& out) {
                          out << start << VERSION << ", \"ranks\": " << graph.GetRankCount()
                              << ", \"nodes\": [\n";
                          for (uint32_t number = 0; number < count; ++number)
                          {
                              WriteNode(out, graph, number);
                              WriteBefore(out, GraphField::AFTER, before, number);
                              WriteBefore(out, GraphField::AFTER_SENT, sentBefore, number);
                              out << (number + 1 < count ? "},\n" : "}\n");
                          }
                          out << "]}\n";
                      });
}

} // namespace ns3
