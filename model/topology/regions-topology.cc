// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "regions-topology.h"

#include "leaf-spine-topology.h"
#include "size-list.h"

#include "ns3/boolean.h"
#include "ns3/create-part.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/quantity-text.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <optional>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RegionsTopology);

namespace
{

constexpr uint32_t MAX_REGIONS = 64;
constexpr int64_t MAX_METRES = 20'000'000;

/** @return value of a unit of length in metres; only the kilometre, which is left out */
std::optional<uint64_t>
GetKilometre(std::string_view unit, bool /* isZero */)
{
    return unit.empty() ? std::optional<uint64_t>(1'000) : std::nullopt;
}

/** The top switches of a site, which get links to the border switches. */
struct SiteTop
{
    std::vector<uint32_t> switches; //!< node ids in the site
    uint64_t downbps{0};            //!< sum of the rates of the links towards hosts, of each
    bool isEven{true};              //!< all have the same downbps
};

SiteTop
FindTop(const FabricTopology& site)
{
    const auto distance = site.CountLinksToHosts();
    const uint32_t farthest = *std::max_element(distance.begin(), distance.end());
    const auto links = site.GetLinksByNode();
    SiteTop top;
    for (uint32_t node = 0; node < site.nodes.size(); ++node)
    {
        if (distance[node] != farthest || site.IsHost(node))
        {
            continue;
        }
        uint64_t downbps = 0;
        for (const uint32_t link : links[node])
        {
            const bool isDown = distance[site.GetPeer(link, node)] < farthest;
            downbps += isDown ? site.links[link].ratebps : 0;
        }
        top.isEven = top.isEven && (top.switches.empty() || downbps == top.downbps);
        top.downbps = downbps;
        top.switches.push_back(node);
    }
    return top;
}

} // namespace

TypeId
RegionsTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RegionsTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<RegionsTopology>()
            .AddAttribute("Regions",
                          "Number of regions",
                          UintegerValue(2),
                          MakeUintegerAccessor(&RegionsTopology::m_regions),
                          MakeUintegerChecker<uint32_t>(2, MAX_REGIONS))
            .AddAttribute("SitesPerRegion",
                          "Number of sites, such as buildings, of each region",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RegionsTopology::m_sitesPerRegion),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("Site",
                          "Network of each site",
                          ObjectFactoryValue(ObjectFactory("ns3::LeafSpineTopology")),
                          MakeObjectFactoryAccessor(&RegionsTopology::m_site),
                          MakePartChecker(LeafSpineTopology::GetTypeId()))
            .AddAttribute("BorderSwitches",
                          "Number of switches of each region that join it to other regions",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RegionsTopology::m_borderSwitches),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Planes",
                          "Number of equal parts of the border switches of a region; each part is "
                          "linked to an equal part of a site's highest tier",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RegionsTopology::m_planes),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("UplinksPerPair",
                          "Number of parallel links between each switch of a site's highest tier "
                          "and each border switch",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RegionsTopology::m_uplinksPerPair),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("UplinkRate",
                          "Rate of each link between a site and a border switch; 0bps: derived "
                          "from Oversubscription",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&RegionsTopology::m_uplinkRate),
                          MakeDataRateChecker())
            .AddAttribute("Oversubscription",
                          "Capacity of a switch of a site's highest tier towards hosts divided by "
                          "its capacity to the border switches. Only with UplinkRate 0bps",
                          DoubleValue(1),
                          MakeDoubleAccessor(&RegionsTopology::m_oversubscription),
                          MakeDoubleChecker<double>(0.001, 1000))
            .AddAttribute("UplinkDelay",
                          "Propagation delay of the links between sites and border switches",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RegionsTopology::m_uplinkDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("RegionLinks",
                          "Number of parallel links between two joined border switches of "
                          "different regions",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RegionsTopology::m_regionLinks),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("PortRate",
                          "Rate of a port to another region",
                          DataRateValue(DataRate("800Gbps")),
                          MakeDataRateAccessor(&RegionsTopology::m_portRate),
                          MakeDataRateChecker())
            .AddAttribute("BondedPorts",
                          "Number of ports that are bonded to one link between regions: it sends "
                          "one packet at a time at the sum of their rates",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RegionsTopology::m_bondedPorts),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("Spread",
                          "Each border switch is joined to all border switches of other regions; "
                          "false: to one of each region, planar",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RegionsTopology::m_spread),
                          MakeBooleanChecker())
            .AddAttribute("Kilometres",
                          "Length of the links between regions in km, at 5 ns per metre: one for "
                          "all, or one for each pair of regions, 0-1,0-2,...,1-2,...",
                          StringValue("100"),
                          MakeStringAccessor(&RegionsTopology::m_kilometres),
                          MakeStringChecker());
    return tid;
}

