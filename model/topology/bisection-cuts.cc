// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "bisection-cuts.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** @return by host index: node id of its switch, or its own if its link leads to a host */
std::vector<uint32_t>
GetSwitches(const FabricTopology& topology)
{
    std::vector<uint32_t> switches = topology.hosts;
    for (const auto& link : topology.links)
    {
        if (topology.IsHost(link.a) != topology.IsHost(link.b))
        {
            const bool first = topology.IsHost(link.a);
            switches[topology.hostIndex[first ? link.a : link.b]] = first ? link.b : link.a;
        }
    }
    return switches;
}

/** @return by node id: lowest node id to which a path exists */
std::vector<uint32_t>
GetParts(const FabricTopology& topology)
{
    std::vector<uint32_t> part(topology.nodes.size());
    std::iota(part.begin(), part.end(), 0);
    const auto find = [&part](uint32_t node) {
        while (part[node] != node)
        {
            part[node] = part[part[node]];
            node = part[node];
        }
        return node;
    };
    for (const auto& link : topology.links)
    {
        const uint32_t a = find(link.a);
        const uint32_t b = find(link.b);
        part[std::max(a, b)] = std::min(a, b);
    }
    for (uint32_t node = 0; node < part.size(); ++node)
    {
        part[node] = find(node);
    }
    return part;
}

/**
 * Takes complete groups of neighbours in a given order, as long as they fit.
 *
 * @param order host indices, with the hosts of a group contiguous
 * @param group by host index: number of its group
 * @param left number of hosts still to take
 * @param half by host index: true if taken
 */
void
TakeGroups(const std::vector<uint32_t>& order,
           const std::vector<uint32_t>& group,
           size_t& left,
           std::vector<bool>& half)
{
    for (size_t first = 0, last = 0; first < order.size(); first = last)
    {
        const auto isOther = [&](uint32_t host) { return group[host] != group[order[first]]; };
        last = std::find_if(order.begin() + first, order.end(), isOther) - order.begin();
        const auto isTaken = [&](uint32_t host) { return half[host]; };
        if (last - first <= left &&
            std::none_of(order.begin() + first, order.begin() + last, isTaken))
        {
            for (size_t i = first; i < last; ++i)
            {
                half[order[i]] = true;
            }
            left -= last - first;
        }
    }
}

/** @return numbers in a name, such as 3, 0 and 2 of switch3-0-2 */
std::vector<uint32_t>
ReadNumbers(const std::string& name)
{
    std::vector<uint32_t> numbers;
    bool inNumber = false;
    for (const char c : name)
    {
        const bool isDigit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        if (isDigit && !inNumber)
        {
            numbers.push_back(0);
        }
        if (isDigit)
        {
            // The order of numbers beyond 32 bits does not matter.
            numbers.back() = numbers.back() * 10 + static_cast<uint32_t>(c - '0');
        }
        inNumber = isDigit;
    }
    return numbers;
}

/** @return by host index: coordinates of its switch; empty if the switches have different forms */
std::vector<std::vector<uint32_t>>
GetPlaces(const FabricTopology& topology, const std::vector<uint32_t>& switches)
{
    std::vector<std::vector<uint32_t>> places;
    for (const uint32_t node : switches)
    {
        places.push_back(ReadNumbers(topology.nodes[node].name));
        if (places.back().size() < 2 || places.back().size() != places.front().size())
        {
            return {};
        }
    }
    return places;
}

} // namespace

std::vector<std::vector<bool>>
MakeHostHalves(const FabricTopology& topology)
{
    const uint32_t hosts = topology.GetHostCount();
    const size_t size = hosts / 2;
    std::vector<uint32_t> order(hosts);
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::vector<bool>> halves;
    const auto addFirst = [&] {
        std::vector<bool> half(hosts);
        for (size_t i = 0; i < size; ++i)
        {
            half[order[i]] = true;
        }
        halves.push_back(half);
    };
    addFirst();

    const auto switches = GetSwitches(topology);
    const auto parts = GetParts(topology);
    std::vector<uint32_t> partOfHost(hosts);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        partOfHost[host] = parts[switches[host]];
    }
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return partOfHost[a] != partOfHost[b] ? partOfHost[a] < partOfHost[b]
                                              : switches[a] < switches[b];
    });
    std::vector<uint32_t> each(hosts);
    std::iota(each.begin(), each.end(), 0);
    size_t left = size;
    std::vector<bool> whole(hosts);
    for (const auto* group : {&std::as_const(partOfHost), &switches, &std::as_const(each)})
    {
        TakeGroups(order, *group, left, whole);
    }
    halves.push_back(whole);

    const auto places = GetPlaces(topology, switches);
    std::vector<uint32_t> sizes(places.empty() ? 0 : places.front().size());
    for (const auto& place : places)
    {
        for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
        {
            sizes[dimension] = std::max(sizes[dimension], place[dimension]);
        }
    }
    for (size_t first = 0; first < sizes.size(); ++first)
    {
        std::vector<size_t> dimensions(sizes.size());
        std::iota(dimensions.begin(), dimensions.end(), 0);
        std::stable_sort(dimensions.begin(), dimensions.end(), [&](size_t a, size_t b) {
            return a == first || b == first ? a == first && b != first : sizes[a] > sizes[b];
        });
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            for (const size_t dimension : dimensions)
            {
                if (places[a][dimension] != places[b][dimension])
                {
                    return places[a][dimension] < places[b][dimension];
                }
            }
            return false;
        });
        addFirst();
    }
    for (size_t i = halves.size(); i-- > 1;)
    {
        if (std::find(halves.begin(), halves.begin() + i, halves[i]) != halves.begin() + i)
        {
            halves.erase(halves.begin() + i);
        }
    }
    return halves;
}

} // namespace ns3
