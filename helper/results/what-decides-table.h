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
 * Says how many variants there are and how many runs these take.
 *
 * @param out where to
 * @param plan with variants, tried
 * @param runs of it
 */
void SayVariants(std::ostream& out, const SweepPlan& plan, const std::vector<SweepRun>& runs);

/**
 * Says what is not run, and why.
 *
 * @param out where to
 * @param plan with variants, tried
 */
void SayNotRun(std::ostream& out, const SweepPlan& plan);

/**
 * Writes what the variants do to the orders of the base, and what jobs are without what limits
 * them:
 *     what-decides.csv   a row per variant, job and pair of fabrics
 *     what-limits.csv    a row per cause, job and fabric
 *
 * @param folder of the sweep
 * @param plan with variants, tried
 * @param runs that are complete
 * @param out gets the same as text; null: nothing does
 * @throw WriteError
 */
void WriteWhatDecides(const std::filesystem::path& folder,
                      const SweepPlan& plan,
                      const std::vector<SweepRun>& runs,
                      std::ostream* out);

} // namespace ns3

#endif // AI_FABRIC_WHAT_DECIDES_TABLE_H
