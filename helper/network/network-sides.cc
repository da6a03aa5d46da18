// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-sides.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/bipartite.hpp>
#include <limits>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param parts all parts
 * @return by part: its side, so that no wire joins two parts of one side; empty: impossible
 */
std::vector<uint8_t>
FindSides(const std::vector<NetworkPart>& parts)
{
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> graph(parts.size());
    for (uint32_t part = 0; part < parts.size(); ++part)
    {
        for (const auto& [neighbour, rate] : parts[part].wires)
        {
            if (part < neighbour)
            {
                boost::add_edge(part, neighbour, graph);
            }
        }
    }
    std::vector<boost::default_color_type> colors(parts.size());
    const auto ids = boost::get(boost::vertex_index, graph);
    std::vector<uint8_t> sides;
    if (boost::is_bipartite(graph, ids, boost::make_iterator_property_map(colors.begin(), ids)))
    {
        for (const auto color : colors)
        {
            sides.push_back(color == boost::color_traits<boost::default_color_type>::black());
        }
    }
    return sides;
}

/**
 * Packs the parts of either side into domains, in the order of their numbers.
 *
 * @param parts all parts
 * @param domains approximate number of domains
 * @return see CutIntoSides()
 */
SidedDomains
DealSides(const std::vector<NetworkPart>& parts, uint32_t domains)
{
    SidedDomains dealt;
    const auto sides = FindSides(parts);
    if (sides.empty())
    {
        return dealt;
    }
    const double wanted = NetworkPart::SumWeights(parts) / domains;
    dealt.domainOfPart.resize(parts.size());
    for (const uint8_t side : {0, 1})
    {
        double weight = wanted;
        for (uint32_t part = 0; part < parts.size(); ++part)
        {
            if (sides[part] != side)
            {
                continue;
            }
            if (weight + parts[part].weight / 2 > wanted)
            {
                dealt.sideOfDomain.push_back(side);
                dealt.weightOfDomain.push_back(0);
                weight = 0;
            }
            weight += parts[part].weight;
            dealt.weightOfDomain.back() = weight;
            dealt.heaviest = std::max(dealt.heaviest, weight / wanted);
            dealt.domainOfPart[part] = static_cast<uint32_t>(dealt.sideOfDomain.size() - 1);
        }
    }
    return dealt;
}

} // namespace

double
NetworkPart::SumWeights(const std::vector<NetworkPart>& parts)
{
    return std::accumulate(parts.begin(), parts.end(), 0.0, [](double sum, const auto& part) {
        return sum + part.weight;
    });
}

std::vector<NetworkPart>
JoinLeaves(const std::vector<NetworkPart>& parts, std::vector<uint32_t>& groupOf)
{
    const auto isLeaf = [&](uint32_t part) { return parts[part].wires.size() == 1; };
    groupOf.resize(parts.size());
    uint32_t count = 0;
    for (uint32_t part = 0; part < parts.size(); ++part)
    {
        groupOf[part] = isLeaf(part) ? 0 : count++;
    }
    if (count < 2)
    {
        std::iota(groupOf.begin(), groupOf.end(), 0);
        return parts;
    }
    std::vector<NetworkPart> groups(count);
    for (uint32_t part = 0; part < parts.size(); ++part)
    {
        if (isLeaf(part))
        {
            // Two parts that are joined only with each other are a network of their own: any side
            // fits.
            const uint32_t neighbour = parts[part].wires.begin()->first;
            groupOf[part] = isLeaf(neighbour) ? 0 : groupOf[neighbour];
        }
        groups[groupOf[part]].weight += parts[part].weight;
    }
    for (uint32_t part = 0; part < parts.size(); ++part)
    {
        for (const auto& [neighbour, rate] : parts[part].wires)
        {
            if (groupOf[neighbour] != groupOf[part])
            {
                groups[groupOf[part]].wires[groupOf[neighbour]] += rate;
            }
        }
    }
    return groups;
}

double
SidedDomains::GetHeaviest(uint32_t threads) const
{
    double most = 0;
    for (const uint8_t side : {0, 1})
    {
        std::vector<double> weights;
        for (size_t domain = 0; domain < sideOfDomain.size(); ++domain)
        {
            if (sideOfDomain[domain] == side)
            {
                weights.push_back(weightOfDomain[domain]);
            }
        }
        if (weights.size() < threads)
        {
            return std::numeric_limits<double>::infinity();
        }
        std::vector<double> ofThread(threads);
        for (size_t i = 0; i < weights.size(); ++i)
        {
            ofThread[i * threads / weights.size()] += weights[i];
        }
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        const double heaviest = *std::max_element(ofThread.begin(), ofThread.end());
        most = std::max(most, sum > 0 ? heaviest * threads / sum : 1);
    }
    return most;
}

SidedDomains
CutIntoSides(const std::vector<NetworkPart>& parts, uint32_t domains, double most)
{
    std::vector<uint32_t> groupOf;
    SidedDomains dealt = DealSides(JoinLeaves(parts, groupOf), domains);
    if (dealt.sideOfDomain.size() < 2 || dealt.heaviest > most)
    {
        return DealSides(parts, domains);
    }
    for (uint32_t& group : groupOf)
    {
        group = dealt.domainOfPart[group];
    }
    dealt.domainOfPart = std::move(groupOf);
    return dealt;
}

} // namespace ns3
