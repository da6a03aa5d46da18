// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_TABLES_H
#define AI_FABRIC_RESULT_TABLES_H

#include "result-column.h"

#include "ns3/type-reference.h"

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** @return all tables of results of a fabric; a new table is one entry of this list */
std::vector<ResultTable> GetResultTables();

/**
 * Writes the tables with their columns for people.
 *
 * @param out stream to write to
 * @param filter selection: "columns" for all, or the name of a file; and a word
 * @return number of columns
 */
size_t WriteColumnReference(std::ostream& out, const ReferenceFilter& filter);

/**
 * Writes columns.json, for programs: an object of tables by the name of the file; in each an object
 * of columns with "unit", "help", and for metrics "label" and "better" ("less" or "more").
 *
 * @param out stream of the file
 * @param isThere whether a table, by the begin of its file's name, is in the folder
 */
void WriteColumnsJson(std::ostream& out, const std::function<bool(const std::string&)>& isThere);

} // namespace ns3

#endif // AI_FABRIC_RESULT_TABLES_H
