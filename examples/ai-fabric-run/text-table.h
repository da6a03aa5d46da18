// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_TEXT_TABLE_H
#define AI_FABRIC_TEXT_TABLE_H

#include "fabric-result.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** A table with a column per fabric: collects rows and writes them as wide as need be. */
class TextTable
{
  public:
    /** @param title left of the header @param results whose labels head the columns */
    TextTable(const std::string& title, const std::vector<FabricResult>& results);

    /** @param name of the metric @param cell its text for one fabric */
    void Add(const std::string& name, const std::function<std::string(const FabricResult&)>& cell);

    /** @param out where to */
    void Write(std::ostream& out) const;

  private:
    const std::vector<FabricResult>& m_results;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace ns3

#endif // AI_FABRIC_TEXT_TABLE_H
