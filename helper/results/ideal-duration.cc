// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-duration.h"

#include "ns3/aggregation-manager.h"
#include "ns3/collective-runner.h"
#include "ns3/fabric-gpu.h"
#include "ns3/fabric-units.h"
#include "ns3/network-law.h"
#include "ns3/server-collectives.h"

#include <algorithm>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/** @return by host: rate of all its links together in bit/s */
std::vector<uint64_t>
GetHostRatesbps(const FabricTopology& topology)
{
    std::vector<uint64_t> rates(topology.GetMachineCount());
    for (const auto& link : topology.links)
    {
        for (const uint32_t node : {link.a, link.b})
        {
            if (topology.IsHost(node))
            {
                rates[topology.GetMachine(topology.hostIndex[node])] += link.ratebps;
            }
        }
    }
    return rates;
}

/** Bytes of a graph's node on the links of its hosts. */
struct Way
{
    uint32_t source; //!< index of the sending NIC; over NVLink of the sending GPU
    uint32_t dest;   //!< index of the receiving one
    bool scaleUp;    //!< true: over NVLink
    bool leaves;     //!< true: its bytes leave the source
    bool arrives;    //!< true: its bytes arrive at the destination
};

Way
GetWay(const FabricJob& job, const FabricNetwork& network, const CommunicationGraph::Node& node)
{
    const uint32_t source = job.hostOfRank[node.rank];
    if (node.kind == CommunicationGraph::Kind::SEND)
    {
        const uint32_t dest = job.hostOfRank[node.peer];
        return network.IsScaleUp(source, dest)
                   ? Way{source, dest, true, true, true}
                   : Way{network.GetNic(source), network.GetNic(dest), false, true, true};
    }
    // Bytes that a member sends to the network's operation, and bytes that come back.
    const bool inServer = AggregationManager::IsInServer(network, job, node.channel);
    const bool isRoot = node.rank == node.peer;
    const bool reduces = node.operation == AggregationOperation::REDUCE;
    const bool broadcasts = node.operation == AggregationOperation::BROADCAST;
    const bool echoes = inServer || !isRoot; // NVSwitches send a broadcast to its root, too
    const uint32_t own = inServer ? source : network.GetNic(source);
    return {own, own, inServer, !broadcasts || isRoot, reduces ? isRoot : !broadcasts || echoes};
}

/** @return true if the first law holds: every rank has a link, and there are no other links */
bool
IsOfHosts(const FabricJob& job, const FabricNetwork& network)
{
    const std::set<uint32_t> hosts(job.hostOfRank.begin(), job.hostOfRank.end());
    return job.busFactor > 0 && job.graph.GetGroups().empty() && !network.scaleUp &&
           hosts.size() == job.hostOfRank.size();
}

/** The shortest times of the nodes of a graph, each alone in the network. */
class AloneTimes
{
  public:
    /**
     * @param job job of the nodes
     * @param network network of the job
     * @param ratesbps rate of all NICs of each host together, in bit/s
     * @param nvlinkbps rate of each host's links in its server, in bit/s; empty: none
     */
    AloneTimes(const FabricJob& job,
               const FabricNetwork& network,
               const std::vector<uint64_t>& ratesbps,
               const std::vector<uint64_t>& nvlinkbps)
        : m_job(job),
          m_network(network),
          m_ratesbps(ratesbps),
          m_nvlinkbps(nvlinkbps),
          m_lengthOfShape(job.graph.GetNodes().GetShapeCount(), NOT_YET)
    {
    }

    /** @param number number of a node @return time in ps between its last cause and its effects */
    int64_t Get(uint32_t number)
    {
        const auto& nodes = m_job.graph.GetNodes();
        int64_t& length = m_lengthOfShape[nodes.GetShapeOf(number)];
        if (length == NOT_YET)
        {
            length = nodes.GetRelative(number).kind == CommunicationGraph::Kind::COLLECTIVE
                         ? GetOwnPartPs(number)
                         : Measure(nodes.GetRelative(number));
        }
        return length;
    }

  private:
    static constexpr int64_t NOT_YET = -1;

    /** @return shortest time of a part of a collective by law: all other parts start long before */
    int64_t GetOwnPartPs(uint32_t number)
    {
        const auto node = m_job.graph.GetNodes()[number];
        const auto& law = m_job.graph.GetLaw(node);
        const uint32_t own = number - node.match;
        std::vector<int64_t> startsPs(law->GetRankCount(), 0);
        startsPs[own] = 1000 * PS_PER_SECOND;
        if (!m_laws)
        {
            m_laws = std::make_shared<ServerCollectives>(std::make_unique<NetworkLaw>(m_network));
        }
        return m_laws->GetEndsPs(law, CollectiveRunner::GetHosts(m_job, node), startsPs)[own] -
               startsPs[own];
    }

