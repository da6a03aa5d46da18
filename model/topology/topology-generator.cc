// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "topology-generator.h"

#include "route-file.h"
#include "size-list.h"

#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

/** @return largest number of switches among which these links can be shared equally; 0: none */
uint32_t
FindShares(uint64_t count, uint32_t switches, uint32_t links)
{
    for (uint32_t shares = switches; shares > 0; --shares)
    {
        if (count % shares == 0 && count / shares <= links)
        {
            return shares;
        }
    }
    return 0;
}

} // namespace

NS_LOG_COMPONENT_DEFINE("TopologyGenerator");
NS_OBJECT_ENSURE_REGISTERED(TopologyGenerator);

TypeId
TopologyGenerator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TopologyGenerator")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("RoutesFile",
                          "Path of a file with routes that replace shortest paths, one line "
                          "\"switch destination neighbour...\" per route; empty: none",
                          StringValue(""),
                          MakeStringAccessor(&TopologyGenerator::m_routesFile),
                          MakeFileChecker());
    return tid;
}

FabricTopology
TopologyGenerator::Generate() const
{
    auto topology = GenerateToCount();
    topology.RequireMemory();
    return topology;
}

FabricTopology
TopologyGenerator::GenerateToCount() const
{
    auto topology = DoGenerate();
    if (topology.origin.empty())
    {
        topology.origin = GetInstanceTypeId().GetName();
    }
    topology.SplitPorts();
    topology.ValidateGraph();
    if (!m_routesFile.empty())
    {
        if (topology.ports > 1)
        {
            Fail("RoutesFile", "is set, but hosts have several ports");
        }
        if (!topology.routes.empty())
        {
            Fail("RoutesFile", "is set, but this topology defines its own routes");
        }
        ReadRouteFile(m_routesFile, topology);
        topology.ValidateGraph();
    }
    NS_LOG_INFO(topology.origin << ": " << topology.GetHostCount() << " hosts, "
                                << topology.GetSwitchCount() << " switches, "
                                << topology.links.size() << " links");
    return topology;
}

uint64_t
TopologyGenerator::GetRatebps(DataRate rate, const std::string& attribute) const
{
    const uint64_t ratebps = rate.GetBitRate();
    if (ratebps < FabricTopology::MIN_RATE_BPS || ratebps > FabricTopology::MAX_RATE_BPS)
    {
        Fail(attribute, std::to_string(ratebps) + " bit/s; expected 1 kbit/s to 1 Pbit/s");
    }
    return ratebps;
}

uint64_t
TopologyGenerator::GetRatebps(DataRate rate,
                              const std::string& attribute,
                              uint64_t otherwisebps) const
{
    return rate.GetBitRate() == 0 ? otherwisebps : GetRatebps(rate, attribute);
}

std::vector<uint64_t>
TopologyGenerator::ReadRateList(const std::string& list, const std::string& attribute) const
{
    std::vector<uint64_t> rates;
    for (const auto& item : SplitList(list))
    {
        DataRateValue rate;
        // ns-3 3.43 and later read a rate of 0 from an empty text; earlier releases refuse it.
        if (item.empty() || !rate.DeserializeFromString(item, MakeDataRateChecker()))
        {
            Fail(attribute,
                 "'" + item + "' is not a rate; expected a rate with its unit, such as 400Gbps");
        }
        rates.push_back(GetRatebps(rate.Get(), attribute));
    }
    return rates;
}

void
TopologyGenerator::AddHosts(FabricTopology& topology, uint64_t count)
{
    for (uint64_t host = 0; host < count; ++host)
    {
        topology.AddHost("host" + std::to_string(host));
    }
}

void
TopologyGenerator::AddSwitches(FabricTopology& topology, const std::string& name, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i)
    {
        topology.AddSwitch(name + std::to_string(i));
    }
}

void
TopologyGenerator::CheckSize(uint64_t hosts, uint64_t links, const std::string& attributes) const
{
    constexpr uint64_t MAX_HOSTS = 1'000'000;
    constexpr uint64_t MAX_LINKS = 10'000'000;
    if (hosts > MAX_HOSTS || links > MAX_LINKS)
    {
        Fail(attributes,
             "make " + std::to_string(hosts) + " hosts and " + std::to_string(links) +
                 " links; expected at most " + std::to_string(MAX_HOSTS) + " and " +
                 std::to_string(MAX_LINKS));
    }
}

bool
TopologyGenerator::IsPortRate(uint64_t ratebps)
{
    constexpr std::array<uint64_t, 3> OLD = {1'000'000'000, 40'000'000'000, 56'000'000'000};
    return std::binary_search(PORT_RATES_BPS.begin(), PORT_RATES_BPS.end(), ratebps) ||
           std::find(OLD.begin(), OLD.end(), ratebps) != OLD.end();
}

TopologyGenerator::Uplinks
TopologyGenerator::ShareUplinks(double capacitybps,
                                uint32_t switches,
                                uint32_t links,
                                double oversubscription,
                                const std::string& attribute) const
{
    const double wantedbps = capacitybps / oversubscription;
    const double all = 1.0 * switches * links;
    if (!(wantedbps / all <= static_cast<double>(FabricTopology::MAX_RATE_BPS)))
    {
        Fail(attribute, "needs an uplink faster than the limit of 1 Pbit/s");
    }
    const auto ratebps = static_cast<uint64_t>(std::llround(wantedbps / all));
    const Uplinks even{switches, links, GetRatebps(DataRate(ratebps), attribute)};
    if (oversubscription <= 1 || IsPortRate(ratebps))
    {
        return even;
    }
    constexpr double TOLERANCE = 0.05;
    const double fullbps = capacitybps / all; // rate without oversubscription
    Uplinks best = even;
    // (another rate than the full one, error of the ratio).
    std::pair<bool, double> least{true, TOLERANCE};
    for (const uint64_t portbps : PORT_RATES_BPS)
    {
        const double wanted = wantedbps / static_cast<double>(portbps);
        for (const double count : {std::floor(wanted), std::ceil(wanted)})
        {
            const std::pair<bool, double> rank{static_cast<double>(portbps) != fullbps,
                                               std::abs(count / wanted - 1)};
            const uint32_t shares =
                count >= 1 && count <= all && rank.second < TOLERANCE && rank < least
                    ? FindShares(static_cast<uint64_t>(count), switches, links)
                    : 0;
            if (shares > 0)
            {
                best = {shares, static_cast<uint32_t>(count) / shares, portbps};
                least = rank;
            }
        }
    }
    return best;
}

} // namespace ns3
