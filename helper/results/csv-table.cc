// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "csv-table.h"

#include "ns3/csv-text.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ns3
{

CsvTable::CsvTable(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    m_rows = ParseCsv(text.str());
}

size_t
CsvTable::GetSize() const
{
    return m_rows.empty() ? 0 : m_rows.size() - 1;
}

const std::vector<std::string>&
CsvTable::GetColumns() const
{
    return m_rows.front();
}

std::string
CsvTable::Get(size_t row, const std::string& column) const
{
    const auto place = std::find(GetColumns().begin(), GetColumns().end(), column);
    const auto index = static_cast<size_t>(place - GetColumns().begin());
    const auto& fields = m_rows[row + 1];
    return index < fields.size() ? fields[index] : "";
}

} // namespace ns3
