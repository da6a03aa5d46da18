// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TEXT_TABLE_H
#define AI_FABRIC_TEXT_TABLE_H

#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** A table with a column per fabric: collects rows and writes them as wide as need be. */
class TextTable
{
  public:
    /** @param title left of the header @param columns their heads */
    TextTable(const std::string& title, const std::vector<std::string>& columns);

    /** @param name of the row @param cells its text, one per column */
    void Add(const std::string& name, const std::vector<std::string>& cells);

    /** @param out where to */
    void Write(std::ostream& out) const;

  private:
    std::vector<std::vector<std::string>> m_rows; //!< the head first, each with its name in front
};

} // namespace ns3

#endif // AI_FABRIC_TEXT_TABLE_H
