// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "neighbour-lists.h"

#include "ns3/input-error.h"

#include <string>

namespace ns3
{

/** Called when m_end has the lengths of the lists. */
void
NeighbourLists::MakeRoom()
{
    uint64_t sum = 0;
    for (auto& end : m_end)
    {
        sum += end;
        end = static_cast<uint32_t>(sum);
    }
    if (sum > UINT32_MAX)
    {
        throw InputError("communication graph: more than " + std::to_string(UINT32_MAX) +
                         " dependencies");
    }
    m_unpacked.resize(sum);
}

/** Called when m_end has the begins of the lists. */
void
NeighbourLists::Pack(uint32_t first)
{
    for (uint32_t i = 0; i < m_width; ++i)
    {
        uint32_t* const begin = m_unpacked.data() + m_end[i];
        uint32_t* const end =
            m_unpacked.data() + (i + 1 < m_width ? m_end[i + 1] : m_unpacked.size());
        std::sort(begin, end);
        std::for_each(begin, end, [node = first + i](uint32_t& entry) { entry -= node; });
        m_listOf.push_back(Put(begin, end));
    }
}

/** @return place of an equal list in m_lists, if it is found, or of a new one */
uint32_t
NeighbourLists::Put(const uint32_t* begin, const uint32_t* end)
{
    const auto size = static_cast<size_t>(end - begin);
    if (size == 0)
    {
        return 0;
    }
    if (m_places.empty())
    {
        size_t places = 64;
        while (places < m_width)
        {
            places *= 2;
        }
        m_places.assign(places, 0);
    }
    uint64_t hash = size;
    for (const uint32_t* entry = begin; entry != end; ++entry)
    {
        hash = (hash ^ *entry) * 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
        hash ^= hash >> 29;
    }
    constexpr size_t TRIES = 16; // then the list has no place: those that repeat mostly came before
    uint32_t* free = nullptr;
    for (size_t i = 0; i < TRIES && !free; ++i)
    {
        uint32_t& place = m_places[(hash + i) & (m_places.size() - 1)];
        const uint32_t* const known = m_lists.data() + place;
        if (known[0] == size && std::equal(begin, end, known + 1))
        {
            return place;
        }
        free = place == 0 ? &place : nullptr;
    }
    if (m_lists.size() + size >= UINT32_MAX)
    {
        throw InputError("communication graph: more than " + std::to_string(UINT32_MAX) +
                         " dependencies");
    }
    const auto at = static_cast<uint32_t>(m_lists.size());
    m_lists.push_back(static_cast<uint32_t>(size));
    m_lists.insert(m_lists.end(), begin, end);
    if (free)
    {
        *free = at;
    }
    return at;
}

/** Frees what only the constructor uses. */
void
NeighbourLists::Settle()
{
    m_end = std::vector<uint32_t>();
    m_unpacked = std::vector<uint32_t>();
    m_places = std::vector<uint32_t>();
    m_listOf.Settle();
    m_lists.shrink_to_fit();
}

} // namespace ns3
