// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "torus-topology.h"

#include "size-list.h"

#include "ns3/boolean.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TorusTopology);

TypeId
TorusTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TorusTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<TorusTopology>()
            .AddAttribute("Dimensions",
                          "Number of switches in each dimension, such as 8x8 or 4x4x4",
                          StringValue("4x4"),
                          MakeStringAccessor(&TorusTopology::m_dimensions),
                          MakeStringChecker())
            .AddAttribute("HostsPerSwitch",
                          "Number of hosts on each switch",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TorusTopology::m_hostsPerSwitch),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("Wrap",
                          "Link the first and the last switch of every row: a torus; false: a mesh",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TorusTopology::m_wrap),
                          MakeBooleanChecker())
            .AddAttribute("Rate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&TorusTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("SwitchRate",
                          "Rate of the links between switches; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&TorusTopology::m_switchRate),
                          MakeDataRateChecker())
            .AddAttribute("DimensionRates",
                          "Rate of the links between switches, by dimension, separated by commas, "
                          "such as 200Gbps,100Gbps; empty: SwitchRate in all",
                          StringValue(""),
                          MakeStringAccessor(&TorusTopology::m_dimensionRates),
                          MakeStringChecker())
            .AddAttribute("Delay",
                          "Propagation delay of every link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&TorusTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

std::vector<uint32_t>
TorusTopology::ParseDimensions() const
{
    const auto sizes = ParseSizes(m_dimensions, 2);
    if (!sizes)
    {
        Fail("Dimensions",
             "'" + m_dimensions +
                 "' is not a list of sizes; expected numbers from 2 to 65536, separated by x, such "
                 "as 4x4x4");
    }
    return *sizes;
}

std::vector<uint64_t>
TorusTopology::GetSwitchRates(size_t dimensions) const
{
    const bool one = m_switchRate.GetBitRate() == 0;
    const auto rate = GetRatebps(one ? m_rate : m_switchRate, one ? "Rate" : "SwitchRate");
    if (m_dimensionRates.empty())
    {
        return std::vector<uint64_t>(dimensions, rate);
    }
    if (!one)
    {
        Fail("DimensionRates", "cannot be set together with SwitchRate; set one of them");
    }
    std::vector<uint64_t> rates = ReadRateList(m_dimensionRates, "DimensionRates");
    if (rates.size() != dimensions)
    {
        Fail("DimensionRates",
             "has " + std::to_string(rates.size()) + " rates; expected " +
                 std::to_string(dimensions) + ", one for each dimension");
    }
    return rates;
}

FabricTopology
TorusTopology::DoGenerate() const
{
    const auto sizes = ParseDimensions();
    const uint64_t switches = CountPoints(sizes);
    const uint64_t hosts = switches * m_hostsPerSwitch;
    CheckSize(hosts, hosts + switches * sizes.size(), "Dimensions, HostsPerSwitch");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const auto switchRates = GetSwitchRates(sizes.size());
    const int64_t delayPs = m_delay.GetPicoSeconds();

    FabricTopology topology;
    AddHosts(topology, hosts);
    const auto first = static_cast<uint32_t>(hosts);
    topology.grid.sizes = sizes;
    topology.grid.places.resize(hosts);
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.grid.places.push_back(GetPlace(i, sizes));
        topology.AddSwitch("switch" + NamePlace(topology.grid.places.back()));
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, first + host / m_hostsPerSwitch, ratebps, delayPs});
    }
    for (uint32_t i = 0; i < switches; ++i)
    {
        uint32_t stride = static_cast<uint32_t>(switches);
        for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
        {
            const uint32_t size = sizes[dimension];
            stride /= size;
            const bool last = topology.grid.places[first + i][dimension] + 1 == size;
            if (!last || (m_wrap && size > 2))
            {
                const uint32_t next = last ? i - (size - 1) * stride : i + stride;
                topology.AddLink({first + i, first + next, switchRates[dimension], delayPs});
            }
        }
    }
    return topology;
}

} // namespace ns3
