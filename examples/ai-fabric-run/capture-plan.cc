// SPDX-License-Identifier: GPL-2.0-only

#include "capture-plan.h"

#include "result-folder.h"

#include "ns3/parse-number.h"
#include "ns3/port-capture.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

const char* const EXPECTED = "expected \"host 3\", \"switch 20 port 2\", \"node 17\" or a node's "
                             "name, such as \"leaf0 port 1\"";

std::vector<std::string>
Split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);)
    {
        parts.push_back(part);
    }
    return parts;
}

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

/** @return the ids of all nodes of a kind */
std::vector<uint32_t>
NodesOf(const FabricTopology& topology, const std::string& kind)
{
    std::vector<uint32_t> nodes;
    for (uint32_t id = 0; id < topology.nodes.size(); ++id)
    {
        if (kind == "node" || (kind == "host") == topology.IsHost(id))
        {
            nodes.push_back(id);
        }
    }
    return nodes;
}

/** @param words of a port; those of the node are taken from it @return the node's id */
uint32_t
TakeNode(std::vector<std::string>& words,
         const ScenarioValue& place,
         const std::string& text,
         const FabricTopology& topology)
{
    const std::string first = words.empty() ? "" : words.front();
    if (first == "host" || first == "switch" || first == "node")
    {
        const auto nodes = NodesOf(topology, first);
        const auto number = words.size() > 1 ? ParseNumber<uint32_t>(words[1]) : std::nullopt;
        if (!number)
        {
            place.Fail("\"" + text + "\" is no port; " + EXPECTED);
        }
        if (*number >= nodes.size())
        {
            place.Fail("there is no " + first + " " + words[1] + "; the topology has " +
                       std::to_string(nodes.size()) + ", counted from 0");
        }
        words.erase(words.begin(), words.begin() + 2);
        return nodes[*number];
    }
    const auto found = std::find_if(topology.nodes.begin(),
                                    topology.nodes.end(),
                                    [&first](const auto& node) { return node.name == first; });
    if (found == topology.nodes.end())
    {
        place.Fail("\"" + text + "\" is no port; " + EXPECTED);
    }
    words.erase(words.begin());
    return static_cast<uint32_t>(found - topology.nodes.begin());
}

} // namespace

CapturePlan::CapturePlan(const ScenarioValue& value, const FabricTopology& topology)
{
    const auto texts = value.kind == Kind::LIST ? value.children : std::vector{value};
    for (const auto& text : texts)
    {
        text.Expect(Kind::STRING, std::string("a port; ") + EXPECTED);
        for (const auto& part : Split(text.text, ','))
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
    const uint32_t node = TakeNode(words, place, text, topology);
    const auto ports = static_cast<uint32_t>(topology.GetLinksByNode()[node].size());
    uint32_t first = 0;
    uint32_t last = ports;
    if (!words.empty())
    {
        const auto number = words.size() == 2 && words[0] == "port"
                                ? ParseNumber<uint32_t>(words[1])
                                : std::nullopt;
        if (!number)
        {
            place.Fail("\"" + text + "\" is no port; " + EXPECTED);
        }
        if (*number >= ports)
        {
            place.Fail(topology.nodes[node].name + " has no port " + words[1] + "; it has " +
                       std::to_string(ports) + ", counted from 0");
        }
        first = *number;
        last = first + 1;
    }
    m_texts.push_back(text);
    for (uint32_t number = first; number < last; ++number)
    {
        const bool known = std::any_of(m_ports.begin(), m_ports.end(), [&](const Port& port) {
            return port.node == node && port.number == number;
        });
        if (!known)
        {
            m_ports.push_back({node, number});
        }
    }
}

void
CapturePlan::Start(const FabricNetwork& network,
                   const std::string& folder,
                   const std::string& label) const
{
    const FabricTopology& topology = network.topology;
    const auto switches = NodesOf(topology, "switch");
    for (const Port& port : m_ports)
    {
        const auto place = std::lower_bound(switches.begin(), switches.end(), port.node);
        const auto node = topology.IsHost(port.node)
                              ? network.hosts.Get(topology.hostIndex[port.node])
                              : network.switches.Get(place - switches.begin());
        // The devices of the topology's links come first, in the order of the links.
        const auto device = StaticCast<FabricNetDevice>(node->GetDevice(port.number));
        if (!device->GetCodec())
        {
            std::cerr << label << ": no capture, there is no codec for packets of this fabric\n";
            return;
        }
        const std::string name = "capture-" + Slug(label) + "-" +
                                 Slug(topology.nodes[port.node].name) + "-port" +
                                 std::to_string(port.number) + ".pcap";
        PortCapture::Start(device, (std::filesystem::path(folder) / name).string());
    }
}

} // namespace ns3
