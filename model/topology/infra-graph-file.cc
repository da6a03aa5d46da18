// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infra-graph-file.h"

#include "topology-parts.h"

#include "ns3/json-reader.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/** @return value / scale as a decimal number without zeros at its end; scale is a power of ten */
std::string
FormatUnits(uint64_t value, uint64_t scale)
{
    std::string fraction = std::to_string(scale + value % scale).substr(1);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return std::to_string(value / scale) + (fraction.empty() ? "" : "." + fraction);
}

/** Writer of one file. */
class InfraGraphWriter
{
  public:
    InfraGraphWriter(std::ostream& out,
                     const FabricTopology& topology,
                     const InfraGraphServers& servers)
        : m_out(out),
          m_topology(topology),
          m_servers(servers),
          m_ends(topology.nodes.size())
    {
        std::map<std::string, uint32_t> counts;
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            if (!topology.IsHost(node))
            {
                const auto kind = GetNodeKind(topology.nodes[node].name);
                m_ends[node] = {kind, counts[kind]++};
            }
        }
        std::vector<uint32_t> degrees(topology.nodes.size());
        for (const auto& link : topology.links)
        {
            m_links.emplace(std::pair(link.ratebps, link.delayPs), m_links.size());
            for (const uint32_t end : {link.a, link.b})
            {
                ++degrees[end];
                if (topology.IsHost(end))
                {
                    m_nicsPerGpu = std::max(m_nicsPerGpu, degrees[end] * servers.planes);
                }
                else
                {
                    auto& kind = m_kinds[m_ends[end].kind];
                    kind.count = counts[m_ends[end].kind];
                    kind.ports = std::max(kind.ports, degrees[end]);
                }
            }
        }
    }

    void Write(const std::string& name)
    {
        m_out << "{\n\"name\": " << QuoteJson(name) << ",\n\"devices\": [\n";
        WriteServer();
        for (const auto& [kind, size] : m_kinds)
        {
            m_out << ",\n{\"name\": \"" << kind
                  << "-switch\", \"components\": [{\"name\": \"asic\", "
                  << "\"count\": 1, \"choice\": \"switch\"}, {\"name\": \"port\", \"count\": "
                  << size.ports
                  << ", \"choice\": \"port\"}],\n\"links\": [{\"name\": \"internal\"}], "
                  << "\"edges\": [";
            WriteEdge("\"component\": \"asic\"",
                      "\"component\": \"port\"",
                      "many2many",
                      "internal");
            m_out << "]}";
        }
        m_out << "],\n\"links\": [";
        const char* separator = "\n";
        for (const auto& [values, number] : m_links)
        {
            m_out << separator << "{\"name\": \"link" << number
                  << "\", \"physical\": {\"bandwidth\": {\"choice\": \"gigabits_per_second\", "
                     "\"gigabits_per_second\": "
                  << FormatUnits(values.first, 1'000'000'000)
                  << "}, \"latency\": {\"choice\": \"ns\", \"ns\": "
                  << FormatUnits(static_cast<uint64_t>(values.second), 1000) << "}}}";
            separator = ",\n";
        }
        m_out << "],\n\"instances\": [\n{\"name\": \"server\", \"device\": \"server\", \"count\": "
              << m_topology.hosts.size() / m_servers.gpusPerServer << '}';
        for (const auto& [kind, size] : m_kinds)
        {
            m_out << ",\n{\"name\": \"" << kind << "\", \"device\": \"" << kind
                  << "-switch\", \"count\": " << size.count * m_servers.planes << '}';
        }
        m_out << "],\n\"edges\": [";
        WriteLinks();
        m_out << "]\n}\n";
    }

  private:
    /** A switch: its kind, and its number among those of a plane. */
    struct End
    {
        std::string kind;
        uint32_t number{0};
    };

    /** Switches of a kind in a plane. */
    struct Size
    {
        uint32_t count{0};
        uint32_t ports{0}; //!< largest number of ports
    };

    void WriteServer()
    {
        const uint32_t gpus = m_servers.gpusPerServer;
        m_out << "{\"name\": \"server\", \"components\": [{\"name\": \"xpu\", \"count\": " << gpus
              << ", \"choice\": \"xpu\"}, {\"name\": \"nic\", \"count\": " << gpus * m_nicsPerGpu
              << ", \"choice\": \"nic\"}],\n\"links\": [{\"name\": \"pcie\"}], \"edges\": [";
        for (uint32_t gpu = 0; gpu < gpus; ++gpu)
        {
            m_out << (gpu > 0 ? ",\n" : "\n");
            WriteEdge("\"component\": \"xpu[" + std::to_string(gpu) + "]\"",
                      "\"component\": \"nic[" + std::to_string(gpu * m_nicsPerGpu) + ":" +
                          std::to_string((gpu + 1) * m_nicsPerGpu) + "]\"",
                      "many2many",
                      "pcie");
        }
        m_out << "]}";
    }

    void WriteEdge(const std::string& first,
                   const std::string& second,
                   const char* scheme,
                   const std::string& link)
    {
        m_out << "{\"ep1\": {" << first << "}, \"ep2\": {" << second << "}, \"scheme\": \""
              << scheme << "\", \"link\": \"" << link << "\"}";
    }

    void WriteLinks()
    {
        std::vector<uint32_t> nics(m_topology.nodes.size()); // of hosts, over all planes
        const char* separator = "\n";
        for (uint32_t plane = 0; plane < m_servers.planes; ++plane)
        {
            std::vector<uint32_t> ports(m_topology.nodes.size());
            const auto describe = [&](uint32_t node) {
                if (m_topology.IsHost(node))
                {
                    const uint32_t host = m_topology.hostIndex[node];
                    const uint32_t gpus = m_servers.gpusPerServer;
                    return "\"instance\": \"server[" + std::to_string(host / gpus) +
                           "]\", \"component\": \"nic[" +
                           std::to_string(host % gpus * m_nicsPerGpu + nics[node]++) + "]\"";
                }
                const auto& [kind, number] = m_ends[node];
                return "\"instance\": \"" + kind + "[" +
                       std::to_string(plane * m_kinds[kind].count + number) +
                       "]\", \"component\": \"port[" + std::to_string(ports[node]++) + "]\"";
            };
            for (const auto& link : m_topology.links)
            {
                m_out << separator;
                separator = ",\n";
                const auto first = describe(link.a);
                WriteEdge(first,
                          describe(link.b),
                          "one2one",
                          "link" + std::to_string(m_links.at({link.ratebps, link.delayPs})));
            }
        }
    }

    std::ostream& m_out;
    const FabricTopology& m_topology; //!< with whole hosts
    const InfraGraphServers& m_servers;
    std::vector<End> m_ends;                                //!< switches by node id
    std::map<std::string, Size> m_kinds;                    //!< switches by kind
    uint32_t m_nicsPerGpu{0};                               //!< links of a host in all planes
    std::map<std::pair<uint64_t, int64_t>, size_t> m_links; //!< number by rate and delay
};

} // namespace

void
WriteInfraGraph(std::ostream& out,
                const FabricTopology& topology,
                const std::string& name,
                const InfraGraphServers& servers)
{
    const FabricTopology whole = topology.WithWholeHosts();
    InfraGraphWriter(out, whole, servers).Write(name);
}

} // namespace ns3