std::vector<int64_t>
RegionsTopology::ReadDelaysPs() const
{
    const size_t pairs = size_t{m_regions} * (m_regions - 1) / 2;
    std::vector<int64_t> delaysPs;
    for (const auto& item : SplitList(m_kilometres))
    {
        const auto metres = ParseQuantity(item, GetKilometre);
        if (!metres || *metres < 1 || *metres > MAX_METRES)
        {
            Fail("Kilometres", "'" + item + "' is not a length; expected 0.001 to 20000");
        }
        delaysPs.push_back(*metres * PS_PER_METRE);
    }
    if (delaysPs.size() == 1)
    {
        delaysPs.resize(pairs, delaysPs.front());
    }
    if (delaysPs.size() != pairs)
    {
        Fail("Kilometres",
             "'" + m_kilometres + "' has " + std::to_string(delaysPs.size()) + " lengths for " +
                 std::to_string(pairs) + " pairs of regions; expected 1 or " +
                 std::to_string(pairs));
    }
    return delaysPs;
}

FabricTopology
RegionsTopology::MakeSite() const
{
    const auto generator = CreatePart<TopologyGenerator>(m_site, "RegionsTopology Site");
    const auto refuse = [&](const std::string& problem) {
        Fail("Site", m_site.GetTypeId().GetName() + " " + problem);
    };
    if (generator->GetInstanceTypeId() == GetTypeId())
    {
        refuse("has regions itself; expected a network of one region");
    }
    auto site = generator->GenerateToCount().WithWholeHosts();
    if (!site.routes.empty())
    {
        refuse("has routes by hand; expected none");
    }
    if (!site.cubes.empty() || !site.darkLinks.empty())
    {
        refuse("has optical switches; expected a network without");
    }
    if (site.GetSwitchCount() == 0)
    {
        refuse("has no switches; expected some");
    }
    return site;
}

void
RegionsTopology::JoinRegions(FabricTopology& topology,
                             const std::vector<std::vector<uint32_t>>& borders) const
{
    const uint64_t portbps = GetRatebps(m_portRate, "PortRate");
    if (portbps > FabricTopology::MAX_RATE_BPS / m_bondedPorts)
    {
        Fail("BondedPorts", "make a link faster than the limit of 1 Pbit/s");
    }
    const auto delaysPs = ReadDelaysPs();
    size_t pair = 0;
    for (uint32_t one = 0; one < m_regions; ++one)
    {
        for (uint32_t other = one + 1; other < m_regions; ++other, ++pair)
        {
            for (size_t i = 0; i < borders[one].size(); ++i)
            {
                for (size_t j = m_spread ? 0 : i; j < (m_spread ? borders[other].size() : i + 1);
                     ++j)
                {
                    for (uint32_t link = 0; link < m_regionLinks; ++link)
                    {
                        topology.AddLink({borders[one][i],
                                          borders[other][j],
                                          portbps * m_bondedPorts,
                                          delaysPs[pair]});
                    }
                }
            }
        }
    }
}

