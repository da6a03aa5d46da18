// SPDX-License-Identifier: GPL-2.0-only

#include "sl-to-vl-file.h"

#include "ns3/input-error.h"
#include "ns3/text-reader.h"

#include <cstdint>
#include <vector>

namespace ns3
{

namespace
{

/** One file and the network that it speaks of. */
class SlToVlFileReader
{
  public:
    SlToVlFileReader(const std::string& path, const FabricNetwork& network)
        : m_reader(path),
          m_topology(network.topology),
          m_linksByNode(network.topology.GetLinksByNode()),
          m_switches(network.fabricSwitches)
    {
    }

    void Read()
    {
        m_reader.SkipComments('#');
        while (!m_reader.AtEnd())
        {
            m_reader.BeginRecord();
            const uint32_t number = ReadSwitch();
            const auto from = ReadPorts("from");
            const auto to = ReadPorts("to");
            const auto map = ReadMap();
            m_reader.EndRecord();
            for (const uint16_t ingress : from)
            {
                for (const uint16_t egress : to)
                {
                    m_switches[number]->SetSlToVl(ingress, egress, map);
                }
            }
        }
    }

  private:
    /** Remembers the node. @return the number of the switch in the network */
    uint32_t ReadSwitch()
    {
        const std::string name(m_reader.ReadField("switch"));
        uint32_t number = 0;
        for (m_node = 0; m_node < m_topology.nodes.size(); ++m_node)
        {
            const bool isSwitch = !m_topology.IsHost(m_node);
            if (isSwitch && m_topology.nodes[m_node].name == name)
            {
                return number;
            }
            number += isSwitch;
        }
        m_reader.Fail("switch", "'" + name + "' is no switch; expected the name of one");
    }

    /** @return numbers of ports of the switch, in the order of whose links it has them */
    std::vector<uint16_t> ReadPorts(const std::string& key)
    {
        const std::string name(m_reader.ReadField(key));
        const auto& links = m_linksByNode[m_node];
        std::vector<uint16_t> ports;
        for (uint16_t port = 0; port < links.size(); ++port)
        {
            const uint32_t peer = m_topology.GetPeer(links[port], m_node);
            if (name == "*" || m_topology.nodes[peer].name == name)
            {
                ports.push_back(port);
            }
        }
        if (ports.empty())
        {
            m_reader.Fail(key,
                          "'" + name + "' has no link to " + m_topology.nodes[m_node].name +
                              "; expected a neighbour, or * for all ports");
        }
        return ports;
    }

    SlToVlMap ReadMap()
    {
        const std::string text(m_reader.ReadField("lanes"));
        try
        {
            return SlToVlMap(text, "map");
        }
        catch (const InputError& error)
        {
            m_reader.Fail("lanes", error.what());
        }
    }

    TextReader m_reader;
    const FabricTopology& m_topology;
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< in the order of ports
    const std::vector<Ptr<FabricSwitch>>& m_switches; //!< in the order of the topology
    uint32_t m_node{0};                               //!< of the switch of this line
};

} // namespace

void
ReadSlToVlFile(const std::string& path, const FabricNetwork& network)
{
    SlToVlFileReader(path, network).Read();
}

} // namespace ns3
