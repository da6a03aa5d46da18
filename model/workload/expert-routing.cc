// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "expert-routing.h"

#include "ns3/random-draws.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/** Replaces all values by their mean. */
void
Equalize(std::vector<double>& values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    values.assign(values.size(), sum / static_cast<double>(values.size()));
}

} // namespace

ExpertRouting::ExpertRouting(Rule rule)
    : m_rule(std::move(rule))
{
    if (m_rule.weights.empty())
    {
        return;
    }
    m_loads.assign(m_rule.ranks, 0);
    const uint32_t expertsPerRank = m_rule.experts / m_rule.ranks;
    const double one = static_cast<double>(m_rule.ranks) / (1.0 * SAMPLE * m_rule.active);
    Draw([&](const std::vector<uint32_t>& experts) {
        for (const uint32_t expert : experts)
        {
            m_loads[expert / expertsPerRank] += one;
        }
    });
}

TokenCopies
ExpertRouting::GetCopies(const RankLayout& layout) const
{
    TokenCopies copies;
    copies.toRank.assign(m_rule.ranks, 0);
    copies.toServer.assign(layout.GetServers(), 0);
    const uint32_t expertsPerRank = m_rule.experts / m_rule.ranks;
    std::vector<uint32_t> lastAtRank(m_rule.ranks, 0); // number of the last token there
    std::vector<uint32_t> lastAtServer(layout.GetServers(), 0);
    uint32_t token = 0;
    Draw([&](const std::vector<uint32_t>& experts) {
        ++token;
        for (const uint32_t expert : experts)
        {
            const uint32_t rank = expert / expertsPerRank;
            const uint32_t server = layout.GetServer(rank);
            if (!m_rule.onePerServer || std::exchange(lastAtRank[rank], token) != token)
            {
                copies.toRank[rank] += 1.0 / SAMPLE;
            }
            if (std::exchange(lastAtServer[server], token) != token)
            {
                copies.toServer[server] += 1.0 / SAMPLE;
            }
        }
    });
    if (m_rule.weights.empty())
    {
        Equalize(copies.toRank);
        Equalize(copies.toServer);
    }
    return copies;
}

void
ExpertRouting::Draw(const std::function<void(const std::vector<uint32_t>&)>& visit) const
{
    const uint32_t perGroup = m_rule.experts / m_rule.groups;
    const std::vector<double> weights =
        m_rule.weights.empty() ? std::vector<double>(m_rule.experts, 1) : m_rule.weights;
    std::vector<double> ofGroup(m_rule.groups, 0); // sums of weights
    for (uint32_t expert = 0; expert < m_rule.experts; ++expert)
    {
        ofGroup[expert / perGroup] += weights[expert];
    }
    uint64_t draws = 0;
    std::vector<uint32_t> taken;
    for (uint32_t token = 0; token < SAMPLE; ++token)
    {
        std::vector<double> left(weights);
        std::vector<double> leftOfGroup(ofGroup);
        std::vector<bool> isActive(m_rule.groups, false);
        uint32_t activeGroups = 0;
        taken.clear();
        while (taken.size() < m_rule.active)
        {
            const double all = std::accumulate(leftOfGroup.begin(), leftOfGroup.end(), 0.0);
            double rest = UnitDraw(HashDraw(m_rule.seed, draws++)) * all;
            uint32_t group = 0;
            for (; group + 1 < m_rule.groups && rest >= leftOfGroup[group]; ++group)
            {
                rest -= leftOfGroup[group];
            }
            uint32_t found = m_rule.experts; // the last one left, if rounding goes beyond
            for (uint32_t expert = group * perGroup; expert < (group + 1) * perGroup; ++expert)
            {
                if (left[expert] > 0)
                {
                    found = expert;
                    if (rest < left[expert])
                    {
                        break;
                    }
                    rest -= left[expert];
                }
            }
            if (found == m_rule.experts)
            {
                leftOfGroup[group] = 0; // only rounding was left
                continue;
            }
            taken.push_back(found);
            leftOfGroup[group] -= left[found];
            left[found] = 0;
            if (!isActive[group])
            {
                isActive[group] = true;
                if (++activeGroups == m_rule.activeGroups)
                {
                    for (uint32_t other = 0; other < m_rule.groups; ++other)
                    {
                        leftOfGroup[other] = isActive[other] ? leftOfGroup[other] : 0;
                    }
                }
            }
        }
        visit(taken);
    }
}

} // namespace ns3