    int64_t Measure(const CommunicationGraph::Node& node) const
    {
        using Kind = CommunicationGraph::Kind;
        const uint32_t host = m_job.hostOfRank[node.rank];
        const auto& gpu = *m_network.gpus[host];
        switch (node.kind)
        {
        case Kind::COMPUTE:
            return gpu.GetLeastPs(node.timePs);
        case Kind::REDUCE:
            return gpu.GetLeastPs(node.timePs + gpu.GetReducePs(node.bytes));
        case Kind::COPY:
            return gpu.GetLeastPs(node.timePs + gpu.GetCopyPs(node.bytes));
        case Kind::JOIN:
            return node.timePs;
        case Kind::RECV: {
            const uint32_t from = m_job.hostOfRank[node.peer];
            if (from == host)
            {
                return 0;
            }
            // Packets may take several paths at once: only the rates of the ends count.
            const bool scaleUp = m_network.IsScaleUp(from, host);
            const auto& rates = scaleUp ? m_nvlinkbps : m_ratesbps;
            const uint64_t fromRate = rates[scaleUp ? from : m_network.GetNic(from)];
            const uint64_t toRate = rates[scaleUp ? host : m_network.GetNic(host)];
            return SerializationPs(node.bytes, std::min(fromRate, toRate)) +
                   m_network.WireMessagePs(from, host, 0) / 2; // half of the round trip
        }
        case Kind::SEND:
        case Kind::AGGREGATE:
        case Kind::COLLECTIVE:
            break;
        }
        return 0;
    }

    const FabricJob& m_job;
    const FabricNetwork& m_network;
    const std::vector<uint64_t>& m_ratesbps;
    const std::vector<uint64_t>& m_nvlinkbps;
    std::shared_ptr<ServerCollectives> m_laws; //!< null: no collective by law so far
    std::vector<int64_t> m_lengthOfShape;      //!< nodes of a shape are equal
};

/**
 * @param job job with a graph
 * @param alone times of its nodes
 * @param waits counter of its graph, or empty
 * @return duration in ps of the longest chain of nodes that wait for each other
 */
int64_t
GetLongestChainPs(const FabricJob& job, AloneTimes alone, DependencyCounter waits)
{
    using Kind = CommunicationGraph::Kind;
    const auto& nodes = job.graph.GetNodes();
    const auto count = static_cast<uint32_t>(nodes.size());
    if (waits.IsEmpty())
    {
        waits = DependencyCounter(job.graph);
    }
    else
    {
        waits.Recount();
    }
    std::vector<std::pair<uint32_t, int64_t>> ready; // nodes and their starts in ps
    const auto setReady = [&](uint32_t number, int64_t startPs) {
        const auto& node = nodes.GetRelative(number);
        ready.emplace_back(number,
                           node.kind == Kind::SEND ? std::max(node.timePs, startPs) : startPs);
    };
    for (uint32_t number = 0; number < count; ++number)
    {
        if (nodes.GetRelative(number).kind == Kind::RECV)
        {
            waits.Add(number); // for its SEND
        }
        if (waits.IsReady(number))
        {
            setReady(number, 0);
        }
    }
    std::unordered_map<uint32_t, int64_t> startsPs; // so far, of nodes that wait for more
    int64_t longestPs = 0;
    while (!ready.empty())
    {
        const auto [number, startPs] = ready.back();
        ready.pop_back();
        const int64_t endPs = startPs + alone.Get(number);
        longestPs = std::max(longestPs, endPs);
        const auto release = [&](uint32_t next, int64_t causePs) {
            const auto known = startsPs.find(next);
            const int64_t nextPs =
                known == startsPs.end() ? causePs : std::max(causePs, known->second);
            if (!waits.Release(next))
            {
                startsPs[next] = nextPs;
                return;
            }
            if (known != startsPs.end())
            {
                startsPs.erase(known);
            }
            setReady(next, nextPs);
        };
        waits.GetSuccessors().ForEach(number, [&](uint32_t next) { release(next, endPs); });
        // Leaving takes no time at least.
        waits.GetFollowers().ForEach(number, [&](uint32_t next) { release(next, 0); });
        const auto node = nodes[number];
        if (node.kind == Kind::SEND)
        {
            release(node.match, endPs);
        }
    }
    return longestPs;
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
GetIdealDurationPs(const FabricJob& job, const FabricNetwork& all, DependencyCounter waits)
{
    const FabricNetwork& network = all.GetNetworkOf(job);
    if (job.driver)
    {
        return 0; // the traffic depends on events
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
        const auto& node = nodes.GetRelative(number); // its match is not used
        if (node.kind == Kind::AGGREGATE ||
            (node.kind == Kind::SEND && job.hostOfRank[node.rank] != job.hostOfRank[node.peer]))
        {
            flows.push_back(number);
        }
    }
    const auto startsBefore = [&nodes](uint32_t a, uint32_t b) {
        return nodes.GetRelative(a).timePs < nodes.GetRelative(b).timePs;
    };
    if (!std::is_sorted(flows.begin(), flows.end(), startsBefore)) // usually all may start at once
    {
        std::stable_sort(flows.begin(), flows.end(), startsBefore);
    }

    struct Link
    {
        int64_t startPs{0}; //!< start of flows that follow each other without a gap
        uint64_t bytes{0};  //!< bytes of these flows
        int64_t endPs{0};   //!< end of these flows
    };

    // The NICs of each host together, then NVLink.
    const size_t hosts = rates.size();
    const auto nvlink =
        network.scaleUp ? GetHostRatesbps(network.scaleUp->topology) : std::vector<uint64_t>();
    std::vector<Link> out(hosts + nvlink.size());
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
    if (job.graph.HasKernels())
    {
        idealPs = std::max(idealPs,
                           GetLongestChainPs(job, {job, network, rates, nvlink}, std::move(waits)));
    }
    return idealPs;
}

} // namespace ns3
