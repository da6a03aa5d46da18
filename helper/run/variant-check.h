// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VARIANT_CHECK_H
#define AI_FABRIC_VARIANT_CHECK_H

#include "sweep-points.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * CheckPoints() for a plan with variants. A variant that cannot be built does not end the check;
 * the plan notes it. A variant runs only the fabrics that it changes. A variant that changes none,
 * or that equals an earlier one, is not run.
 *
 * @param plan plan of the sweep; its variants get state, reason and fabrics
 * @param options options of the command line
 * @param work actions of the runner
 * @param runs runs of the sweep; runs of variants that are not run are removed
 * @param estimates gets the estimate of a run, by point
 * @return exit status: that of the base if it cannot be built, after an error message
 */
int CheckVariants(SweepPlan& plan,
                  const RunOptions& options,
                  const SweepWork& work,
                  std::vector<SweepRun>& runs,
                  std::map<size_t, RunEstimate>& estimates);

/**
 * Builds a scenario in a process of its own.
 *
 * @param write function that writes the result as text to std::cerr, in the child
 * @param text gets that text
 * @return exit status; an error message is printed if the scenario cannot be built
 * @throw RunInterrupted if a signal has ended it
 */
int AskChild(const std::function<void()>& write, std::string& text);

} // namespace ns3

#endif // AI_FABRIC_VARIANT_CHECK_H
