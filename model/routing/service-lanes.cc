// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "service-lanes.h"

#include "ns3/input-error.h"
#include "ns3/lane-after-hop.h"
#include "ns3/text-reader.h"

namespace ns3
{

namespace
{

/** A file and its network. */
class SlToVlFileReader
{
  public:
    SlToVlFileReader(const std::string& path, const FabricTopology& topology)
        : m_reader(path),
          m_topology(topology),
          m_linksByNode(topology.GetLinksByNode())
    {
    }

    std::vector<ServiceLanes::PairMap> Read()
    {
        std::vector<ServiceLanes::PairMap> maps;
        m_reader.SkipComments('#');
        while (!m_reader.AtEnd())
        {
            m_reader.BeginRecord();
            ReadSwitch();
            const auto from = ReadLinks("from");
            const auto to = ReadLinks("to");
            const auto map = ReadMap();
            m_reader.EndRecord();
            for (const uint32_t ingress : from)
            {
                for (const uint32_t egress : to)
                {
                    maps.push_back({m_node, ingress, egress, map});
                }
            }
        }
        return maps;
    }

  private:
    /** Sets the present switch. */
    void ReadSwitch()
    {
        const std::string name(m_reader.ReadField("switch"));
        for (m_node = 0; m_node < m_topology.nodes.size(); ++m_node)
        {
            if (!m_topology.IsHost(m_node) && m_topology.nodes[m_node].name == name)
            {
                return;
            }
        }
        m_reader.Fail("switch", "'" + name + "' is not a switch; expected the name of a switch");
    }

    /** @return links of the present switch to the neighbour named in a field */
    std::vector<uint32_t> ReadLinks(const std::string& key)
    {
        const std::string name(m_reader.ReadField(key));
        std::vector<uint32_t> links;
        for (const uint32_t link : m_linksByNode[m_node])
        {
            const uint32_t peer = m_topology.GetPeer(link, m_node);
            if (name == "*" || m_topology.nodes[peer].name == name)
            {
                links.push_back(link);
            }
        }
        if (links.empty())
        {
            m_reader.Fail(key,
                          "'" + name + "' has no link to " + m_topology.nodes[m_node].name +
                              "; expected a neighbour, or * for all ports");
        }
        return links;
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
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< link ids
    uint32_t m_node{0};                               //!< switch of this line
};

} // namespace

ServiceLanes::ServiceLanes(uint32_t dataLanes, uint32_t lossless)
    : m_dataLanes(dataLanes),
      m_lossless(lossless)
{
}

void
ServiceLanes::SetHostMap(const SlToVlMap& map)
{
    m_host = map;
}

void
ServiceLanes::SetSwitchMap(const SlToVlMap& map)
{
    m_switch = map;
}

void
ServiceLanes::SetPairMap(const PairMap& map)
{
    m_pairs[{map.node, map.from, map.to}] = map.map;
    m_withPairs.insert(map.node);
}

void
ServiceLanes::SetByHop(const FabricTopology& topology)
{
    for (const auto& link : topology.links)
    {
        m_joinsSwitches.push_back(!topology.IsHost(link.a) && !topology.IsHost(link.b));
    }
}

uint8_t
ServiceLanes::GetFirst(uint8_t level) const
{
    return m_host.value_or(SlToVlMap()).GetLane(level, GetLaneMask(m_dataLanes));
}

uint8_t
ServiceLanes::GetFirstOfMinimalWay(uint8_t first) const
{
    return m_joinsSwitches.empty() ? first : GetLaneOfMinimalWay(first, m_lossless, m_dataLanes);
}

uint8_t
ServiceLanes::GetNext(uint32_t node, uint32_t from, uint32_t to, uint8_t level, uint8_t lane) const
{
    if (!m_joinsSwitches.empty())
    {
        const bool hops = m_joinsSwitches[from] && m_joinsSwitches[to];
        return hops ? GetLaneAfterHop(lane, m_lossless, m_dataLanes) : lane;
    }
    const uint8_t laneMask = GetLaneMask(m_dataLanes);
    const auto pair = m_pairs.find({node, from, to});
    if (pair != m_pairs.end())
    {
        return pair->second.GetLane(level, laneMask);
    }
    if (m_switch)
    {
        return m_switch->GetLane(level, laneMask);
    }
    return m_withPairs.count(node) > 0 ? SlToVlMap().GetLane(level, laneMask) : lane;
}

std::vector<ServiceLanes::PairMap>
ReadSlToVlFile(const std::string& path, const FabricTopology& topology)
{
    return SlToVlFileReader(path, topology).Read();
}

} // namespace ns3
