// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "topology-files.h"

#include "topology-parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <set>
#include <vector>

namespace ns3
{

namespace
{

/** @return text escaped for XML */
std::string
Escape(const std::string& text)
{
    std::string escaped;
    for (const char c : text)
    {
        escaped += c == '&'   ? "&amp;"
                   : c == '<' ? "&lt;"
                   : c == '>' ? "&gt;"
                   : c == '"' ? "&quot;"
                              : std::string(1, c);
    }
    return escaped;
}

/** @return time in ms, exactly */
std::string
FormatMs(int64_t ps)
{
    constexpr int64_t PS_PER_MS = 1'000'000'000;
    std::array<char, 48> text;
    std::snprintf(text.data(),
                  text.size(),
                  "%lld.%09lldms",
                  static_cast<long long>(ps / PS_PER_MS),
                  static_cast<long long>(ps % PS_PER_MS));
    return text.data();
}

/** Positions of the drawn nodes. */
struct Drawing
{
    /** Position of a node. */
    struct Place
    {
        uint32_t node; //!< id
        double x;      //!< from the left
        double y;      //!< from the top
    };

    std::vector<Place> places;         //!< positions of the drawn nodes
    std::vector<std::string> captions; //!< by row
    std::vector<double> heights;       //!< heights of the captions
};

constexpr double WIDTH = 1200;
constexpr double HEIGHT = 700;
constexpr double MARGIN = 60;
constexpr size_t MOST_IN_ROW = 64;
constexpr double PI = 3.14159265358979323846;

/** @return by node id: number of links to the nearest host. */
std::vector<uint32_t>
MeasureRows(const FabricTopology& topology, const std::vector<std::vector<uint32_t>>& linksByNode)
{
    std::vector<uint32_t> row(topology.nodes.size(), UINT32_MAX);
    std::vector<uint32_t> queue(topology.hosts);
    for (const uint32_t host : topology.hosts)
    {
        row[host] = 0;
    }
    for (size_t i = 0; i < queue.size(); ++i)
    {
        for (const uint32_t link : linksByNode[queue[i]])
        {
            const uint32_t peer = topology.GetPeer(link, queue[i]);
            if (row[peer] == UINT32_MAX)
            {
                row[peer] = row[queue[i]] + 1;
                queue.push_back(peer);
            }
        }
    }
    return row;
}

/** @return some of the nodes, evenly spaced */
std::vector<uint32_t>
Thin(const std::vector<uint32_t>& nodes, size_t most)
{
    const size_t count = std::min(most, nodes.size());
    std::vector<uint32_t> some;
    for (size_t i = 0; i < count; ++i)
    {
        some.push_back(nodes[i * nodes.size() / count]);
    }
    return some;
}

std::string
Caption(const FabricTopology& topology, const std::vector<uint32_t>& all, size_t drawn)
{
    std::set<std::string> kinds;
    for (const uint32_t node : all)
    {
        kinds.insert(GetNodeKind(topology.nodes[node].name));
    }
    std::string text;
    for (const auto& kind : kinds)
    {
        text += (text.empty() ? "" : ", ") + kind;
    }
    return text + ": " + (drawn < all.size() ? std::to_string(drawn) + " of " : "") +
           std::to_string(all.size());
}

Drawing
Arrange(const FabricTopology& topology)
{
    const auto row = MeasureRows(topology, topology.GetLinksByNode());
    uint32_t rows = 0;
    for (const uint32_t one : row)
    {
        rows = one == UINT32_MAX ? rows : std::max(rows, one);
    }
    std::vector<std::vector<uint32_t>> nodes(rows + 1);
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (row[node] != UINT32_MAX)
        {
            nodes[row[node]].push_back(node);
        }
    }
    Drawing drawing;
    if (rows == 1 && nodes[1].size() > 2)
    {
        const auto some = Thin(nodes[1], 4 * MOST_IN_ROW);
        for (size_t i = 0; i < some.size(); ++i)
        {
            const double angle = 2 * PI * static_cast<double>(i) / static_cast<double>(some.size());
            drawing.places.push_back({some[i],
                                      WIDTH / 2 + (HEIGHT / 2 - MARGIN) * std::sin(angle),
                                      HEIGHT / 2 - (HEIGHT / 2 - MARGIN) * std::cos(angle)});
        }
        drawing.captions = {Caption(topology, nodes[1], some.size()),
                            Caption(topology, nodes[0], 0)};
        drawing.heights = {HEIGHT - MARGIN, HEIGHT - MARGIN + 20};
        return drawing;
    }
    for (size_t i = 0; i < nodes.size(); ++i)
    {
        const auto some = Thin(nodes[i], i == 0 ? 2 * MOST_IN_ROW : MOST_IN_ROW);
        const double y = HEIGHT - MARGIN -
                         (HEIGHT - 2 * MARGIN) * static_cast<double>(i) /
                             static_cast<double>(std::max<size_t>(1, nodes.size() - 1));
        for (size_t j = 0; j < some.size(); ++j)
        {
            const double share = (static_cast<double>(j) + 0.5) / static_cast<double>(some.size());
            drawing.places.push_back({some[j], MARGIN + (WIDTH - 2 * MARGIN) * share, y});
        }
        drawing.captions.push_back(Caption(topology, nodes[i], some.size()));
        drawing.heights.push_back(y + 24);
    }
    return drawing;
}

} // namespace

