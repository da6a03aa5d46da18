// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CSV_TABLE_H
#define AI_FABRIC_CSV_TABLE_H

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ns3
{

/** A table of a run, read by column names. */
class CsvTable
{
  public:
    /** @param path path of the table; a missing file has no rows */
    explicit CsvTable(const std::filesystem::path& path);

    /** @return number of rows, without the heading */
    size_t GetSize() const;

    /** @return names of the columns; only for a table with rows */
    const std::vector<std::string>& GetColumns() const;

    /**
     * @param row number of the row, from 0
     * @param column name of the column
     * @return the field; empty if there is no such column
     */
    std::string Get(size_t row, const std::string& column) const;

  private:
    std::vector<std::vector<std::string>> m_rows; //!< fields by row, the heading first
};

} // namespace ns3

#endif // AI_FABRIC_CSV_TABLE_H
