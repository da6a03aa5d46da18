// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-draws.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace ns3
{

namespace
{

/** @return index of an element; the size if it is missing */
template <typename T>
size_t
IndexOf(const std::vector<T>& list, const T& element)
{
    return static_cast<size_t>(std::find(list.begin(), list.end(), element) - list.begin());
}

/** @return numbers of a section that are compared over draws */
std::vector<const ResultValue*>
GetCompared(const ResultSection& section)
{
    std::vector<const ResultValue*> values;
    for (const auto& row : section.rows)
    {
        for (const auto& value : row.values)
        {
            if (value.compared)
            {
                values.push_back(&value);
            }
        }
    }
    return values;
}

/** @return section with that title; null: none */
const ResultSection*
FindSection(const FabricSummary& summary, const std::string& title)
{
    for (const auto& section : summary.sections)
    {
        if (section.title == title)
        {
            return &section;
        }
    }
    return nullptr;
}

} // namespace

DrawsRow::DrawsRow(size_t fabrics, size_t draws)
    : m_cells(fabrics, std::vector<Cell>(draws))
{
}

void
DrawsRow::Set(size_t fabric, size_t draw, std::optional<double> number)
{
    m_cells[fabric][draw] = {true, number};
}

std::vector<double>
DrawsRow::GetSorted(size_t fabric) const
{
    std::vector<double> numbers;
    for (const auto& cell : m_cells[fabric])
    {
        if (cell.number)
        {
            numbers.push_back(*cell.number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

PairedDraws
DrawsRow::Compare(size_t a, size_t b) const
{
    PairedDraws draws;
    for (size_t i = 0; i < m_cells[a].size(); ++i)
    {
        const auto& first = m_cells[a][i];
        const auto& second = m_cells[b][i];
        const size_t numbers = (first.number ? 1 : 0) + (second.number ? 1 : 0);
        if (!first.done || !second.done || numbers < (completion ? 1 : 2))
        {
            continue;
        }
        if (first.number == second.number)
        {
            ++draws.equal;
        }
        else if (!second.number || (first.number && *first.number < *second.number))
        {
            ++draws.less;
        }
        else
        {
            ++draws.greater;
        }
    }
    return draws;
}

std::vector<double>
DrawsRow::GetRatios(size_t a, size_t b) const
{
    std::vector<double> ratios;
    for (size_t i = 0; i < m_cells[a].size(); ++i)
    {
        const auto& first = m_cells[a][i].number;
        const auto& second = m_cells[b][i].number;
        if (first && second && *first > 0)
        {
            ratios.push_back(*second / *first);
        }
    }
    std::sort(ratios.begin(), ratios.end());
    return ratios;
}

std::vector<std::string>
MergeNames(const std::vector<std::vector<std::string>>& lists)
{
    std::vector<std::string> merged;
    for (const auto& list : lists)
    {
        std::map<std::string, size_t> seen;
        size_t cursor = 0;
        for (const auto& name : list)
        {
            const size_t place = FindNth(merged, name, seen[name]++);
            if (place == merged.size())
            {
                merged.insert(merged.begin() + static_cast<std::ptrdiff_t>(cursor), name);
                ++cursor;
            }
            else
            {
                cursor = place + 1;
            }
        }
    }
    return merged;
}

size_t
FindNth(const std::vector<std::string>& names, const std::string& name, size_t nth)
{
    for (size_t i = 0; i < names.size(); ++i)
    {
        if (names[i] == name && nth-- == 0)
        {
            return i;
        }
    }
    return names.size();
}

std::vector<DrawsRow>
CollectDraws(const std::vector<std::string>& labels,
             const std::vector<uint32_t>& seeds,
             const std::vector<FabricSummary>& all)
{
    std::vector<FabricSummary> results;
    std::copy_if(all.begin(), all.end(), std::back_inserter(results), [](const auto& result) {
        return !result.interrupted;
    });
    std::vector<std::vector<std::string>> titles;
    for (const auto& result : results)
    {
        titles.emplace_back();
        for (const auto& section : result.sections)
        {
            titles.back().push_back(section.title);
        }
    }
    std::vector<DrawsRow> rows;
    for (const auto& title : MergeNames(titles))
    {
        std::vector<std::vector<std::string>> names;
        for (const auto& result : results)
        {
            names.emplace_back();
            if (const auto* section = FindSection(result, title))
            {
                for (const auto* value : GetCompared(*section))
                {
                    names.back().push_back(value->name);
                }
            }
        }
        const auto merged = MergeNames(names);
        const size_t first = rows.size();
        rows.resize(first + merged.size(), DrawsRow(labels.size(), seeds.size()));
        for (const auto& result : results)
        {
            const auto* section = FindSection(result, title);
            const size_t fabric = IndexOf(labels, result.label);
            const size_t draw = IndexOf(seeds, result.seed);
            std::vector<bool> has(merged.size());
            std::map<std::string, size_t> seen;
            for (const auto* value : section ? GetCompared(*section) : decltype(GetCompared({})){})
            {
                const size_t place = FindNth(merged, value->name, seen[value->name]++);
                auto& row = rows[first + place];
                row.section = title;
                row.value = *value;
                row.Set(fabric, draw, value->value);
                has[place] = true;
            }
            for (size_t i = 0; i < merged.size(); ++i)
            {
                if (!has[i])
                {
                    rows[first + i].Set(fabric, draw, std::nullopt);
                }
            }
        }
        for (size_t i = first; i < rows.size(); ++i)
        {
            rows[i].completion = rows[i].value.name == COMPLETION_TIME;
        }
    }
    return rows;
}

} // namespace ns3
