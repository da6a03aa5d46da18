// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "what-decides.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/** @return true if a number of draws is enough of all draws */
bool
IsEnough(size_t draws, size_t all)
{
    return all > 0 && static_cast<double>(draws) >= WhatDecides::ENOUGH * static_cast<double>(all);
}

ComparedPair
Compare(const DrawsRow& row, size_t a, size_t b)
{
    return {row.Compare(a, b), row.GetRatios(a, b)};
}

DecidedOrder::Verdict
Judge(const ComparedPair& base, const ComparedPair& variant)
{
    if (!variant.IsBefore() && !variant.IsBehind())
    {
        return DecidedOrder::OPEN;
    }
    if (!base.IsBefore())
    {
        return DecidedOrder::DECIDED;
    }
    return variant.IsBefore() ? DecidedOrder::HOLDS : DecidedOrder::TURNED;
}

} // namespace

std::optional<double>
ComparedPair::GetRatio() const
{
    return ratios.empty() ? std::nullopt
                          : std::optional<double>(ratios[NearestRank(ratios.size(), 0.5)]);
}

bool
ComparedPair::IsBefore() const
{
    return IsEnough(draws.less, draws.GetCount());
}

bool
ComparedPair::IsBehind() const
{
    return IsEnough(draws.greater, draws.GetCount());
}

WhatDecides::WhatDecides(const SweepPlan& plan, const std::vector<std::string>& fabrics)
    : m_plan(plan),
      m_fabrics(fabrics),
      m_times(plan.points.size())
{
}

void
WhatDecides::Set(size_t point,
                 uint32_t seed,
                 const std::string& fabric,
                 const std::string& job,
                 std::optional<double> time)
{
    const auto place = std::find(m_fabrics.begin(), m_fabrics.end(), fabric);
    if (place == m_fabrics.end())
    {
        return;
    }
    if (point == 0 && std::find(m_jobs.begin(), m_jobs.end(), job) == m_jobs.end())
    {
        m_jobs.push_back(job);
    }
    m_times[point][{job, static_cast<size_t>(place - m_fabrics.begin())}][seed] = time;
}

bool
WhatDecides::Changes(size_t point, size_t fabric) const
{
    const auto& labels = m_plan.variants[point].fabrics;
    return std::find(labels.begin(), labels.end(), m_fabrics[fabric]) != labels.end();
}

DrawsRow
WhatDecides::GetRow(size_t point, const std::string& job) const
{
    DrawsRow row(m_fabrics.size(), m_plan.seeds.size());
    row.completion = true;
    for (size_t fabric = 0; fabric < m_fabrics.size(); ++fabric)
    {
        const auto& times = m_times[Changes(point, fabric) ? point : 0];
        const auto found = times.find({job, fabric});
        for (size_t draw = 0; found != times.end() && draw < m_plan.seeds.size(); ++draw)
        {
            const auto time = found->second.find(m_plan.seeds[draw]);
            if (time != found->second.end())
            {
                row.Set(fabric, draw, time->second);
            }
        }
    }
    return row;
}

bool
WhatDecides::AreSame(const std::string& job, const std::string& other) const
{
    const auto& times = m_times[0];
    for (size_t fabric = 0; fabric < m_fabrics.size(); ++fabric)
    {
        const auto first = times.find({job, fabric});
        const auto second = times.find({other, fabric});
        const bool isThere = first != times.end();
        if (isThere != (second != times.end()) || (isThere && first->second != second->second))
        {
            return false;
        }
    }
    return true;
}

std::vector<size_t>
WhatDecides::GetOrder(const std::string& job) const
{
    const auto row = GetRow(0, job);
    std::vector<size_t> order(m_fabrics.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&row](size_t a, size_t b) {
        const auto first = row.GetSorted(a);
        const auto second = row.GetSorted(b);
        return !first.empty() &&
               (second.empty() || first[(first.size() - 1) / 2] < second[(second.size() - 1) / 2]);
    });
    return order;
}

std::vector<DecidedOrder>
WhatDecides::GetOrders() const
{
    std::vector<DecidedOrder> orders;
    for (const auto& job : m_jobs)
    {
        const auto order = GetOrder(job);
        const auto base = GetRow(0, job);
        for (size_t point = 0; point < m_plan.points.size(); ++point)
        {
            const auto& variant = m_plan.variants[point];
            if (variant.state != SweepVariant::RUN || !variant.cause.empty())
            {
                continue;
            }
            const auto row = GetRow(point, job);
            for (size_t i = 0; i < order.size(); ++i)
            {
                for (size_t j = i + 1; j < order.size(); ++j)
                {
                    if (point > 0 && !Changes(point, order[i]) && !Changes(point, order[j]))
                    {
                        continue;
                    }
                    // By draws, which may differ from the order of the medians.
                    const bool isTurned = Compare(base, order[i], order[j]).IsBehind();
                    const size_t a = order[isTurned ? j : i];
                    const size_t b = order[isTurned ? i : j];
                    const auto before = Compare(base, a, b);
                    const auto now = Compare(row, a, b);
                    if (now.draws.GetCount() > 0)
                    {
                        orders.push_back({point, job, a, b, before, now, Judge(before, now)});
                    }
                }
            }
        }
    }
    return orders;
}

std::vector<CheckedCause>
WhatDecides::GetCauses() const
{
    std::vector<CheckedCause> causes;
    for (const auto& job : m_jobs)
    {
        const auto base = GetRow(0, job);
        for (size_t point = 1; point < m_plan.points.size(); ++point)
        {
            const auto& variant = m_plan.variants[point];
            const bool isOfJob = variant.job.empty() || variant.job == job;
            if (variant.state != SweepVariant::RUN || variant.cause.empty() || !isOfJob)
            {
                continue;
            }
            for (size_t fabric = 0; fabric < m_fabrics.size(); ++fabric)
            {
                const auto with = m_times[0].find({job, fabric});
                const auto without = m_times[point].find({job, fabric});
                if (with == m_times[0].end() || without == m_times[point].end())
                {
                    continue;
                }
                DrawsRow row(2, m_plan.seeds.size());
                row.completion = true;
                for (size_t draw = 0; draw < m_plan.seeds.size(); ++draw)
                {
                    size_t place = 0;
                    for (const auto* times : {&without->second, &with->second})
                    {
                        const auto time = times->find(m_plan.seeds[draw]);
                        if (time != times->end())
                        {
                            row.Set(place, draw, time->second);
                        }
                        ++place;
                    }
                }
                const ComparedPair draws{row.Compare(0, 1), row.GetRatios(1, 0)};
                if (draws.draws.GetCount() > 0)
                {
                    const bool isFaster = draws.GetRatio().value_or(0) <= 1 - LEAST_GAIN;
                    causes.push_back({point, job, fabric, draws, draws.IsBefore() && isFaster});
                }
            }
        }
    }
    return causes;
}

} // namespace ns3
