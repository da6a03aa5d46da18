// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WHAT_DECIDES_TABLE_H
#define AI_FABRIC_WHAT_DECIDES_TABLE_H

#include "ns3/sweep-plan.h"
#include "ns3/sweep-run.h"

#include <filesystem>
#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Prints the number of variants and the number of their runs.
 *
 * @param out stream to write to
 * @param plan plan with variants that were tried
 * @param runs runs of the plan
 */
void SayVariants(std::ostream& out, const SweepPlan& plan, const std::vector<SweepRun>& runs);

/**
 * Prints the variants that are not run, and why.
 *
 * @param out stream to write to
 * @param plan plan with variants that were tried
 */
void SayNotRun(std::ostream& out, const SweepPlan& plan);

/**
 * Writes the effects of the variants on the order of the base, and the times of jobs without the
 * cause that limits them:
 *     what-decides.csv   a row per variant, job and pair of fabrics
 *     what-limits.csv    a row per cause, job and fabric
 *
 * @param folder folder of the sweep
 * @param plan plan with variants that were tried
 * @param runs complete runs
 * @param out stream that gets the same as text; null: none
 * @throw WriteError if a table cannot be written
 */
void WriteWhatDecides(const std::filesystem::path& folder,
                      const SweepPlan& plan,
                      const std::vector<SweepRun>& runs,
                      std::ostream* out);

} // namespace ns3

#endif // AI_FABRIC_WHAT_DECIDES_TABLE_H
