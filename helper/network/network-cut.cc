// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-cut.h"

#include "network-sides.h"

#include "ns3/fabric-channel.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-simulator-impl.h"
#include "ns3/node-list.h"
#include "ns3/rank-link.h"
#include "ns3/rdma-nic.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <boost/pending/disjoint_sets.hpp>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

using Sets = boost::disjoint_sets_with_storage<>;

// Largest ratio of the heaviest domain to the mean that is accepted for a longer look-ahead.
constexpr double BALANCE = 1.25;
// With one thread, nothing waits for a heavy domain; it only has to fit into the cache.
constexpr double BALANCE_OF_CACHE = 4;

/** A wire, with the properties needed for cutting. */
struct Wire
{
    std::array<uint32_t, 2> nodes; //!< ids
    int64_t delayTicks;            //!< shortest time until one end is affected by the other
    uint64_t ratebps;
};

std::array<uint32_t, 2>
GetNodes(const FabricChannel& channel)
{
    return {channel.GetDevice(0)->GetNode()->GetId(), channel.GetDevice(1)->GetNode()->GetId()};
}

std::vector<Wire>
GetWires(const FabricNetwork& network)
{
    const TickClock clock;
    std::vector<Wire> wires;
    for (const auto& channel : network.GetParts().channels)
    {
        const int64_t ticks = clock.ToTicks(channel->GetDelayPs());
        const bool isRoundedUp = clock.ToPs(ticks) > channel->GetDelayPs();
        wires.push_back({GetNodes(*channel), ticks - isRoundedUp, channel->GetRatebps()});
    }
    return wires;
}

/** Joins the ranks of each share of each job. */
void
JoinShares(const FabricNetwork& network, const std::vector<Ptr<GraphExecutor>>& jobs, Sets& sets)
{
    for (const auto& job : jobs)
    {
        const auto& own = network.GetNetworkOf(job->GetJob());
        const auto& shares = job->GetShares().GetNumbers();
        const auto& hosts = job->GetJob().hostOfRank;
        std::map<uint32_t, uint32_t> nodeOfShare;
        for (size_t rank = 0; rank < shares.size(); ++rank)
        {
            const uint32_t node = own.nics[own.GetNic(hosts[rank])]->GetPort().GetNode()->GetId();
            sets.union_set(nodeOfShare.try_emplace(shares[rank], node).first->second, node);
        }
    }
}

/** Numbers the parts that remain if wires shorter than the look-ahead are not cut. */
std::vector<NetworkPart>
MakeParts(const std::vector<Wire>& wires,
          Sets sets,
          int64_t lookAhead,
          CutPurpose purpose,
          std::vector<uint32_t>& partOf)
{
    for (const auto& wire : wires)
    {
        if (wire.delayTicks < lookAhead)
        {
            sets.union_set(wire.nodes[0], wire.nodes[1]);
        }
    }
    std::map<size_t, uint32_t> numbers;
    for (uint32_t node = 0; node < partOf.size(); ++node)
    {
        const auto next = static_cast<uint32_t>(numbers.size());
        partOf[node] = numbers.try_emplace(sets.find_set(node), next).first->second;
    }
    std::vector<NetworkPart> parts(numbers.size());
    for (const auto& wire : wires)
    {
        const auto rate = static_cast<double>(wire.ratebps);
        const uint32_t first = partOf[wire.nodes[0]];
        const uint32_t second = partOf[wire.nodes[1]];
        const double weight = purpose == CutPurpose::CACHE ? 1 : rate;
        parts[first].weight += weight;
        parts[second].weight += weight;
        if (first != second)
        {
            parts[first].wires[second] += rate;
            parts[second].wires[first] += rate;
        }
    }
    return parts;
}

/** @return by part: its domain; sets the weight of the heaviest domain relative to the mean */
std::vector<uint32_t>
GrowDomains(const std::vector<NetworkPart>& parts, uint32_t domains, double& heaviest)
{
    constexpr uint32_t NONE = UINT32_MAX;
    std::vector<uint32_t> domainOf(parts.size(), NONE);
    double left = NetworkPart::SumWeights(parts);
    const double mean = left / domains;
    heaviest = 0;
    uint32_t next = 0; // all parts before it are assigned
    for (uint32_t domain = 0; domain < domains; ++domain)
    {
        const double wanted = left / (domains - domain);
        double weight = 0;
        std::vector<double> pull(parts.size()); // by part: rate of the wires to the domain
        std::set<std::pair<double, uint32_t>> neighbours; // free neighbours, sorted by this rate
        while (weight < wanted || domain + 1 == domains)
        {
            uint32_t chosen = neighbours.empty() ? NONE : neighbours.begin()->second;
            while (chosen == NONE && next < parts.size() && domainOf[next] != NONE)
            {
                ++next;
            }
            chosen = chosen == NONE ? next : chosen;
            // Half a part too much is better than half a part too little.
            if (chosen == parts.size() ||
                (domain + 1 < domains && weight > 0 && weight + parts[chosen].weight / 2 > wanted))
            {
                break;
            }
            domainOf[chosen] = domain;
            weight += parts[chosen].weight;
            neighbours.erase({-pull[chosen], chosen});
            for (const auto& [neighbour, rate] : parts[chosen].wires)
            {
                if (domainOf[neighbour] == NONE)
                {
                    neighbours.erase({-pull[neighbour], neighbour});
                    pull[neighbour] += rate;
                    neighbours.emplace(-pull[neighbour], neighbour);
                }
            }
        }
        left -= weight;
        heaviest = std::max(heaviest, mean > 0 ? weight / mean : 1);
    }
    return domainOf;
}

