// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-points.h"

#include "ns3/run-identity.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

const std::string IDENTITY = "= configuration "; //!< begin of the line with a point's configuration
                                                 //!< hash
const std::string LABEL = "= fabric ";           //!< begin of the line with a fabric's name
const std::string ESTIMATE = "= estimate ";      //!< begin of the line with the estimate and
                                                 //!< identity of the fabric

constexpr double ALL_PILOTS_S = 5; //!< CPU seconds that the pilot runs of all points together may
                                   //!< take

/** @return rest of a line behind its first word; empty if it begins with another word */
std::optional<std::string>
GetRest(const std::string& line, const std::string& word)
{
    return line.compare(0, word.size(), word) == 0
               ? std::optional<std::string>(line.substr(word.size()))
               : std::nullopt;
}

/** Writes the facts of a point, for Read(). */
void
Write(const PointCheck& check)
{
    std::cerr << IDENTITY << check.identity << '\n';
    for (const auto& [label, identity, estimate] : check.fabrics)
    {
        std::cerr << LABEL << label << '\n'
                  << ESTIMATE << identity << ' ' << estimate.packetHops << ' ' << estimate.seconds
                  << ' ' << estimate.memoryMb << ' ' << estimate.goesOn << ' ' << estimate.more
                  << '\n';
    }
    std::cerr << std::flush;
}

/** @return result of a process that called Write() at its end */
PointTrial
Read(TaskEnd end)
{
    PointTrial trial{std::move(end), {}};
    std::istringstream said(trial.end.said);
    bool isKnown = false; // true: behind the lines for people
    for (std::string line; std::getline(said, line);)
    {
        if (const auto identity = GetRest(line, IDENTITY); identity && !isKnown)
        {
            isKnown = true;
            trial.check.identity = *identity;
        }
        else if (const auto label = GetRest(line, LABEL); label && isKnown)
        {
            trial.check.fabrics.push_back({*label, "", {}});
        }
        else if (const auto text = GetRest(line, ESTIMATE); text && isKnown)
        {
            auto& fabric = trial.check.fabrics.back();
            std::istringstream numbers(*text);
            numbers >> fabric.identity >> fabric.estimate.packetHops >> fabric.estimate.seconds >>
                fabric.estimate.memoryMb >> fabric.estimate.goesOn >> std::ws;
            std::getline(numbers, fabric.estimate.more);
        }
        else
        {
            trial.said.push_back(line);
        }
    }
    return trial;
}

} // namespace

RunOptions
MakeOptions(const RunOptions& options, const SweepPlan& plan, const SweepRun& run)
{
    RunOptions own = options;
    own.scenario.sweepRun = run;
    own.scenario.seed = run.seed;
    own.scenario.seeds.clear();
    own.scenario.output = (std::filesystem::path(plan.folder) / run.folder).string();
    own.quiet = true;
    own.figure = false;
    // The lint checks the base once. A variant may be unusual on purpose.
    own.lint = options.lint && (plan.variants.empty() || run.point == 0);
    const size_t workers = TaskPool::GetWorkers(options.parallel.jobs);
    own.parallel.cores = TaskPool::GetCoresOfEach(workers, workers);
    return own;
}

bool
PointTrial::IsFailed() const
{
    return end.signal != 0 || end.status != FINE;
}

std::vector<PointTrial>
TryPoints(const SweepPlan& plan,
          const RunOptions& options,
          const SweepWork& work,
          const std::vector<SweepRun>& runs)
{
    std::vector<PointTrial> trials(runs.size());
    const auto check = [&](size_t task) -> int {
        try
        {
            auto own = MakeOptions(options, plan, runs[task]);
            own.estimate = WantsEstimate(options);
            own.pilotSeconds = ALL_PILOTS_S / static_cast<double>(runs.size());
            Write(work.check(own));
            return FINE;
        }
        catch (...)
        {
            return SayWhy(std::current_exception());
        }
    };
    SetPhase("checking the points of the sweep");
    TaskPool pool(runs.size(),
                  TaskPool::GetWorkers(options.parallel.jobs),
                  check,
                  [&](size_t task, TaskEnd end) { trials[task] = Read(std::move(end)); });
    if (const int signal = pool.Run())
    {
        throw RunInterrupted(signal);
    }
    return trials;
}

int
CheckPoints(const SweepPlan& plan,
            const RunOptions& options,
            const SweepWork& work,
            std::vector<SweepRun>& runs,
            std::map<size_t, RunEstimate>& estimates)
{
    std::vector<SweepRun> firsts; // first run of each point
    for (size_t i = 0; i < runs.size(); ++i)
    {
        if (i == 0 || runs[i].point != runs[i - 1].point)
        {
            firsts.push_back(runs[i]);
        }
    }
    const auto trials = TryPoints(plan, options, work, firsts);
    std::map<size_t, std::string> identities; // by point
    std::set<std::string> shown;
    for (size_t i = 0; i < trials.size(); ++i)
    {
        for (const auto& line : trials[i].said)
        {
            if (shown.insert(line).second)
            {
                std::cerr << line << '\n';
            }
        }
        const auto& end = trials[i].end;
        if (end.signal != 0)
        {
            std::cerr << firsts[i].folder
                      << ": checking it was ended by a signal: " << strsignal(end.signal) << '\n';
        }
        if (trials[i].IsFailed())
        {
            return std::max<int>(end.status, VIOLATION);
        }
        identities[firsts[i].point] = trials[i].check.identity;
        for (const auto& fabric : trials[i].check.fabrics)
        {
            estimates[firsts[i].point].Add(fabric.estimate);
        }
    }
    const auto runner = HashRunner(options.engine, options.scenario.pfcTrace);
    for (auto& run : runs)
    {
        run.configuration = identities[run.point];
        run.runner = runner;
    }
    return FINE;
}

} // namespace ns3
