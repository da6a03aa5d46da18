// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "route-file.h"

#include "ns3/parse-number.h"
#include "ns3/text-reader.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace ns3
{

namespace
{

/** A file and its topology. */
class RouteFileReader
{
  public:
    RouteFileReader(const std::string& path, FabricTopology& topology)
        : m_reader(path),
          m_topology(topology),
          m_linksByNode(topology.GetLinksByNode())
    {
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            m_nodes.emplace(topology.nodes[node].name, node);
        }
    }

    void Read()
    {
        m_reader.SkipComments('#');
        std::vector<TopologyRoute> defaults;
        std::map<uint32_t, std::set<uint32_t>> named; // by switch: hosts with a line
        while (!m_reader.AtEnd())
        {
            m_reader.BeginRecord();
            TopologyRoute route;
            route.node = ReadSwitch();
            route.line = m_reader.GetLine();
            const auto destination = ReadDestination();
            do
            {
                ReadNeighbour(route);
            } while (!m_reader.AtRecordEnd());
            m_reader.EndRecord();
            if (destination)
            {
                route.hosts = {*destination};
                named[route.node].insert(*destination);
                m_topology.routes.push_back(route);
            }
            else
            {
                defaults.push_back(route);
            }
        }
        for (auto& route : defaults)
        {
            route.hosts = GetOthers(route.node, named[route.node]);
            m_topology.routes.push_back(route);
        }
    }

  private:
    std::optional<uint32_t> FindNode(std::string_view name) const
    {
        const auto found = m_nodes.find(name);
        return found == m_nodes.end() ? std::nullopt : std::optional<uint32_t>(found->second);
    }

    uint32_t ReadSwitch()
    {
        const std::string name(m_reader.ReadField("switch"));
        const auto node = FindNode(name);
        if (!node || m_topology.IsHost(*node))
        {
            m_reader.Fail("switch",
                          "'" + name +
                              "' is not a switch; expected the name of a switch, such as " +
                              GetExample(TopologyNode::Kind::SWITCH));
        }
        return *node;
    }

    /** @return host index; nothing for * */
    std::optional<uint32_t> ReadDestination()
    {
        const std::string name(m_reader.ReadField("destination"));
        if (name == "*")
        {
            return std::nullopt;
        }
        const auto node = FindNode(name);
        if (!node || !m_topology.IsHost(*node))
        {
            m_reader.Fail("destination",
                          "'" + name + "' is not a host; expected the name of a host, such as " +
                              GetExample(TopologyNode::Kind::HOST) + ", or * for all others");
        }
        return m_topology.hostIndex[*node];
    }

    /** Adds the links named by a field. */
    void ReadNeighbour(TopologyRoute& route)
    {
        const std::string text(m_reader.ReadField("neighbour"));
        std::string name = text;
        std::optional<uint32_t> place;
        const size_t slash = text.rfind('/');
        if (!FindNode(text) && slash != std::string::npos)
        {
            place = ParseNumber<uint32_t>(text.substr(slash + 1));
            if (!place)
            {
                m_reader.Fail("neighbour",
                              "'" + text + "' does not end in the number of a link after its /");
            }
            name = text.substr(0, slash);
        }
        const auto peer = FindNode(name);
        std::vector<uint32_t> links;
        for (const uint32_t link : m_linksByNode[route.node])
        {
            if (peer && m_topology.GetPeer(link, route.node) == *peer)
            {
                links.push_back(link);
            }
        }
        if (links.empty())
        {
            m_reader.Fail("neighbour",
                          "'" + name + "' has no link to " + m_topology.nodes[route.node].name);
        }
        if (place && *place >= links.size())
        {
            m_reader.Fail("neighbour",
                          "'" + text + "': there are " + std::to_string(links.size()) +
                              " links, counted from 0");
        }
        if (place)
        {
            links = std::vector<uint32_t>(1, links[*place]);
        }
        route.links.insert(route.links.end(), links.begin(), links.end());
    }

    /** @return all hosts except the named ones and those on the switch itself */
    std::vector<uint32_t> GetOthers(uint32_t node, const std::set<uint32_t>& named) const
    {
        std::vector<uint32_t> others;
        for (uint32_t host = 0; host < m_topology.GetHostCount(); ++host)
        {
            const uint32_t id = m_topology.hosts[host];
            const auto& links = m_linksByNode[id];
            const bool local = !links.empty() && m_topology.GetPeer(links.front(), id) == node;
            if (!local && named.count(host) == 0)
            {
                others.push_back(host);
            }
        }
        return others;
    }

    std::string GetExample(TopologyNode::Kind kind) const
    {
        for (const auto& node : m_topology.nodes)
        {
            if (node.kind == kind)
            {
                return node.name;
            }
        }
        return "... (the topology has none)";
    }

    TextReader m_reader;
    FabricTopology& m_topology;
    std::vector<std::vector<uint32_t>> m_linksByNode;     //!< link ids
    std::map<std::string, uint32_t, std::less<>> m_nodes; //!< id by name
};

} // namespace

void
ReadRouteFile(const std::string& path, FabricTopology& topology)
{
    topology.routes.clear();
    topology.routesOrigin = path;
    RouteFileReader(path, topology).Read();
}

} // namespace ns3
