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
 * Reads a file of comma-separated values row by row. Its first line is a heading with the names of
 * the columns. Empty lines and lines that begin with # are skipped, and spaces around fields are
 * removed; quoting is not supported.
 */
class CsvRowReader
{
  public:
    /**
     * @param file path of the file
     * @param heading required first line, such as "time_s,bytes"; rows have the same number of
     *        fields; empty: any first line
     * @throw InputError if the file cannot be read
     */
    CsvRowReader(const std::string& file, const std::string& heading);

    /**
     * Reads the next row.
     *
     * @return true if a row was read; false at the end of the file
     * @throw InputError if the heading differs or the row has another number of fields
     */
    bool Next();

    /** @return fields of the row, by column */
    const std::vector<std::string>& GetFields() const
    {
        return m_fields;
    }

    /** @return first line of the file, once a row has been read */
    const std::string& GetHeading() const
    {
        return m_heading;
    }

    /** @return line number of the first line, once a row has been read */
    uint64_t GetHeadingLine() const
    {
        return m_headingLine;
    }

    /** @return line number of the row, from 1 */
    uint64_t GetLine() const
    {
        return m_line;
    }

  private:
    bool NextLine(std::string& text);

    std::string m_file;    //!< path
    std::string m_heading; //!< required heading, or the first line
    std::ifstream m_in;
    bool m_hasHeading{false};          //!< the heading was read
    uint64_t m_headingLine{0};         //!< number of its line
    uint64_t m_line{0};                //!< number of the last line read
    std::vector<std::string> m_fields; //!< fields of the last row
};

} // namespace ns3

#endif // AI_FABRIC_CSV_ROW_READER_H
