// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "text-table.h"

#include <algorithm>
#include <ostream>

namespace ns3
{

TextTable::TextTable(const std::string& title, const std::vector<std::string>& columns)
{
    Add(title, columns);
}

void
TextTable::Add(const std::string& name, const std::vector<std::string>& cells)
{
    m_rows.push_back({name});
    m_rows.back().insert(m_rows.back().end(), cells.begin(), cells.end());
}

void
TextTable::Write(std::ostream& out) const
{
    std::vector<size_t> widths(m_rows[0].size());
    for (const auto& row : m_rows)
    {
        for (size_t i = 0; i < row.size(); ++i)
        {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    widths[0] = std::max<size_t>(widths[0], 28);
    for (size_t r = 0; r < m_rows.size(); ++r)
    {
        const auto& row = m_rows[r];
        out << row[0] << std::string(widths[0] - row[0].size(), ' ');
        for (size_t i = 1; i < row.size(); ++i)
        {
            out << "  " << std::string(widths[i] - row[i].size(), ' ') << row[i];
        }
        out << '\n';
        if (r == 0)
        {
            size_t width = 0;
            for (const auto column : widths)
            {
                width += column + 2;
            }
            out << std::string(width - 2, '-') << '\n';
        }
    }
}

} // namespace ns3
