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

/** Facts of a fabric at a point of a sweep, known after building. */
struct FabricPoint
{
    std::string label;    //!< label of the fabric
    std::string identity; //!< see HashFabrics()
    RunEstimate estimate; //!< estimate of one run
};

/** Facts of a point of a sweep, known after building. */
struct PointCheck
{
    std::string identity{};             //!< its HashConfiguration()
    std::vector<FabricPoint> fabrics{}; //!< all of them
};

/** Result of building a point in a process of its own. */
struct PointTrial
{
    TaskEnd end;                     //!< end of the process
    PointCheck check;                //!< valid unless it failed
    std::vector<std::string> said{}; //!< lines for people

    /** @return true if the point cannot be built */
    bool IsFailed() const;
};

/** Actions of the runner for a sweep; each is called in a process of its own. */
struct SweepWork
{
    /** Builds the scenario of the options without simulation. */
    std::function<PointCheck(const RunOptions&)> check;
    /** Runs the scenario of the options. @return exit status */
    std::function<int(const RunOptions&)> run;
};

/**
 * @param options options of the command line
 * @param plan plan of the sweep
 * @param run a run of the sweep
 * @return options of this run
 */
RunOptions MakeOptions(const RunOptions& options, const SweepPlan& plan, const SweepRun& run);

/**
 * Builds points, each in a process of its own.
 *
 * @param plan plan of the sweep
 * @param options options of the command line
 * @param work actions of the runner
 * @param runs a run of each point
 * @return results in this order
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
 * @param plan plan of the sweep
 * @param options options of the command line
 * @param work actions of the runner
 * @param runs runs of the sweep; get their identities
 * @param estimates gets the estimate of a run, by point
 * @return exit status: that of the first point that cannot be built, after an error message
 */
int CheckPoints(const SweepPlan& plan,
                const RunOptions& options,
                const SweepWork& work,
                std::vector<SweepRun>& runs,
                std::map<size_t, RunEstimate>& estimates);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_POINTS_H