FabricTopology
RegionsTopology::DoGenerate() const
{
    const auto site = MakeSite();
    const auto top = FindTop(site);
    const bool isDerived = m_uplinkRate.GetBitRate() == 0;
    if (!isDerived && m_oversubscription != 1)
    {
        Fail("Oversubscription", "cannot be set together with UplinkRate; set one of them");
    }
    if (isDerived && !top.isEven)
    {
        Fail("UplinkRate",
             "is 0, but the switches of a site's highest tier differ in their capacity towards "
             "hosts; expected a rate");
    }
    if (m_borderSwitches % m_planes != 0 || top.switches.size() % m_planes != 0)
    {
        Fail("Planes",
             std::to_string(m_planes) + " does not divide the " + std::to_string(m_borderSwitches) +
                 " border switches of a region and the " + std::to_string(top.switches.size()) +
                 " switches of a site's highest tier; expected a divisor of both");
    }
    const Uplinks uplinks = isDerived ? ShareUplinks(static_cast<double>(top.downbps),
                                                     m_borderSwitches / m_planes,
                                                     m_uplinksPerPair,
                                                     m_oversubscription,
                                                     "Oversubscription")
                                      : Uplinks{m_borderSwitches / m_planes,
                                                m_uplinksPerPair,
                                                GetRatebps(m_uplinkRate, "UplinkRate")};
    const uint64_t siteCount = uint64_t{m_regions} * m_sitesPerRegion;
    const uint64_t siteHosts = site.GetHostCount();
    const uint64_t pairs = uint64_t{m_regions} * (m_regions - 1) / 2;
    const uint32_t borderCount = uplinks.switches * m_planes; // of a region
    const uint64_t joins = uint64_t{borderCount} * (m_spread ? borderCount : 1);
    CheckSize(siteCount * siteHosts,
              siteCount * (site.links.size() +
                           top.switches.size() * uplinks.switches * uint64_t{uplinks.links}) +
                  pairs * joins * m_regionLinks,
              "Regions, SitesPerRegion, Site, BorderSwitches, UplinksPerPair, RegionLinks");

    FabricTopology topology;
    AddHosts(topology, siteCount * siteHosts);
    for (uint64_t host = 0; host < siteCount * siteHosts; ++host)
    {
        topology.regions.push_back(static_cast<uint32_t>(host / siteHosts / m_sitesPerRegion));
    }
    std::vector<std::vector<uint32_t>> nodeOf(siteCount); // by site, by node of the site
    for (uint32_t number = 0; number < siteCount; ++number)
    {
        for (uint32_t node = 0; node < site.nodes.size(); ++node)
        {
            const bool isHost = site.IsHost(node);
            nodeOf[number].push_back(
                isHost
                    ? static_cast<uint32_t>(number * siteHosts + site.hostIndex[node])
                    : topology.AddSwitch(site.nodes[node].name + "-site" + std::to_string(number)));
            if (!isHost)
            {
                topology.regions.push_back(number / m_sitesPerRegion);
            }
        }
    }
    std::vector<std::vector<uint32_t>> borders(m_regions);
    for (uint32_t region = 0; region < m_regions; ++region)
    {
        for (uint32_t border = 0; border < borderCount; ++border)
        {
            borders[region].push_back(topology.AddSwitch("border" + std::to_string(border) +
                                                         "-region" + std::to_string(region)));
            topology.regions.push_back(region);
        }
    }
    for (const auto& nodes : nodeOf)
    {
        for (auto link : site.links)
        {
            link.a = nodes[link.a];
            link.b = nodes[link.b];
            topology.AddLink(link);
        }
    }
    for (uint32_t number = 0; number < siteCount; ++number)
    {
        const auto& ofRegion = borders[number / m_sitesPerRegion];
        for (size_t i = 0; i < top.switches.size(); ++i)
        {
            const size_t first = i / (top.switches.size() / m_planes) * uplinks.switches;
            for (uint32_t uplink = 0; uplink < uplinks.switches * uplinks.links; ++uplink)
            {
                topology.AddLink({nodeOf[number][top.switches[i]],
                                  ofRegion[first + uplink / uplinks.links],
                                  uplinks.ratebps,
                                  m_uplinkDelay.GetPicoSeconds()});
            }
        }
    }
    JoinRegions(topology, borders);
    return topology;
}

} // namespace ns3
