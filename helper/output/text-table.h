// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TEXT_TABLE_H
#define AI_FABRIC_TEXT_TABLE_H

#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** A table with a column per fabric: collects rows and adapts the widths of columns. */
class TextTable
{
  public:
    /** @param title text left of the header @param columns headings of the columns */
    TextTable(const std::string& title, const std::vector<std::string>& columns);

    /** @param name name of the row @param cells text of each column */
    void Add(const std::string& name, const std::vector<std::string>& cells);

    /** @param out stream to write to */
    void Write(std::ostream& out) const;

  private:
    std::vector<std::vector<std::string>> m_rows; //!< heading first; each row begins with its name
};

} // namespace ns3

#endif // AI_FABRIC_TEXT_TABLE_H