void
WriteDot(std::ostream& out, const FabricTopology& given)
{
    const FabricTopology topology = given.WithWholeHosts();
    out << "graph topology {\n  node [shape=box];\n";
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        out << "  n" << node << " [label=\"" << topology.nodes[node].name << '"'
            << (topology.IsHost(node) ? ", shape=point" : "") << "];\n";
    }
    for (const auto& link : topology.links)
    {
        out << "  n" << link.a << " -- n" << link.b << " [ratebps=" << link.ratebps
            << ", delayps=" << link.delayPs << "];\n";
    }
    out << "}\n";
}

void
WriteGraphMl(std::ostream& out, const FabricTopology& given)
{
    const FabricTopology topology = given.WithWholeHosts();
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
           "  <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
           "  <key id=\"kind\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"/>\n"
           "  <key id=\"rate\" for=\"edge\" attr.name=\"ratebps\" attr.type=\"long\"/>\n"
           "  <key id=\"delay\" for=\"edge\" attr.name=\"delayPs\" attr.type=\"long\"/>\n"
           "  <graph edgedefault=\"undirected\">\n";
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        out << "    <node id=\"n" << node << "\"><data key=\"name\">"
            << Escape(topology.nodes[node].name) << "</data><data key=\"kind\">"
            << (topology.IsHost(node) ? "host" : "switch") << "</data></node>\n";
    }
    for (const auto& link : topology.links)
    {
        out << "    <edge source=\"n" << link.a << "\" target=\"n" << link.b
            << "\"><data key=\"rate\">" << link.ratebps << "</data><data key=\"delay\">"
            << link.delayPs << "</data></edge>\n";
    }
    out << "  </graph>\n</graphml>\n";
}

void
WriteHpcc(std::ostream& out, const FabricTopology& given)
{
    const FabricTopology topology = given.WithWholeHosts();
    out << topology.nodes.size() << ' ' << topology.GetSwitchCount() << ' ' << topology.links.size()
        << '\n';
    bool any = false;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (!topology.IsHost(node))
        {
            out << (any ? " " : "") << node;
            any = true;
        }
    }
    out << '\n';
    for (const auto& link : topology.links)
    {
        out << link.a << ' ' << link.b << ' ' << link.ratebps << "bps " << FormatMs(link.delayPs)
            << ' ' << link.errorRate << '\n';
    }
}

void
WriteSvg(std::ostream& out, const FabricTopology& given, const std::string& title)
{
    const FabricTopology topology = given.WithWholeHosts();
    const auto drawing = Arrange(topology);
    std::vector<const Drawing::Place*> placeOf(topology.nodes.size());
    for (const auto& place : drawing.places)
    {
        placeOf[place.node] = &place;
    }
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << WIDTH << ' ' << HEIGHT
        << "\" font-family=\"sans-serif\" font-size=\"13\">\n"
        << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"" << WIDTH / 2
        << "\" y=\"28\" text-anchor=\"middle\" font-size=\"18\">" << Escape(title) << "</text>\n"
        << "<g stroke=\"#7a8ca0\" stroke-width=\"0.7\" stroke-opacity=\"0.6\">\n";
    std::set<std::pair<uint32_t, uint32_t>> drawn;
    for (const auto& link : topology.links)
    {
        const auto* a = placeOf[link.a];
        const auto* b = placeOf[link.b];
        if (a && b && drawn.emplace(link.a, link.b).second)
        {
            out << "<line x1=\"" << a->x << "\" y1=\"" << a->y << "\" x2=\"" << b->x << "\" y2=\""
                << b->y << "\"/>\n";
        }
    }
    out << "</g>\n";
    for (const auto& place : drawing.places)
    {
        const auto name = "<title>" + Escape(topology.nodes[place.node].name) + "</title>";
        if (topology.IsHost(place.node))
        {
            out << "<circle cx=\"" << place.x << "\" cy=\"" << place.y
                << "\" r=\"3\" fill=\"#3a6ea5\">" << name << "</circle>\n";
        }
        else
        {
            out << "<rect x=\"" << place.x - 6 << "\" y=\"" << place.y - 6
                << "\" width=\"12\" height=\"12\" fill=\"#d98032\">" << name << "</rect>\n";
        }
    }
    for (size_t i = 0; i < drawing.captions.size(); ++i)
    {
        out << "<text x=\"8\" y=\"" << drawing.heights[i] << "\">" << Escape(drawing.captions[i])
            << "</text>\n";
    }
    out << "</svg>\n";
}

} // namespace ns3
