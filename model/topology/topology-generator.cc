// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "topology-generator.h"

#include "route-file.h"
#include "size-list.h"

#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <cmath>

namespace ns3
{

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
                          "Path of a file of routes that replace shortest paths, a line \"switch "
                          "destination neighbour...\" each; empty: none",
                          StringValue(""),
                          MakeStringAccessor(&TopologyGenerator::m_routesFile),
                          MakeFileChecker());
    return tid;
}

FabricTopology
TopologyGenerator::Generate() const
{
    auto topology = DoGenerate();
    if (topology.origin.empty())
    {
        topology.origin = GetInstanceTypeId().GetName();
    }
    topology.Validate();
    if (!m_routesFile.empty())
    {
        if (!topology.routes.empty())
        {
            Fail("RoutesFile", "is given, but this topology has routes of its own");
        }
        ReadRouteFile(m_routesFile, topology);
        topology.Validate();
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
        // ns-3 3.43 and later read a rate of 0 from an empty text, which earlier releases refuse.
        if (item.empty() || !rate.DeserializeFromString(item, MakeDataRateChecker()))
        {
            Fail(attribute, "'" + item + "' is no rate; expected one such as 400Gbps");
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

uint64_t
TopologyGenerator::GetUplinkRatebps(double capacitybps,
                                    uint64_t uplinks,
                                    double oversubscription,
                                    const std::string& attribute) const
{
    const double ratebps = capacitybps / (oversubscription * static_cast<double>(uplinks));
    if (!(ratebps <= static_cast<double>(FabricTopology::MAX_RATE_BPS)))
    {
        Fail(attribute, "makes an uplink faster than 1 Pbit/s");
    }
    return GetRatebps(DataRate(static_cast<uint64_t>(std::llround(ratebps))), attribute);
}

} // namespace ns3
