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

} // namespace ns3
