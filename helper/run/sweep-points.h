// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_POINTS_H
#define AI_FABRIC_SWEEP_POINTS_H

#include "run-estimate.h"
#include "task-pool.h"

#include "ns3/run-options.h"
#include "ns3/sweep-plan.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/** What is known of a fabric at a point of a sweep once it has been built. */
struct FabricPoint
{
    std::string label;    //!< of the fabric
    std::string identity; //!< see HashFabrics()
    RunEstimate estimate; //!< of one run
};

/** What is known of a point of a sweep once it has been built. */
struct PointCheck
{
    std::string identity{};             //!< its HashConfiguration()
    std::vector<FabricPoint> fabrics{}; //!< all of them
};

/** What came of building a point in a process of its own. */
struct PointTrial
{
    TaskEnd end;                     //!< of the process
    PointCheck check;                //!< unless it failed
    std::vector<std::string> said{}; //!< lines for people

    /** @return whether the point cannot be built */
    bool IsFailed() const;
};

/** What a sweep needs of the runner, each in a process of its own. */
struct SweepWork
{
    /** Builds what the options say and simulates nothing. */
    std::function<PointCheck(const RunOptions&)> check;
    /** Runs it. @return exit status */
    std::function<int(const RunOptions&)> run;
};

/**
 * @param options of the command line
 * @param plan of the sweep
 * @param run of it
 * @return the options of this run
 */
RunOptions MakeOptions(const RunOptions& options, const SweepPlan& plan, const SweepRun& run);

/**
 * Builds points, each in a process of its own.
 *
 * @param plan of the sweep
 * @param options of the command line
 * @param work how
 * @param runs a run of each point
 * @return the outcomes, in this order
 * @throw RunInterrupted if a signal has ended it
 */
std::vector<PointTrial> TryPoints(const SweepPlan& plan,
                                  const RunOptions& options,
                                  const SweepWork& work,
                                  const std::vector<SweepRun>& runs);

/**
 * Builds the points of some runs, each in a process of its own, and gives the runs their
 * identities.
 *
 * @param plan of the sweep
 * @param options of the command line
 * @param work how
 * @param runs of the sweep
 * @param estimates gets those of a run, by point
 * @return exit status: that of the first point that cannot be built, after saying why
 */
int CheckPoints(const SweepPlan& plan,
                const RunOptions& options,
                const SweepWork& work,
                std::vector<SweepRun>& runs,
                std::map<size_t, RunEstimate>& estimates);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_POINTS_H
