// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_TABLE_H
#define AI_FABRIC_RESULT_TABLE_H

#include "fabric-summary.h"

#include "ns3/scenario.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Writes the comparison of the fabrics in one draw: a metric per row, a fabric per column, first
 * all jobs, then each job.
 *
 * @param out stream to write to
 * @param scenario scenario that was simulated
 * @param results summaries, one per fabric
 */
void WriteTable(std::ostream& out,
                const FabricScenario& scenario,
                const std::vector<FabricSummary>& results);

/**
 * Writes the comparison over several draws: the median by nearest rank and, if the draws differ,
 * the range; then, for each pair of fabrics, the number of draws in which one ends before the
 * other, of those that both have done.
 *
 * @param out stream to write to
 * @param scenario scenario that was simulated
 * @param results summaries, one per fabric and draw, in any order; some may be missing
 */
void WriteDrawsTable(std::ostream& out,
                     const FabricScenario& scenario,
                     const std::vector<FabricSummary>& results);

/**
 * Writes rankings.csv: a row per metric and pair of fabrics, with the number of draws in which one
 * fabric has the smaller number.
 *
 * @param out stream of the CSV file
 * @param scenario scenario that was simulated
 * @param results as for WriteDrawsTable()
 */
void WriteRankings(std::ostream& out,
                   const FabricScenario& scenario,
                   const std::vector<FabricSummary>& results);

} // namespace ns3

#endif // AI_FABRIC_RESULT_TABLE_H
