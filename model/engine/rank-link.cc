// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rank-link.h"

#include "ns3/byte-image.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

RankLink* g_active = nullptr;

// Where a process is that says something, behind what it says.
constexpr char IN_EVENT = 'e';
constexpr char BETWEEN_WINDOWS = 'w';

} // namespace

RankLink::RankLink(uint32_t rank, uint32_t count)
    : m_rank(rank),
      m_count(count)
{
}

RankLink::~RankLink() = default;

RankLink*
RankLink::GetActive()
{
    return g_active;
}

void
RankLink::SetActive(RankLink* link)
{
    g_active = link;
}

const std::vector<std::string>&
RankLink::Exchange(std::vector<std::string> out)
{
    if (!Meet(out, IN_EVENT))
    {
        throw RankError("another process has failed and does not run this event");
    }
    return m_in;
}

const std::vector<std::string>&
RankLink::ExchangeBetweenWindows(std::vector<std::string>& out)
{
    while (!Meet(out, BETWEEN_WINDOWS))
    {
    }
    return m_in;
}

/**
 * @param out by receiving rank
 * @param where kind of the call of this process
 * @return true if all others make the same kind of call
 */
bool
RankLink::Meet(std::vector<std::string>& out, char where)
{
    m_in.resize(m_count);
    for (uint32_t rank = 0; rank < m_count; ++rank)
    {
        m_in[rank].clear();
        out[rank] += where;
    }
    DoExchange(out, m_in);
    bool areThere = true;
    for (uint32_t rank = 0; rank < m_count; ++rank)
    {
        out[rank].pop_back();
        if (rank != m_rank)
        {
            areThere = areThere && m_in[rank].back() == where;
            m_in[rank].pop_back();
        }
    }
    return areThere;
}

std::vector<std::string>
RankLink::Share(const std::string& mine)
{
    if (!g_active)
    {
        return {mine};
    }
    auto all = g_active->Exchange(std::vector<std::string>(g_active->m_count, mine));
    all[g_active->m_rank] = mine;
    return all;
}

uint64_t
RankLink::Sum(uint64_t mine)
{
    std::string image;
    SaveValue(image, mine);
    uint64_t sum = 0;
    for (const auto& one : Share(image))
    {
        const char* from = one.data();
        sum += LoadValue<uint64_t>(from);
    }
    return sum;
}

bool
RankLink::Any(bool mine)
{
    return Sum(mine) > 0;
}

int64_t
RankLink::Max(int64_t mine)
{
    std::string image;
    SaveValue(image, mine);
    int64_t most = mine;
    for (const auto& one : Share(image))
    {
        const char* from = one.data();
        most = std::max(most, LoadValue<int64_t>(from));
    }
    return most;
}

bool
IsOfThisRank(const Node& node)
{
    return node.GetSystemId() == Simulator::GetSystemId();
}

} // namespace ns3
