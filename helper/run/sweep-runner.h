// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_RUNNER_H
#define AI_FABRIC_SWEEP_RUNNER_H

#include "sweep-points.h"

#include "ns3/run-options.h"
#include "ns3/sweep-plan.h"

namespace ns3
{

/**
 * Runs a sweep, as far as the options say: the runs that are not done, side by side in processes of
 * their own. One that fails does not end the others.
 *
 * @param plan what
 * @param options of the command line
 * @param work how
 * @return exit status: 1 if a run failed or is missing, 2 if a point cannot be built
 * @throw RunInterrupted if a signal has ended it; the tables have what was done
 * @throw InputError if the folder is that of something else
 */
int RunSweep(SweepPlan plan, const RunOptions& options, const SweepWork& work);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_RUNNER_H
