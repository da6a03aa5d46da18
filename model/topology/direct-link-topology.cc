// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "direct-link-topology.h"

#include "size-list.h"

#include "ns3/parse-number.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DirectLinkTopology);

TypeId
DirectLinkTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DirectLinkTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<DirectLinkTopology>()
            .AddAttribute("Hosts",
                          "Number of chips",
                          UintegerValue(8),
                          MakeUintegerAccessor(&DirectLinkTopology::m_hosts),
                          MakeUintegerChecker<uint32_t>(2, 4096))
            .AddAttribute("Links",
                          "all: one link between any two chips. Otherwise pairs of chips separated "
                          "by commas, with the number of their links if it is not 1, such as "
                          "\"0-1, 0-3x2\"",
                          StringValue("all"),
                          MakeStringAccessor(&DirectLinkTopology::m_links),
                          MakeStringChecker())
            .AddAttribute("Rate",
                          "Rate of one link between two chips",
                          DataRateValue(DataRate("400Gbps")),
                          MakeDataRateAccessor(&DirectLinkTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("HostRate",
                          "Rate between a chip and its router; 0bps: that of its links together",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&DirectLinkTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of the links between chips",
                          TimeValue(NanoSeconds(100)),
                          MakeTimeAccessor(&DirectLinkTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("HostDelay",
                          "Delay between a chip and its router",
                          TimeValue(NanoSeconds(10)),
                          MakeTimeAccessor(&DirectLinkTopology::m_hostDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

DirectLinkTopology::Bundle
DirectLinkTopology::ReadBundle(const std::string& text) const
{
    const std::size_t dash = text.find('-');
    const std::size_t times = text.find('x');
    const auto first = ParseNumber<uint32_t>(text.substr(0, dash), 0, m_hosts - 1);
    const auto second =
        dash == std::string::npos
            ? std::nullopt
            : ParseNumber<uint32_t>(text.substr(dash + 1, times - dash - 1), 0, m_hosts - 1);
    const auto links =
        times == std::string::npos ? 1 : ParseNumber<uint32_t>(text.substr(times + 1), 1, 1024);
    if (!first || !second || !links || *first == *second)
    {
        Fail("Links",
             "'" + text + "' is not a pair of chips; expected two different numbers from 0 to " +
                 std::to_string(m_hosts - 1) + ", such as 0-1, or 0-1x2 for two links");
    }
    return {std::min(*first, *second), std::max(*first, *second), *links};
}

std::vector<DirectLinkTopology::Bundle>
DirectLinkTopology::ReadLinks() const
{
    std::vector<Bundle> bundles;
    if (m_links == "all")
    {
        for (uint32_t first = 0; first < m_hosts; ++first)
        {
            for (uint32_t second = first + 1; second < m_hosts; ++second)
            {
                bundles.push_back({first, second, 1});
            }
        }
        return bundles;
    }
    std::set<std::pair<uint32_t, uint32_t>> taken;
    for (std::string item : SplitList(m_links))
    {
        item.erase(std::remove(item.begin(), item.end(), ' '), item.end());
        const Bundle bundle = ReadBundle(item);
        if (!taken.emplace(bundle.first, bundle.second).second)
        {
            Fail("Links",
                 "'" + item +
                     "' names a pair of chips again; expected each pair once, with the "
                     "number of its links behind x");
        }
        bundles.push_back(bundle);
    }
    return bundles;
}

FabricTopology
DirectLinkTopology::DoGenerate() const
{
    const auto bundles = ReadLinks();
    CheckSize(m_hosts, m_hosts + bundles.size(), "Hosts, Links");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    std::vector<uint64_t> links(m_hosts);
    for (const auto& bundle : bundles)
    {
        links[bundle.first] += bundle.links;
        links[bundle.second] += bundle.links;
    }
    FabricTopology topology;
    AddHosts(topology, m_hosts);
    AddSwitches(topology, "chip", m_hosts);
    for (uint32_t chip = 0; chip < m_hosts; ++chip)
    {
        if (links[chip] == 0)
        {
            Fail("Links", "has no link of chip " + std::to_string(chip) + "; expected at least 1");
        }
        topology.AddLink({chip,
                          m_hosts + chip,
                          GetRatebps(m_hostRate,
                                     "HostRate",
                                     GetRatebps(DataRate(links[chip] * ratebps), "Rate")),
                          m_hostDelay.GetPicoSeconds()});
    }
    for (const auto& bundle : bundles)
    {
        topology.AddLink({m_hosts + bundle.first,
                          m_hosts + bundle.second,
                          GetRatebps(DataRate(bundle.links * ratebps), "Rate"),
                          m_delay.GetPicoSeconds()});
    }
    return topology;
}

} // namespace ns3
