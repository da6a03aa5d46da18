// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rail-optimized-topology.h"

#include "size-list.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/parse-number.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RailOptimizedTopology);

TypeId
RailOptimizedTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RailOptimizedTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<RailOptimizedTopology>()
            .AddAttribute("Servers",
                          "Number of servers",
                          UintegerValue(4),
                          MakeUintegerAccessor(&RailOptimizedTopology::m_servers),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("GpusPerServer",
                          "GPUs of each server, each a host with a NIC",
                          UintegerValue(8),
                          MakeUintegerAccessor(&RailOptimizedTopology::m_gpusPerServer),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("ServersPerGroup",
                          "Servers that share the same leaves, a divisor of Servers; 0: all",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RailOptimizedTopology::m_serversPerGroup),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddAttribute("RailMap",
                          "The rail of each GPU of a server, such as 0,0,1,1; empty: GPU g is on "
                          "rail g",
                          StringValue(""),
                          MakeStringAccessor(&RailOptimizedTopology::m_railMap),
                          MakeStringChecker())
            .AddAttribute("Spines",
                          "Number of spine switches; with RailOnly, per rail",
                          UintegerValue(4),
                          MakeUintegerAccessor(&RailOptimizedTopology::m_spines),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute(
                "RailOnly",
                "Each spine links the leaves of one rail only; rails have no path to each other",
                BooleanValue(false),
                MakeBooleanAccessor(&RailOptimizedTopology::m_railOnly),
                MakeBooleanChecker())
            .AddAttribute("HostRate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("400Gbps")),
                          MakeDataRateAccessor(&RailOptimizedTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("Oversubscription",
                          "Capacity of a leaf to its hosts divided by its capacity to the spines; "
                          "1: non-blocking",
                          DoubleValue(1),
                          MakeDoubleAccessor(&RailOptimizedTopology::m_oversubscription),
                          MakeDoubleChecker<double>(0.001, 1000))
            .AddAttribute("HostDelay",
                          "Propagation delay of the links of the hosts",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RailOptimizedTopology::m_hostDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("UplinkDelay",
                          "Propagation delay of the links between leaves and spines",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RailOptimizedTopology::m_uplinkDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

/** @return by GPU of a server: its rail; every rail from 0 on has a GPU */
std::vector<uint32_t>
RailOptimizedTopology::ReadRailMap() const
{
    std::vector<uint32_t> rails(m_gpusPerServer);
    if (m_railMap.empty())
    {
        std::iota(rails.begin(), rails.end(), 0);
        return rails;
    }
    rails.clear();
    for (const auto& item : SplitList(m_railMap))
    {
        const auto rail = ParseNumber<uint32_t>(item, 0, m_gpusPerServer - 1);
        if (!rail)
        {
            Fail("RailMap",
                 "'" + item + "' is not a rail; expected numbers from 0 to " +
                     std::to_string(m_gpusPerServer - 1) + ", separated by commas");
        }
        rails.push_back(*rail);
    }
    if (rails.size() != m_gpusPerServer)
    {
        Fail("RailMap",
             "has " + std::to_string(rails.size()) + " rails; expected one for each of the " +
                 std::to_string(m_gpusPerServer) + " GPUs of a server");
    }
    const uint32_t count = *std::max_element(rails.begin(), rails.end()) + 1;
    for (uint32_t rail = 0; rail < count; ++rail)
    {
        if (std::find(rails.begin(), rails.end(), rail) == rails.end())
        {
            Fail("RailMap", "has no GPU on rail " + std::to_string(rail));
        }
    }
    return rails;
}

FabricTopology
RailOptimizedTopology::DoGenerate() const
{
    const auto railOfGpu = ReadRailMap();
    const uint32_t rails = *std::max_element(railOfGpu.begin(), railOfGpu.end()) + 1;
    const uint32_t perGroup = m_serversPerGroup == 0 ? m_servers : m_serversPerGroup;
    if (m_servers % perGroup != 0)
    {
        Fail("ServersPerGroup",
             std::to_string(perGroup) + " is not a divisor of the " + std::to_string(m_servers) +
                 " Servers");
    }
    const uint32_t groups = m_servers / perGroup;
    if (m_spines == 0 && (groups > 1 || (rails > 1 && !m_railOnly)))
    {
        Fail("Spines", "is 0; expected at least 1, or RailOnly with all servers in one group");
    }
    const uint64_t hosts = uint64_t{m_servers} * m_gpusPerServer;
    const uint64_t leaves = uint64_t{groups} * rails;
    CheckSize(hosts, hosts + leaves * m_spines, "Servers, GpusPerServer, Spines");
    const uint64_t hostRatebps = GetRatebps(m_hostRate, "HostRate");

    FabricTopology topology;
    topology.islands = m_railOnly && rails > 1;
    AddHosts(topology, hosts);
    const auto firstLeaf = static_cast<uint32_t>(hosts);
    AddSwitches(topology, "leaf", leaves);
    const auto firstSpine = static_cast<uint32_t>(firstLeaf + leaves);
    std::vector<uint32_t> hostsOfLeaf(leaves);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const uint32_t group = host / m_gpusPerServer / perGroup;
        const uint32_t leaf = group * rails + railOfGpu[host % m_gpusPerServer];
        ++hostsOfLeaf[leaf];
        topology.AddLink({host, firstLeaf + leaf, hostRatebps, m_hostDelay.GetPicoSeconds()});
    }
    std::vector<Uplinks> uplinks;
    uint32_t spines = 0;
    for (uint32_t leaf = 0; leaf < leaves && m_spines > 0; ++leaf)
    {
        uplinks.push_back(ShareUplinks(1.0 * hostsOfLeaf[leaf] * hostRatebps,
                                       m_spines,
                                       1,
                                       m_oversubscription,
                                       "Oversubscription"));
        spines = std::max(spines, uplinks.back().switches);
    }
    AddSwitches(topology, "spine", (m_railOnly ? rails : 1) * spines);
    for (uint32_t leaf = 0; leaf < uplinks.size(); ++leaf)
    {
        const uint32_t first = m_railOnly ? leaf % rails * spines : 0;
        for (uint32_t spine = 0; spine < uplinks[leaf].switches; ++spine)
        {
            topology.AddLink({firstLeaf + leaf,
                              firstSpine + first + spine,
                              uplinks[leaf].ratebps,
                              m_uplinkDelay.GetPicoSeconds()});
        }
    }
    return topology;
}

} // namespace ns3
