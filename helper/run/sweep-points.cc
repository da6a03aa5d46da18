// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-points.h"

#include "task-pool.h"

#include "ns3/run-identity.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <set>
#include <sstream>

namespace ns3
{

namespace
{

const std::string IDENTITY = "configuration "; //!< of a point, as a line of its check
const std::string ESTIMATE = "estimate ";      //!< of one run of it, likewise

constexpr double ALL_PILOTS_S = 5; //!< CPU time that the pilot runs of all points may take

} // namespace

RunOptions
MakeOptions(const RunOptions& options, const SweepPlan& plan, const SweepRun& run)
{
    RunOptions own = options;
    own.sweepRun = run;
    own.seed = run.seed;
    own.seeds.clear();
    own.output = (std::filesystem::path(plan.folder) / run.folder).string();
    own.quiet = true;
    own.figure = false;
    const size_t workers = TaskPool::GetWorkers(options.jobs);
    own.cores = TaskPool::GetCoresOfEach(workers, workers);
    return own;
}

int
CheckPoints(const SweepPlan& plan,
            const RunOptions& options,
            const SweepWork& work,
            std::vector<SweepRun>& runs,
            std::map<size_t, RunEstimate>& estimates)
{
    std::vector<size_t> firsts; // a run of each point
    for (size_t i = 0; i < runs.size(); ++i)
    {
        if (i == 0 || runs[i].point != runs[i - 1].point)
        {
            firsts.push_back(i);
        }
    }
    std::vector<TaskEnd> ends(firsts.size());
    const auto check = [&](size_t task) -> int {
        try
        {
            auto own = MakeOptions(options, plan, runs[firsts[task]]);
            own.estimate = WantsEstimate(options);
            own.pilotSeconds = ALL_PILOTS_S / static_cast<double>(firsts.size());
            const auto point = work.check(own);
            const auto& estimate = point.estimate;
            std::cerr << IDENTITY << point.identity << '\n'
                      << ESTIMATE << estimate.packetHops << ' ' << estimate.seconds << ' '
                      << estimate.memoryMb << ' ' << estimate.goesOn << ' ' << estimate.more
                      << std::endl;
            return FINE;
        }
        catch (...)
        {
            return SayWhy(std::current_exception());
        }
    };
    SetPhase("checking the points of the sweep");
    TaskPool pool(firsts.size(),
                  TaskPool::GetWorkers(options.jobs),
                  check,
                  [&](size_t task, TaskEnd end) { ends[task] = std::move(end); });
    if (const int signal = pool.Run())
    {
        throw RunInterrupted(signal);
    }
    std::map<size_t, std::string> identities; // by point
    std::set<std::string> shown;
    for (size_t task = 0; task < ends.size(); ++task)
    {
        const auto& end = ends[task];
        std::istringstream said(end.said);
        for (std::string line; std::getline(said, line);)
        {
            if (line.compare(0, IDENTITY.size(), IDENTITY) == 0)
            {
                identities[runs[firsts[task]].point] = line.substr(IDENTITY.size());
            }
            else if (line.compare(0, ESTIMATE.size(), ESTIMATE) == 0)
            {
                auto& estimate = estimates[runs[firsts[task]].point];
                std::istringstream numbers(line.substr(ESTIMATE.size()));
                numbers >> estimate.packetHops >> estimate.seconds >> estimate.memoryMb >>
                    estimate.goesOn >> std::ws;
                std::getline(numbers, estimate.more);
            }
            else if (shown.insert(line).second)
            {
                std::cerr << line << '\n';
            }
        }
        if (end.signal != 0)
        {
            std::cerr << runs[firsts[task]].folder
                      << ": checking it was ended by a signal: " << strsignal(end.signal) << '\n';
        }
        if (end.signal != 0 || end.status != FINE)
        {
            return std::max<int>(end.status, VIOLATION);
        }
    }
    const auto runner = HashRunner(options);
    for (auto& run : runs)
    {
        run.configuration = identities[run.point];
        run.runner = runner;
    }
    return FINE;
}

} // namespace ns3
