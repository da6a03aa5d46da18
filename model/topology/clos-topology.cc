// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "clos-topology.h"

#include "size-list.h"

#include "ns3/boolean.h"
#include "ns3/parse-number.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ClosTopology);

namespace
{

/**
 * @param tier number of the tier, 0 for the leaves
 * @return name of its switches
 */
std::string
NameTier(size_t tier)
{
    constexpr std::array<const char*, 3> NAMES = {"leaf", "spine", "core"};
    return tier < NAMES.size() ? NAMES[tier] : "tier" + std::to_string(tier + 1) + "-";
}

} // namespace

TypeId
ClosTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ClosTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<ClosTopology>()
            .AddAttribute(
                "Servers",
                "Number of servers; the last group or block may be smaller than the others",
                UintegerValue(16),
                MakeUintegerAccessor(&ClosTopology::m_servers),
                MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("GpusPerServer",
                          "GPUs of each server, each a host with a NIC",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ClosTopology::m_gpusPerServer),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("ServersPerGroup",
                          "Servers that share the same leaf; with Rails, the same leaves",
                          UintegerValue(4),
                          MakeUintegerAccessor(&ClosTopology::m_serversPerGroup),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000))
            .AddAttribute("Rails",
                          "Rails of a group of servers, a divisor of GpusPerServer; GPU g is on "
                          "rail g modulo Rails, which has a leaf for each of HostPorts",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ClosTopology::m_rails),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("HostPorts",
                          "Number of ports of each host, on as many leaves of its rail (dual ToR: "
                          "2); a group has Rails * HostPorts leaves. Not with RailOnly",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ClosTopology::m_hostPorts),
                          MakeUintegerChecker<uint32_t>(1, 32))
            .AddAttribute(
                "RailOnly",
                "Every rail has its own switches in all tiers; rails have no path to each other",
                BooleanValue(false),
                MakeBooleanAccessor(&ClosTopology::m_railOnly),
                MakeBooleanChecker())
            .AddAttribute("SwitchesBelow",
                          "Blocks of the tier below that form a block, by tier above the leaves, "
                          "separated by commas, such as 4,8; the first number counts leaves. The "
                          "last may be 0: all blocks. Empty: two tiers, all leaves in one block",
                          StringValue("2,0"),
                          MakeStringAccessor(&ClosTopology::m_switchesBelow),
                          MakeStringChecker())
            .AddAttribute("SwitchesAbove",
                          "Switches of the next tier that each switch is linked to, by tier below "
                          "the highest one, separated by commas, such as 16,2",
                          StringValue("2,2"),
                          MakeStringAccessor(&ClosTopology::m_switchesAbove),
                          MakeStringChecker())
            .AddAttribute("LinksPerPair",
                          "Parallel links to each switch of the next tier, by tier below the "
                          "highest one, separated by commas; empty: 1",
                          StringValue(""),
                          MakeStringAccessor(&ClosTopology::m_linksPerPair),
                          MakeStringChecker())
            .AddAttribute("UplinkRates",
                          "Rate of each uplink, by tier below the highest one, separated by "
                          "commas, such as 400Gbps,800Gbps; empty: from Oversubscription",
                          StringValue(""),
                          MakeStringAccessor(&ClosTopology::m_uplinkRates),
                          MakeStringChecker())
            .AddAttribute(
                "Oversubscription",
                "Downlink capacity of a full switch divided by its uplink capacity, by tier below "
                "the highest one, separated by commas, such as 1,7; empty: 1, which is "
                "non-blocking. If no port is sold with the resulting rate, there are fewer "
                "uplinks, of a rate that is sold. Only without UplinkRates",
                StringValue(""),
                MakeStringAccessor(&ClosTopology::m_oversubscription),
                MakeStringChecker())
            .AddAttribute("HostRate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("400Gbps")),
                          MakeDataRateAccessor(&ClosTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("HostDelay",
                          "Propagation delay of the links of the hosts",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&ClosTopology::m_hostDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("UplinkDelay",
                          "Propagation delay of the links between switches",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&ClosTopology::m_uplinkDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

std::vector<uint32_t>
ClosTopology::ReadList(const std::string& text, const std::string& attribute, uint32_t least) const
{
    constexpr uint32_t MOST = 65536;
    std::vector<uint32_t> numbers;
    for (const auto& item : SplitList(text))
    {
        const auto number = ParseNumber<uint32_t>(item, least, MOST);
        if (!number)
        {
            Fail(attribute,
                 "'" + text + "' is not a list of numbers; expected numbers from " +
                     std::to_string(least) + " to " + std::to_string(MOST) +
                     ", separated by commas, such as 16,2");
        }
        numbers.push_back(*number);
    }
    return numbers;
}

std::vector<uint64_t>
ClosTopology::ReadRates(size_t steps) const
{
    std::vector<uint64_t> rates = ReadRateList(m_uplinkRates, "UplinkRates");
    if (!rates.empty() && rates.size() != steps)
    {
        Fail("UplinkRates",
             "has " + std::to_string(rates.size()) + " rates; expected " + std::to_string(steps) +
                 ", one for each number of SwitchesAbove");
    }
    return rates;
}

std::vector<double>
ClosTopology::ReadRatios(size_t steps) const
{
    std::vector<double> ratios;
    for (const auto& item : SplitList(m_oversubscription))
    {
        const auto ratio = ParseNumber<double>(item, 0.001, 1000);
        if (!ratio)
        {
            Fail("Oversubscription",
                 "'" + m_oversubscription +
                     "' is not a list of ratios; expected numbers from 0.001 to 1000, separated by "
                     "commas, such as 1,7");
        }
        ratios.push_back(*ratio);
    }
    if (ratios.empty())
    {
        ratios.assign(steps, 1);
    }
    if (ratios.size() != steps)
    {
        Fail("Oversubscription",
             "has " + std::to_string(ratios.size()) + " ratios; expected " + std::to_string(steps) +
                 ", one for each number of SwitchesAbove");
    }
    return ratios;
}

std::vector<ClosTopology::Step>
ClosTopology::ReadSteps() const
{
    const auto above = ReadList(m_switchesAbove, "SwitchesAbove", 1);
    auto below = ReadList(m_switchesBelow, "SwitchesBelow", 0);
    auto links = ReadList(m_linksPerPair, "LinksPerPair", 1);
    const size_t steps = above.size();
    if (below.empty() && steps == 1)
    {
        below.push_back(0);
    }
    if (links.empty())
    {
        links.assign(steps, 1);
    }
    for (const auto& [list, attribute] :
         {std::pair{&below, "SwitchesBelow"}, std::pair{&links, "LinksPerPair"}})
    {
        if (list->size() != steps)
        {
            Fail(attribute,
                 "has " + std::to_string(list->size()) + " numbers; expected " +
                     std::to_string(steps) + ", one for each number of SwitchesAbove");
        }
    }
    if (std::count(below.begin(), below.end(), 0U) > (!below.empty() && below.back() == 0 ? 1 : 0))
    {
        Fail("SwitchesBelow", "has a 0 below the highest tier; only the last number may be 0");
    }
    const auto rates = ReadRates(steps);
    if (!rates.empty() && !m_oversubscription.empty())
    {
        Fail("Oversubscription", "cannot be set together with UplinkRates; set one of them");
    }
    const auto ratios = ReadRatios(steps);
    double downbps = 1.0 * m_serversPerGroup * m_gpusPerServer / m_rails *
                     static_cast<double>(GetRatebps(m_hostRate, "HostRate"));
    std::vector<Step> result;
    for (size_t i = 0; i < steps; ++i)
    {
        const Uplinks uplinks =
            rates.empty() ? ShareUplinks(downbps, above[i], links[i], ratios[i], "Oversubscription")
                          : Uplinks{above[i], links[i], rates[i]};
        result.push_back({below[i], uplinks.switches, uplinks.links, uplinks.ratebps});
        downbps = 1.0 * below[i] * uplinks.links * static_cast<double>(uplinks.ratebps);
    }
    return result;
}

std::vector<ClosTopology::Tier>
ClosTopology::CountTiers(const std::vector<Step>& steps, uint64_t leaves) const
{
    std::vector<Tier> tiers = {{leaves, 1}};
    for (const auto& step : steps)
    {
        const auto& lower = tiers.back();
        const uint64_t below = step.below == 0 ? lower.blocks : step.below;
        const uint64_t width = lower.width * step.above;
        CheckSize(0, lower.blocks * width, "SwitchesAbove, SwitchesBelow, Servers");
        tiers.push_back({(lower.blocks + below - 1) / below, width});
    }
    if (tiers.back().blocks > 1)
    {
        Fail("SwitchesBelow",
             "leaves " + std::to_string(tiers.back().blocks) +
                 " blocks without links between them; expected a larger last number, or 0 for all");
    }
    return tiers;
}

void
ClosTopology::AddTree(FabricTopology& topology,
                      const std::vector<Step>& steps,
                      const std::vector<Tier>& tiers,
                      const std::vector<uint32_t>& leaf,
                      const std::vector<uint32_t>& firstOfTier) const
{
    for (size_t i = 0; i < steps.size(); ++i)
    {
        const auto& step = steps[i];
        const uint64_t below = step.below == 0 ? tiers[i].blocks : step.below;
        for (uint64_t number = 0; number < tiers[i].blocks * tiers[i].width; ++number)
        {
            const uint64_t block = number / tiers[i].width;
            const uint64_t column = number % tiers[i].width;
            const uint32_t node =
                i == 0 ? leaf[number] : firstOfTier[i] + static_cast<uint32_t>(number);
            const uint64_t first = block / below * tiers[i + 1].width + column * step.above;
            for (uint32_t link = 0; link < step.above * step.links; ++link)
            {
                const uint64_t upper = firstOfTier[i + 1] + first + link / step.links;
                topology.AddLink({node,
                                  static_cast<uint32_t>(upper),
                                  step.ratebps,
                                  m_uplinkDelay.GetPicoSeconds()});
            }
        }
    }
}

FabricTopology
ClosTopology::DoGenerate() const
{
    if (m_gpusPerServer % m_rails != 0)
    {
        Fail("Rails",
             std::to_string(m_rails) + " is not a divisor of the " +
                 std::to_string(m_gpusPerServer) + " GpusPerServer");
    }
    if (m_railOnly && m_rails == 1)
    {
        Fail("RailOnly",
             "has no effect if Rails is 1; expected Rails of at least 2, or RailOnly false");
    }
    if (m_railOnly && m_hostPorts > 1)
    {
        Fail("HostPorts",
             "is " + std::to_string(m_hostPorts) + " with RailOnly; expected 1, or RailOnly false");
    }
    const auto steps = ReadSteps();
    const uint64_t hosts = uint64_t{m_servers} * m_gpusPerServer;
    const uint64_t groups = (uint64_t{m_servers} + m_serversPerGroup - 1) / m_serversPerGroup;
    const uint32_t trees = m_railOnly ? m_rails : 1;
    const uint64_t leaves = groups * m_rails * m_hostPorts;
    const auto tiers = CountTiers(steps, leaves / trees);
    uint64_t links = hosts * m_hostPorts;
    for (size_t i = 0; i < steps.size(); ++i)
    {
        links += trees * tiers[i].blocks * tiers[i].width * steps[i].above * steps[i].links;
    }
    CheckSize(hosts, links, "Servers, GpusPerServer, HostPorts, SwitchesAbove, LinksPerPair");
    const uint64_t hostRatebps = GetRatebps(m_hostRate, "HostRate");

    FabricTopology topology;
    topology.islands = m_railOnly;
    AddHosts(topology, hosts);
    std::vector<uint32_t> first; // node id of the first switch of each tier, over all trees
    for (size_t tier = 0; tier < tiers.size(); ++tier)
    {
        first.push_back(static_cast<uint32_t>(topology.nodes.size()));
        AddSwitches(topology, NameTier(tier), trees * tiers[tier].blocks * tiers[tier].width);
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        const uint32_t group = host / m_gpusPerServer / m_serversPerGroup;
        const uint32_t rail = host % m_gpusPerServer % m_rails;
        for (uint32_t port = 0; port < m_hostPorts; ++port)
        {
            topology.AddLink({host,
                              first[0] + (group * m_rails + rail) * m_hostPorts + port,
                              hostRatebps,
                              m_hostDelay.GetPicoSeconds()});
        }
    }
    for (uint32_t tree = 0; tree < trees; ++tree)
    {
        std::vector<uint32_t> leaf;
        for (uint64_t i = tree; i < leaves; i += trees)
        {
            leaf.push_back(static_cast<uint32_t>(first[0] + i));
        }
        auto firstOfTier = first;
        for (size_t tier = 1; tier < tiers.size(); ++tier)
        {
            firstOfTier[tier] +=
                static_cast<uint32_t>(tree * tiers[tier].blocks * tiers[tier].width);
        }
        AddTree(topology, steps, tiers, leaf, firstOfTier);
    }
    return topology;
}

} // namespace ns3
