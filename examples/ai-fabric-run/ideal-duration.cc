// SPDX-License-Identifier: GPL-2.0-only

#include "ideal-duration.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <vector>

namespace ns3
{

namespace
{

/** @return rate of the link of each host, in bit/s */
std::vector<uint64_t>
GetHostRatesbps(const FabricTopology& topology)
{
    std::vector<uint64_t> rates(topology.GetHostCount());
    for (const auto& link : topology.links)
    {
        for (const uint32_t node : {link.a, link.b})
        {
            if (topology.IsHost(node))
            {
                rates[topology.hostIndex[node]] = link.ratebps;
            }
        }
    }
    return rates;
}

} // namespace

int64_t
GetIdealDurationPs(const Job& job, const FabricNetwork& network)
{
    if (job.driver)
    {
        return 0; // what is sent depends on what happens
    }
    const auto rates = GetHostRatesbps(network.topology);
    if (job.busFactor > 0 && job.graph.GetGroups().empty() && !network.scaleUp &&
        network.planes.empty())
    {
        uint64_t rate = UINT64_MAX;
        for (const auto host : job.hostOfRank)
        {
            rate = std::min(rate, rates[host]);
        }
        return static_cast<int64_t>(
            job.busFactor * static_cast<double>(SerializationPs(job.bytes * job.iterations, rate)));
    }
    // Each link carries its flows in the order in which they may start.
    using Kind = CommunicationGraph::Kind;
    std::vector<uint32_t> flows;
    const auto& nodes = job.graph.GetNodes();
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto& node = nodes[number];
        if (node.kind == Kind::AGGREGATE ||
            (node.kind == Kind::SEND && job.hostOfRank[node.rank] != job.hostOfRank[node.peer]))
        {
            flows.push_back(number);
        }
    }
    std::stable_sort(flows.begin(), flows.end(), [&nodes](uint32_t a, uint32_t b) {
        return nodes[a].timePs < nodes[b].timePs;
    });

    struct Link
    {
        int64_t startPs{0}; //!< of the flows that follow each other without a gap
        uint64_t bytes{0};  //!< of these
        int64_t endPs{0};   //!< when they have passed
    };

    // By network: the links of its hosts, planes first and NVLink last.
    const size_t planes = network.planes.size() + 1;
    const size_t hosts = rates.size();
    const auto nvlink =
        network.scaleUp ? GetHostRatesbps(network.scaleUp->topology) : std::vector<uint64_t>();
    std::vector<Link> out((planes + 1) * hosts);
    std::vector<Link> in(out.size());
    int64_t idealPs = 0;
    for (const uint32_t number : flows)
    {
        const auto& flow = nodes[number];
        const auto carry = [&](Link& link, uint64_t ratebps) {
            if (flow.timePs > link.endPs)
            {
                link.startPs = flow.timePs;
                link.bytes = 0;
            }
            link.bytes += flow.bytes;
            link.endPs = link.startPs +
                         std::min(SerializationPs(link.bytes, ratebps), NEVER_PS - link.startPs);
            idealPs = std::max(idealPs, link.endPs);
        };
        const uint32_t source = job.hostOfRank[flow.rank];
        // What is aggregated comes back, as much and at once.
        const bool aggregated = flow.kind == Kind::AGGREGATE;
        const uint32_t dest = aggregated ? source : job.hostOfRank[flow.peer];
        const bool scaleUp = !aggregated && network.IsScaleUp(source, dest);
        const size_t plane = scaleUp ? planes : aggregated ? 0 : flow.channel % planes;
        carry(out[plane * hosts + source], scaleUp ? nvlink[source] : rates[source]);
        carry(in[plane * hosts + dest], scaleUp ? nvlink[dest] : rates[dest]);
    }
    return idealPs;
}

} // namespace ns3
