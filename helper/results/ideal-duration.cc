// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-duration.h"

#include "ns3/aggregation-manager.h"
#include "ns3/fabric-units.h"

#include <algorithm>
#include <set>
#include <vector>

namespace ns3
{

namespace
{

/** @return rate of the links of each host together, in bit/s */
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
                rates[topology.hostIndex[node]] += link.ratebps;
            }
        }
    }
    return rates;
}

/** The bytes that a node of a graph puts on the links of its hosts. */
struct Way
{
    uint32_t source; //!< host
    uint32_t dest;   //!< host
    bool scaleUp;    //!< over NVLink
    bool leaves;     //!< its bytes go out at the source
    bool arrives;    //!< they come in at the destination
};

Way
GetWay(const FabricJob& job, const FabricNetwork& network, const CommunicationGraph::Node& node)
{
    const uint32_t source = job.hostOfRank[node.rank];
    if (node.kind == CommunicationGraph::Kind::SEND)
    {
        const uint32_t dest = job.hostOfRank[node.peer];
        return {source, dest, network.IsScaleUp(source, dest), true, true};
    }
    // What a member gives to the network's operation, and what comes back to it.
    const bool inServer = AggregationManager::IsInServer(network, job, node.channel);
    const bool isRoot = node.rank == node.peer;
    const bool reduces = node.operation == AggregationOperation::REDUCE;
    const bool broadcasts = node.operation == AggregationOperation::BROADCAST;
    const bool echoes = inServer || !isRoot; // NVSwitches send a broadcast to its root, too
    return {source,
            source,
            inServer,
            !broadcasts || isRoot,
            reduces ? isRoot : !broadcasts || echoes};
}

/** @return whether the first law holds: every rank has a link, and nothing but links */
bool
IsOfHosts(const FabricJob& job, const FabricNetwork& network)
{
    const std::set<uint32_t> hosts(job.hostOfRank.begin(), job.hostOfRank.end());
    return job.busFactor > 0 && job.graph.GetGroups().empty() && !network.scaleUp &&
           hosts.size() == job.hostOfRank.size();
}

} // namespace

std::string
DescribeIdealDuration(const FabricJob& job, const FabricNetwork& all)
{
    return IsOfHosts(job, all.GetNetworkOf(job))
               ? "all the bytes that the collective must move over the slowest of its hosts' links"
               : "the bytes of its messages over the busiest of its hosts' links";
}

int64_t
GetIdealDurationPs(const FabricJob& job, const FabricNetwork& all)
{
    const FabricNetwork& network = all.GetNetworkOf(job);
    if (job.driver)
    {
        return 0; // what is sent depends on what happens
    }
    auto rates = GetHostRatesbps(network.topology);
    for (uint64_t& rate : rates)
    {
        rate *= network.planes.size() + 1; // a host may use all its NICs at once
    }
    if (IsOfHosts(job, network))
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
        const auto& node = nodes.GetRelative(number); // whose match does not count
        if (node.kind == Kind::AGGREGATE ||
            (node.kind == Kind::SEND && job.hostOfRank[node.rank] != job.hostOfRank[node.peer]))
        {
            flows.push_back(number);
        }
    }
    const auto startsBefore = [&nodes](uint32_t a, uint32_t b) {
        return nodes.GetRelative(a).timePs < nodes.GetRelative(b).timePs;
    };
    if (!std::is_sorted(flows.begin(), flows.end(), startsBefore)) // usual: all may start at once
    {
        std::stable_sort(flows.begin(), flows.end(), startsBefore);
    }

    struct Link
    {
        int64_t startPs{0}; //!< of the flows that follow each other without a gap
        uint64_t bytes{0};  //!< of these
        int64_t endPs{0};   //!< when they have passed
    };

    // The NICs of each host together, then NVLink.
    const size_t hosts = rates.size();
    const auto nvlink =
        network.scaleUp ? GetHostRatesbps(network.scaleUp->topology) : std::vector<uint64_t>();
    std::vector<Link> out(2 * hosts);
    std::vector<Link> in(out.size());
    int64_t idealPs = 0;
    for (const uint32_t number : flows)
    {
        const auto& flow = nodes.GetRelative(number);
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
        const Way way = GetWay(job, network, flow);
        const size_t first = way.scaleUp ? hosts : 0;
        const auto& ratesbps = way.scaleUp ? nvlink : rates;
        if (way.leaves)
        {
            carry(out[first + way.source], ratesbps[way.source]);
        }
        if (way.arrives)
        {
            carry(in[first + way.dest], ratesbps[way.dest]);
        }
    }
    return idealPs;
}

} // namespace ns3
