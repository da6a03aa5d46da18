// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FIGURE_FILES_H
#define AI_FABRIC_FIGURE_FILES_H

#include "fabric-summary.h"
#include "result-column.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/** @return figures.csv, see FabricWorkload::GetFigures() */
ResultTable MakeFigureTable();

/**
 * Writes figures.json: the rows of figures.csv as a list, with an object per fabric and job.
 *
 * @param out stream of the JSON file
 * @param results summaries of all fabrics
 */
void WriteFiguresJson(std::ostream& out, const std::vector<FabricSummary>& results);

} // namespace ns3

#endif // AI_FABRIC_FIGURE_FILES_H
