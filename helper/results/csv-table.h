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

/** A table of a run, read by the names of its columns. */
class CsvTable
{
  public:
    /** @param path of it; a file that is not there has no rows */
    explicit CsvTable(const std::filesystem::path& path);

    /** @return how many rows, without the heading */
    size_t GetSize() const;

    /** @return the names of the columns; only of a table with rows */
    const std::vector<std::string>& GetColumns() const;

    /**
     * @param row its number, from 0
     * @param column its name
     * @return a field; empty if there is no such column
     */
    std::string Get(size_t row, const std::string& column) const;

  private:
    std::vector<std::vector<std::string>> m_rows; //!< of fields, the heading first
};

} // namespace ns3

#endif // AI_FABRIC_CSV_TABLE_H
