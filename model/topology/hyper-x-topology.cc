// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hyper-x-topology.h"

#include "size-list.h"

#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HyperXTopology);

TypeId
HyperXTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HyperXTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<HyperXTopology>()
            .AddAttribute("Dimensions",
                          "Number of switches in each dimension, at least 2, such as 4x4",
                          StringValue("4x4"),
                          MakeStringAccessor(&HyperXTopology::m_dimensions),
                          MakeStringChecker())
            .AddAttribute("HostsPerSwitch",
                          "Number of hosts on each switch",
                          UintegerValue(4),
                          MakeUintegerAccessor(&HyperXTopology::m_hostsPerSwitch),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute(
                "LinksPerPair",
                "Number of parallel links between two switches that differ in one coordinate",
                UintegerValue(1),
                MakeUintegerAccessor(&HyperXTopology::m_linksPerPair),
                MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("Rate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&HyperXTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("SwitchRate",
                          "Rate of the links between switches; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&HyperXTopology::m_switchRate),
                          MakeDataRateChecker())
            .AddAttribute("DimensionRates",
                          "Rates of the links between switches by dimension, separated by commas; "
                          "empty: SwitchRate",
                          StringValue(""),
                          MakeStringAccessor(&HyperXTopology::m_rates),
                          MakeStringChecker())
            .AddAttribute("Delay",
                          "Propagation delay of every link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&HyperXTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
HyperXTopology::DoGenerate() const
{
    const auto parsed = ParseSizes(m_dimensions, 2);
    if (!parsed)
    {
        Fail("Dimensions",
             "'" + m_dimensions +
                 "' is not a list of sizes; expected numbers from 2 to 65536, separated by x, such "
                 "as 4x4");
    }
    const auto& sizes = *parsed;
    const uint64_t switches = CountPoints(sizes);
    const uint64_t hosts = switches * m_hostsPerSwitch;
    const uint64_t neighbours =
        std::accumulate(sizes.begin(), sizes.end(), uint64_t{0}) - sizes.size();
    CheckSize(hosts,
              hosts + switches * neighbours * m_linksPerPair / 2,
              "Dimensions, HostsPerSwitch, LinksPerPair");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const uint64_t switchbps = GetRatebps(m_switchRate, "SwitchRate", ratebps);
    auto rates = ReadRateList(m_rates, "DimensionRates");
    if (rates.empty())
    {
        rates.assign(sizes.size(), switchbps);
    }
    if (rates.size() != sizes.size())
    {
        Fail("DimensionRates",
             "has " + std::to_string(rates.size()) + " rates; expected " +
                 std::to_string(sizes.size()) + ", one for each dimension");
    }
    const int64_t delayPs = m_delay.GetPicoSeconds();

    FabricTopology topology;
    AddHosts(topology, hosts);
    const auto first = static_cast<uint32_t>(hosts);
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.AddSwitch("switch" + NamePlace(GetPlace(i, sizes)));
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, first + host / m_hostsPerSwitch, ratebps, delayPs});
    }
    auto stride = static_cast<uint32_t>(switches);
    for (std::size_t dimension = 0; dimension < sizes.size(); ++dimension)
    {
        const uint32_t size = sizes[dimension];
        stride /= size;
        for (uint32_t i = 0; i < switches; ++i)
        {
            for (uint32_t other = i / stride % size + 1, steps = 1; other < size; ++other, ++steps)
            {
                for (uint32_t link = 0; link < m_linksPerPair; ++link)
                {
                    topology.AddLink(
                        {first + i, first + i + steps * stride, rates[dimension], delayPs});
                }
            }
        }
    }
    return topology;
}

} // namespace ns3
