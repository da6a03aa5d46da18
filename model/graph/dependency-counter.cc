// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dependency-counter.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** Packs lists of numbers; equal lists are stored once, as far as that is noticed. */
class ListPool
{
  public:
    /** @param lists estimated number of lists */
    explicit ListPool(size_t lists)
    {
        constexpr size_t LARGEST = size_t{1} << 16;
        size_t size = 64;
        while (size < lists && size < LARGEST)
        {
            size *= 2;
        }
        m_seen.assign(size, 0);
        m_lists.push_back(0); // the empty list
    }

    /** @param begin begin of a list of any length @param end end of the list @return its place */
    uint32_t Put(const uint32_t* begin, const uint32_t* end)
    {
        const auto size = static_cast<size_t>(end - begin);
        if (size == 0)
        {
            return 0;
        }
        uint64_t hash = size;
        for (const uint32_t* number = begin; number != end; ++number)
        {
            hash = (hash ^ *number) * 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
            hash ^= hash >> 29;
        }
        uint32_t& seen = m_seen[hash & (m_seen.size() - 1)];
        if (m_lists[seen] != size || !std::equal(begin, end, m_lists.data() + seen + 1))
        {
            if (m_lists.size() + size >= UINT32_MAX)
            {
                throw InputError("communication graph: more than " + std::to_string(UINT32_MAX) +
                                 " dependencies");
            }
            seen = static_cast<uint32_t>(m_lists.size());
            m_lists.push_back(static_cast<uint32_t>(size));
            m_lists.insert(m_lists.end(), begin, end);
        }
        return seen;
    }

    /** @return all lists, each behind its length */
    std::vector<uint32_t> Take()
    {
        m_lists.shrink_to_fit();
        return std::move(m_lists);
    }

  private:
    std::vector<uint32_t> m_lists;
    std::vector<uint32_t> m_seen; //!< by hash: place of a list with that hash; 0: none
};

} // namespace

DependencyCounter::DependencyCounter(const CommunicationGraph& graph)
    : m_few(graph.GetNodes().size(), 0)
{
    ListPool pool(m_few.size());
    const auto makeLists = [&](const std::vector<std::pair<uint32_t, uint32_t>>& edges) {
        const auto count = static_cast<uint32_t>(m_few.size());
        // First the end of a node's successors in `successors`, then their begin.
        std::vector<uint32_t> listOf(count, 0);
        for (const auto& [before, after] : edges)
        {
            ++listOf[before];
            Add(after);
        }
        uint32_t sum = 0;
        for (auto& end : listOf)
        {
            sum += end;
            end = sum;
        }
        std::vector<uint32_t> successors(edges.size());
        for (const auto& [before, after] : edges)
        {
            successors[--listOf[before]] = after;
        }
        for (uint32_t node = 0; node < count; ++node)
        {
            uint32_t* const begin = successors.data() + listOf[node];
            uint32_t* const end =
                successors.data() + (node + 1 < count ? listOf[node + 1] : successors.size());
            if (end - begin > 1)
            {
                std::sort(begin, end);
            }
            std::for_each(begin, end, [node](uint32_t& number) { number -= node; });
            listOf[node] = pool.Put(begin, end);
        }
        return listOf;
    };
    m_listOf = makeLists(graph.GetDependencies());
    if (!graph.GetOrders().empty())
    {
        m_followersOf = makeLists(graph.GetOrders());
    }
    m_lists = pool.Take();
}

/**
 * A node outside the zones has successors whose numbers change with the cuts between. A node of a
 * zone refers to nodes of zones, and keeps its distance to those of its own zone.
 */
uint32_t
DependencyCounter::MoveList(uint32_t node, uint32_t list, const GraphCuts& cuts)
{
    const bool isAtWork = FindZone(node, cuts);
    const auto countBefore = [&](uint32_t number) {
        uint32_t count = 0;
        for (size_t i = 0; i < cuts.size(); ++i)
        {
            const bool isBefore =
                isAtWork ? i + 1 < cuts.size() && cuts[i + 1].zone <= number : cuts[i].at <= number;
            count += isBefore ? cuts[i].GetCount() : 0;
        }
        return count;
    };
    const uint32_t size = m_lists[list];
    std::vector<uint32_t> moved{size};
    for (uint32_t i = 1; i <= size; ++i)
    {
        const uint32_t successor = node + m_lists[list + i];
        moved.push_back(m_lists[list + i] - (countBefore(successor) - countBefore(node)));
    }
    if (std::equal(moved.begin(), moved.end(), m_lists.begin() + list))
    {
        return list;
    }
    const auto place = static_cast<uint32_t>(m_lists.size());
    m_lists.insert(m_lists.end(), moved.begin(), moved.end());
    return place;
}

void
DependencyCounter::Cut(const GraphCuts& cuts)
{
    for (auto* const lists : {&m_listOf, &m_followersOf})
    {
        // By list: the list that took its place for the node before; most nodes need the same.
        std::unordered_map<uint32_t, uint32_t> movedOf;
        size_t next = 0;
        for (uint32_t node = cuts.front().zone; node < lists->size(); ++node)
        {
            while (next < cuts.size() && node >= cuts[next].at)
            {
                node = std::max(node, cuts[next].at + cuts[next].GetCount());
                ++next;
            }
            if (node >= lists->size() || (*lists)[node] == 0)
            {
                continue;
            }
            const uint32_t list = (*lists)[node];
            const auto moved = MoveList(node, list, cuts);
            if (moved != list)
            {
                const uint32_t known = movedOf.try_emplace(list, moved).first->second;
                const uint32_t size = m_lists[list];
                if (known != moved &&
                    std::equal(&m_lists[known], &m_lists[known] + size + 1, &m_lists[moved]))
                {
                    m_lists.resize(moved);
                    (*lists)[node] = known;
                    continue;
                }
                movedOf[list] = moved;
            }
            (*lists)[node] = moved;
        }
        CutList(*lists, cuts);
    }
    CutList(m_few, cuts);
}

} // namespace ns3
