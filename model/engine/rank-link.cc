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
RankLink::Exchange(const std::vector<std::string>& out)
{
    m_in.resize(m_count);
    for (auto& bytes : m_in)
    {
        bytes.clear();
    }
    DoExchange(out, m_in);
    return m_in;
}

std::vector<std::string>
RankLink::Share(const std::string& mine)
{
    std::vector<std::string> all = Exchange(std::vector<std::string>(m_count, mine));
    all[m_rank] = mine;
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
