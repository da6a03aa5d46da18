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

/**
 * @param left by expert: weight; 0: taken
 * @param leftOfGroup by group: sum of the weights of its experts that may be taken
 * @param draw a draw in [0, 1)
 * @return a group and one of its experts that is left, in proportion to the weights; the number of
 *         experts in place of one if the group has only what rounding has left
 */
std::pair<uint32_t, uint32_t>
Pick(const std::vector<double>& left, const std::vector<double>& leftOfGroup, double draw)
{
    double rest = draw * std::accumulate(leftOfGroup.begin(), leftOfGroup.end(), 0.0);
    uint32_t group = 0;
    for (; group + 1 < leftOfGroup.size() && rest >= leftOfGroup[group]; ++group)
    {
        rest -= leftOfGroup[group];
    }
    const auto experts = static_cast<uint32_t>(left.size());
    const auto perGroup = static_cast<uint32_t>(experts / leftOfGroup.size());
    uint32_t found = experts; // the last one left, if rounding goes beyond
    for (uint32_t expert = group * perGroup; expert < (group + 1) * perGroup; ++expert)
    {
        if (left[expert] == 0)
        {
            continue;
        }
        found = expert;
        if (rest < left[expert])
        {
            break;
        }
        rest -= left[expert];
    }
    return {group, found};
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
            const auto [group, found] =
                Pick(left, leftOfGroup, UnitDraw(HashDraw(m_rule.seed, draws++)));
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