/**
 * Cuts domains into pieces.
 *
 * @param parts all parts
 * @param domainOf by part: its domain
 * @param domains number of domains
 * @param pieces largest number of pieces of each
 * @return by part: its piece, numbered domain by domain; sets the number of pieces
 */
std::vector<uint32_t>
CutDomains(const std::vector<NetworkPart>& parts,
           const std::vector<uint32_t>& domainOf,
           uint32_t domains,
           uint32_t pieces,
           uint32_t& count)
{
    std::vector<std::vector<uint32_t>> members(domains);
    std::vector<uint32_t> placeOf(parts.size());
    for (uint32_t part = 0; part < parts.size(); ++part)
    {
        auto& all = members[domainOf[part]];
        placeOf[part] = static_cast<uint32_t>(all.size());
        all.push_back(part);
    }
    std::vector<uint32_t> pieceOf(parts.size());
    count = 0;
    for (uint32_t domain = 0; domain < domains; ++domain)
    {
        std::vector<NetworkPart> inside;
        for (const uint32_t part : members[domain])
        {
            NetworkPart& one = inside.emplace_back(NetworkPart{parts[part].weight, {}});
            for (const auto& [neighbour, rate] : parts[part].wires)
            {
                if (domainOf[neighbour] == domain)
                {
                    one.wires[placeOf[neighbour]] = rate;
                }
            }
        }
        const auto most = std::min(pieces, static_cast<uint32_t>(inside.size()));
        double heaviest = 0;
        const auto pieceOfMember = GrowDomains(inside, most, heaviest);
        for (uint32_t piece = 0; piece < most; ++piece)
        {
            bool isUsed = false; // large parts may have left some pieces empty
            for (size_t i = 0; i < inside.size(); ++i)
            {
                if (pieceOfMember[i] == piece)
                {
                    pieceOf[members[domain][i]] = count;
                    isUsed = true;
                }
            }
            count += isUsed ? 1 : 0;
        }
    }
    return pieceOf;
}

/** Domains of the parts. */
struct Layout
{
    std::vector<uint32_t> domainOfPart; //!< by part
    std::vector<uint8_t> sideOfDomain;  //!< see DomainPlan
    uint32_t domains;                   //!< number of all domains, with pieces
    double heaviest; //!< weight of the heaviest domain divided by the mean, pieces counted together
};

/**
 * @param parts all parts
 * @param count number of domains
 * @param pieces pieces of each
 * @return domains without sides
 */
Layout
LayOut(const std::vector<NetworkPart>& parts, uint32_t count, uint32_t pieces)
{
    Layout layout{};
    const auto domainOf = GrowDomains(parts, count, layout.heaviest);
    layout.domainOfPart = CutDomains(parts, domainOf, count, pieces, layout.domains);
    return layout;
}

/** LayOut() with hosts beside their leaves, if the heaviest domain stays light enough. */
Layout
LayOutLeaves(const std::vector<NetworkPart>& parts, uint32_t count, uint32_t pieces, double most)
{
    std::vector<uint32_t> groupOf;
    const auto groups = JoinLeaves(parts, groupOf);
    if (groups.size() >= count)
    {
        Layout layout = LayOut(groups, count, pieces);
        if (layout.heaviest <= most)
        {
            for (uint32_t& group : groupOf)
            {
                group = layout.domainOfPart[group];
            }
            layout.domainOfPart = std::move(groupOf);
            return layout;
        }
    }
    return LayOut(parts, count, pieces);
}

