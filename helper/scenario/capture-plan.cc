// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "capture-plan.h"

#include "ns3/fabric-net-device.h"
#include "ns3/file-slug.h"
#include "ns3/node-pattern.h"
#include "ns3/parse-number.h"
#include "ns3/port-capture.h"
#include "ns3/text-parts.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

const char* const EXPECTED = "expected \"host 3\", \"switch 20 port 2\", \"node 17\" or a node's "
                             "name, such as \"leaf0 port 1\"; * for all: \"switch *\", \"leaf*\"";

std::vector<std::string>
Words(const std::string& text)
{
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; in >> word;)
    {
        words.push_back(word);
    }
    return words;
}

/** @param words words of a port; those of the node are removed @return nodes that they name */
std::vector<uint32_t>
TakeNodes(std::vector<std::string>& words,
          const ScenarioValue& place,
          const std::string& text,
          const FabricTopology& topology)
{
    std::string pattern = words.empty() ? "" : words.front();
    const bool counted = pattern == "host" || pattern == "switch" || pattern == "node";
    if (counted && (words.size() < 2 || (words[1] != "*" && !ParseNumber<uint32_t>(words[1]))))
    {
        place.Fail("\"" + text + "\" is not a port; " + EXPECTED);
    }
    pattern += counted ? " " + words[1] : "";
    const auto nodes = FindNodes(topology, pattern);
    if (nodes.empty() && counted)
    {
        place.Fail("there is no " + pattern + "; the topology has " +
                   std::to_string(FindNodes(topology, words[0] + " *").size()) +
                   ", counted from 0");
    }
    if (nodes.empty())
    {
        place.Fail("\"" + text + "\" is not a port; " + EXPECTED);
    }
    words.erase(words.begin(), words.begin() + (counted ? 2 : 1));
    return nodes;
}

} // namespace

CapturePlan::CapturePlan(const ScenarioValue& value, const FabricTopology& topology)
{
    const auto texts = value.kind == Kind::LIST ? value.children : std::vector{value};
    for (const auto& text : texts)
    {
        text.Expect(Kind::STRING, std::string("a port; ") + EXPECTED);
        for (const auto& part : SplitParts(text.text, ','))
        {
            Add(text, part, topology);
        }
    }
}

void
CapturePlan::Add(const ScenarioValue& place,
                 const std::string& text,
                 const FabricTopology& topology)
{
    auto words = Words(text);
    const auto nodes = TakeNodes(words, place, text, topology);
    std::optional<uint32_t> number;
    if (words.size() == 2 && words[0] == "port")
    {
        number = ParseNumber<uint32_t>(words[1]);
    }
    const bool all = words.empty() || (words.size() == 2 && words[0] == "port" && words[1] == "*");
    if (!all && !number)
    {
        place.Fail("\"" + text + "\" is not a port; " + EXPECTED);
    }
    m_texts.push_back(text);
    const auto linksByNode = topology.GetLinksByNode();
    for (const uint32_t node : nodes)
    {
        const auto ports = static_cast<uint32_t>(linksByNode[node].size());
        if (!all && *number >= ports)
        {
            place.Fail(topology.nodes[node].name + " has no port " + words[1] + "; it has " +
                       std::to_string(ports) + ", counted from 0");
        }
        for (uint32_t port = all ? 0 : *number; port < (all ? ports : *number + 1); ++port)
        {
            const bool known = std::any_of(m_ports.begin(), m_ports.end(), [&](const Port& other) {
                return other.node == node && other.number == port;
            });
            const uint32_t link = linksByNode[node][port];
            const uint32_t side = topology.links[link].a == node ? 0 : 1;
            if (!known)
            {
                m_ports.push_back({node, topology.nodes[node].name, port, link, side});
            }
        }
    }
}

void
CapturePlan::Start(const FabricNetwork& network,
                   const std::string& folder,
                   const std::string& label,
                   const std::string& slug) const
{
    if (!m_ports.empty() && !network.transports.front()->HasPackets())
    {
        std::cerr << label << ": no capture, since "
                  << network.transports.front()->GetInstanceTypeId().GetName()
                  << " has no packets\n";
        return;
    }
    std::set<std::string> names;
    const auto channels = network.GetJoinedParts().channels;
    for (const Port& port : m_ports)
    {
        const auto device = StaticCast<FabricNetDevice>(channels[port.link]->GetDevice(port.side));
        if (!device->GetCodec())
        {
            std::cerr << label << ": no capture, since this fabric has no codec for its packets\n";
            return;
        }
        const std::string start = "capture-" + slug + "-" + Slug(port.name);
        const std::string end = "-port" + std::to_string(port.number);
        std::string name = start + end;
        if (!names.insert(name).second)
        {
            name = start + "-node" + std::to_string(port.node) + end;
        }
        PortCapture::Start(device, (std::filesystem::path(folder) / (name + ".pcap")).string());
    }
}

} // namespace ns3
