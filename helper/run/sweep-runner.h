// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_RUNNER_H
#define AI_FABRIC_SWEEP_RUNNER_H

#include "sweep-options.h"
#include "sweep-points.h"

#include "ns3/run-options.h"
#include "ns3/sweep-plan.h"

namespace ns3
{

/**
 * Runs a sweep, as far as the options say: all runs that are not done, side by side in processes of
 * their own. A failed run does not end the others.
 *
 * @param plan plan of the sweep
 * @param options options of every run
 * @param sweep runs to do
 * @param work actions of the runner
 * @return exit status: 1 if a run failed or is missing, 2 if a point cannot be built
 * @throw RunInterrupted if a signal has ended it; the tables contain the finished runs
 * @throw InputError if the folder belongs to another sweep or run
 */
int RunSweep(SweepPlan plan,
             const RunOptions& options,
             const SweepOptions& sweep,
             const SweepWork& work);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_RUNNER_H
