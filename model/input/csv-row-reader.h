// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CSV_ROW_READER_H
#define AI_FABRIC_CSV_ROW_READER_H

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * Reads a file of comma-separated values row by row. Its first line is a heading that names the
 * columns. Empty lines and those that begin with # are skipped, spaces around fields are dropped;
 * there is no quoting.
 */
class CsvRowReader
{
  public:
    /**
     * @param file path
     * @param heading the first line, such as "time_s,bytes"; rows have as many fields
     * @throw InputError if the file cannot be read
     */
    CsvRowReader(const std::string& file, const std::string& heading);

    /**
     * Reads the next row.
     *
     * @return whether there is one
     * @throw InputError if the heading is another one or the row has another number of fields
     */
    bool Next();

    /** @return the fields of the row, by column */
    const std::vector<std::string>& GetFields() const
    {
        return m_fields;
    }

    /** @return the number of the row's line, from 1 */
    uint64_t GetLine() const
    {
        return m_line;
    }

  private:
    bool NextLine(std::string& text);

    std::string m_file;    //!< path
    std::string m_heading; //!< as it must be
    std::ifstream m_in;
    bool m_hasHeading{false};          //!< whether it was read
    uint64_t m_line{0};                //!< number of the last line read
    std::vector<std::string> m_fields; //!< of the last row
};

} // namespace ns3

#endif // AI_FABRIC_CSV_ROW_READER_H