/** @return domains on two sides, if possible, requested and light enough */
Layout
LayOutSides(const std::vector<NetworkPart>& parts,
            uint32_t count,
            uint32_t pieces,
            CutPurpose purpose)
{
    if (purpose == CutPurpose::THREADS && pieces == 1)
    {
        return {};
    }
    SidedDomains sided;
    if (purpose == CutPurpose::CACHE)
    {
        sided = CutIntoSides(parts, count * pieces, BALANCE_OF_CACHE);
    }
    else
    {
        // Each side is distributed separately: hosts with their leaf, whatever the weight, or
        // without.
        for (const double most : {std::numeric_limits<double>::infinity(), 0.0})
        {
            sided = CutIntoSides(parts, 2 * count * pieces, most);
            sided.heaviest = sided.GetHeaviest(count);
            if (sided.heaviest <= BALANCE)
            {
                break;
            }
        }
        if (sided.heaviest > BALANCE)
        {
            return {};
        }
    }
    const auto domains = static_cast<uint32_t>(sided.sideOfDomain.size());
    return {std::move(sided.domainOfPart), std::move(sided.sideOfDomain), domains, sided.heaviest};
}

} // namespace

DomainPlan
CutNetwork(const FabricNetwork& network,
           const std::vector<Ptr<GraphExecutor>>& jobs,
           uint32_t domains,
           uint32_t pieces,
           CutPurpose purpose)
{
    const double balance = purpose == CutPurpose::CACHE ? BALANCE_OF_CACHE : BALANCE;
    const uint32_t nodes = NodeList::GetNNodes();
    const auto wires = GetWires(network);
    Sets sets(nodes);
    JoinShares(network, jobs, sets);
    std::set<int64_t, std::greater<>> lookAheads;
    const int64_t longest = TickClock().ToTicks(GraphExecutor::END_NOTICE_PS);
    for (const auto& wire : wires)
    {
        if (wire.delayTicks > 0)
        {
            lookAheads.insert(std::min(wire.delayTicks, longest));
        }
    }
    DomainPlan best;
    double least = domains;
    std::vector<uint32_t> partOf(nodes);
    for (const int64_t lookAhead : lookAheads)
    {
        const auto parts = MakeParts(wires, sets, lookAhead, purpose, partOf);
        const auto count = std::min(domains, static_cast<uint32_t>(parts.size()));
        if (count < 2)
        {
            continue;
        }
        Layout layout = LayOutSides(parts, count, pieces, purpose);
        const bool hasSides = !layout.sideOfDomain.empty();
        if (!hasSides)
        {
            layout = LayOutLeaves(parts, count, pieces, balance);
        }
        if (layout.heaviest * domains / count < least)
        {
            least = layout.heaviest * domains / count;
            best.domains = layout.domains;
            best.threads = std::min(count, best.domains);
            // A domain that is two look-aheads ahead must also be told of the end.
            best.lookAheadTicks = hasSides ? std::min(lookAhead, longest / 2) : lookAhead;
            best.sideOfDomain = std::move(layout.sideOfDomain);
            best.domainOfNode.resize(nodes);
            std::transform(partOf.begin(),
                           partOf.end(),
                           best.domainOfNode.begin(),
                           [&](uint32_t part) { return layout.domainOfPart[part]; });
        }
        if (least <= balance)
        {
            break;
        }
    }
    return best;
}

uint32_t
CountDomainsOfCache(const FabricNetwork& network, uint32_t most)
{
    constexpr uint32_t PORTS_OF_DOMAIN = 64;
    return std::min(CountPorts(network) / PORTS_OF_DOMAIN, most);
}

uint32_t
CountPorts(const FabricNetwork& network)
{
    return static_cast<uint32_t>(2 * network.GetParts().channels.size());
}

void
UseDomains(const FabricNetwork& network, DomainPlan plan)
{
    const auto rankOf = [&plan](uint32_t domain) {
        return plan.rankOfDomain.empty() ? 0 : plan.rankOfDomain[domain];
    };
    const uint32_t here = plan.rankOfDomain.empty() ? 0 : RankLink::GetActive()->GetRank();
    for (uint32_t node = 0; node < plan.domainOfNode.size(); ++node)
    {
        const UintegerValue rank(rankOf(plan.domainOfNode[node]));
        NodeList::GetNode(node)->SetAttribute("SystemId", rank);
    }
    for (const auto& channel : network.GetParts().channels)
    {
        const auto nodes = GetNodes(*channel);
        const std::array<uint32_t, 2> domains{plan.domainOfNode[nodes[0]],
                                              plan.domainOfNode[nodes[1]]};
        if (domains[0] != domains[1])
        {
            channel->SetDomains(domains);
        }
        const std::array<uint32_t, 2> ranks{rankOf(domains[0]), rankOf(domains[1])};
        if (ranks[0] != ranks[1])
        {
            const auto mails = channel->SetRanks({ranks[0] == here, ranks[1] == here});
            plan.routes.push_back({mails[0], domains[0], domains[1]});
            plan.routes.push_back({mails[1], domains[1], domains[0]});
        }
    }
    FabricSimulatorImpl::GetActive()->SetDomains(std::move(plan));
}

} // namespace ns3
