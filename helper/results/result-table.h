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
 * Writes how the fabrics compare in one draw: a metric per row, a fabric per column, first the
 * whole, then each job.
 *
 * @param out where to
 * @param scenario what was simulated
 * @param results one per fabric
 */
void WriteTable(std::ostream& out,
                const FabricScenario& scenario,
                const std::vector<FabricSummary>& results);

/**
 * The same over several draws: the median by nearest rank and, if the draws differ, the range; and
 * which fabric ends before which in how many of the draws that both have done.
 *
 * @param out where to
 * @param scenario what was simulated
 * @param results one per fabric and draw, in any order; some may be missing
 */
void WriteDrawsTable(std::ostream& out,
                     const FabricScenario& scenario,
                     const std::vector<FabricSummary>& results);

/**
 * rankings.csv: a row per metric and pair of fabrics, with the number of draws in which the one has
 * the smaller number.
 *
 * @param out the file
 * @param scenario what was simulated
 * @param results as in WriteDrawsTable()
 */
void WriteRankings(std::ostream& out,
                   const FabricScenario& scenario,
                   const std::vector<FabricSummary>& results);

} // namespace ns3

#endif // AI_FABRIC_RESULT_TABLE_H
