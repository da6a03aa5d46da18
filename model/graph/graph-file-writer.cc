// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-file.h"
#include "graph-format.h"

#include "ns3/input-error.h"
#include "ns3/json-reader.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace ns3
{

namespace
{

using namespace graphFormat;

/** Writes one node as an object, without its dependencies. */
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
    std::vector<std::vector<uint32_t>> before(count);
    for (const auto& [first, then] : graph.GetDependencies())
    {
        before.at(then).push_back(first);
    }
    errno = 0;
    std::ofstream out(path, std::ios::binary);
    out << "{\"format\": \"" << FORMAT << "\", \"version\": " << VERSION
        << ", \"ranks\": " << graph.GetRankCount() << ", \"nodes\": [\n";
    for (uint32_t number = 0; number < count; ++number)
    {
        WriteNode(out, graph, number);
        for (size_t i = 0; i < before[number].size(); ++i)
        {
            out << (i == 0 ? ", \"after\": [" : ", ") << before[number][i];
        }
        out << (before[number].empty() ? "}" : "]}") << (number + 1 < count ? ",\n" : "\n");
    }
    out << "]}\n";
    out.close();
    if (!out)
    {
        throw InputError(path, 0, "", std::string("cannot be written: ") + std::strerror(errno));
    }
}

} // namespace ns3
