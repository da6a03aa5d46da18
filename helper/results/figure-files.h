// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FIGURE_FILES_H
#define AI_FABRIC_FIGURE_FILES_H

#include "fabric-result.h"
#include "fabric-summary.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Writes figures.csv: a row per fabric, job and figure; see FabricWorkload::GetFigures().
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteFigures(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * Writes figures.json: the same as a list, with an object per fabric and job.
 *
 * @param out stream of the JSON file
 * @param results summaries of all fabrics
 */
void WriteFiguresJson(std::ostream& out, const std::vector<FabricSummary>& results);

} // namespace ns3

#endif // AI_FABRIC_FIGURE_FILES_H
