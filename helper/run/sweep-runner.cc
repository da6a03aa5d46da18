// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sweep-runner.h"

#include "sweep-points.h"
#include "task-pool.h"
#include "variant-check.h"

#include "ns3/input-error.h"
#include "ns3/output-file.h"
#include "ns3/report-page.h"
#include "ns3/run-state.h"
#include "ns3/safe-file.h"
#include "ns3/sweep-folder.h"
#include "ns3/sweep-table.h"
#include "ns3/what-decides-table.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <system_error>
#include <vector>

namespace ns3
{

namespace
{

namespace fs = std::filesystem;

/** @return runs that the options select; throws InputError */
std::vector<SweepRun>
ChooseRuns(const std::vector<SweepRun>& runs, const SweepOptions& sweep)
{
    if (sweep.only.empty())
    {
        return runs;
    }
    std::vector<SweepRun> chosen;
    const std::set<size_t> numbers(sweep.only.begin(), sweep.only.end());
    for (const size_t number : numbers)
    {
        if (number > runs.size())
        {
            throw InputError("command line",
                             0,
                             "--only",
                             "names run " + std::to_string(number) + "; expected 1 to " +
                                 std::to_string(runs.size()));
        }
        chosen.push_back(runs[number - 1]);
    }
    return chosen;
}

/** @return a word quoted for the shell */
std::string
QuoteShell(const std::string& word)
{
    std::string quoted = "'";
    for (const char c : word)
    {
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return quoted + "'";
}

/** Writes the file of --commands. @param path its path @param runs runs to do */
void
WriteCommands(const std::string& path, const RunOptions& options, const std::vector<SweepRun>& runs)
{
    std::error_code ignored;
    std::string command = "cd " + QuoteShell(fs::current_path().string()) + " && " +
                          QuoteShell(fs::read_symlink("/proc/self/exe", ignored).string());
    for (size_t i = 1; i < options.arguments.size(); ++i)
    {
        const auto& argument = options.arguments[i];
        if (argument == "--commands")
        {
            ++i;
        }
        else if (argument.compare(0, 11, "--commands=") != 0 && argument != "--resume")
        {
            command += ' ' + QuoteShell(argument);
        }
    }
    OutputFile::Check(path, "commands of a sweep", OutputFile::Begins("cd '"));
    WriteSafely(path, [&](std::ostream& out) {
        for (const auto& run : runs)
        {
            out << command << " --only " << run.number << '\n';
        }
    });
    if (!options.quiet)
    {
        std::cout << runs.size() << " commands in " << path
                  << "; after them --gather writes the tables" << std::endl;
    }
}

/** Collects the ends of runs. */
class SweepCollector
{
  public:
    SweepCollector(const std::vector<SweepRun>& runs, bool showProgress)
        : m_runs(runs),
          m_showProgress(showProgress),
          m_start(Clock::now())
    {
    }

    ~SweepCollector()
    {
        Clear();
    }

    SweepCollector(const SweepCollector&) = delete;
    SweepCollector& operator=(const SweepCollector&) = delete;

    void OnEnd(size_t task, const TaskEnd& end)
    {
        Clear();
        if (WasInterrupted(end))
        {
            return;
        }
        const auto& run = m_runs[task];
        const bool failed = end.signal != 0 || end.status != FINE;
        std::istringstream said(end.said);
        std::string last;
        for (std::string line; std::getline(said, line);)
        {
            last = failed ? line : last;
            if (m_said.insert(line).second)
            {
                std::cerr << (failed ? run.folder + ": " : "") << line << '\n';
            }
        }
        if (failed)
        {
            m_reasons[run.number] =
                end.signal != 0 ? std::string("ended by a signal: ") + strsignal(end.signal) : last;
        }
        ++m_done;
        if (m_showProgress)
        {
            const std::chrono::duration<double> spent = Clock::now() - m_start;
            const auto done = static_cast<double>(m_done);
            const double left = spent.count() * (static_cast<double>(m_runs.size()) - done) / done;
            std::cerr << m_done << " of " << m_runs.size() << " runs done, " << std::ceil(left)
                      << " s left" << std::flush;
        }
    }

    /** @return reasons of failed runs, by number */
    const std::map<size_t, std::string>& GetReasons() const
    {
        return m_reasons;
    }

  private:
    using Clock = std::chrono::steady_clock;

    /** Removes the line of progress. */
    void Clear() const
    {
        if (m_showProgress)
        {
            std::cerr << "\r\033[K" << std::flush;
        }
    }

    const std::vector<SweepRun>& m_runs;
    bool m_showProgress; //!< true: on a terminal
    Clock::time_point m_start;
    size_t m_done{0};                        //!< number of runs that have ended
    std::set<std::string> m_said;            //!< lines that have been shown
    std::map<size_t, std::string> m_reasons; //!< reasons of failed runs, by number
};

/**
 * Does some runs.
 *
 * @param reasons gets the reasons of failures
 * @return signal that ended it, or 0
 */
int
RunAll(const SweepPlan& plan,
       const RunOptions& options,
       const SweepWork& work,
       const std::vector<SweepRun>& runs,
       std::map<size_t, std::string>& reasons)
{
    SweepCollector collector(runs, options.ShowsProgress());
    const auto run = [&](size_t task) -> int {
        try
        {
            return work.run(MakeOptions(options, plan, runs[task]));
        }
        catch (...)
        {
            return SayWhy(std::current_exception());
        }
    };
    SetPhase("running the sweep");
    TaskPool pool(runs.size(),
                  TaskPool::GetWorkers(options.parallel.jobs),
                  run,
                  [&](size_t task, TaskEnd end) { collector.OnEnd(task, end); });
    pool.LetFinish();
    const int signal = pool.Run();
    reasons = collector.GetReasons();
    return signal;
}

/** Names the runs that failed. @return number of these */
size_t
SayFailures(const std::vector<SweepRun>& runs,
            const std::vector<SweepRunState>& states,
            const std::map<size_t, std::string>& reasons)
{
    size_t failures = 0;
    std::ostringstream text;
    for (size_t i = 0; i < runs.size(); ++i)
    {
        const auto reason = reasons.find(runs[i].number);
        if (reason == reasons.end() && states[i].complete && states[i].problem.empty())
        {
            continue;
        }
        ++failures;
        text << "run " << runs[i].number << ", " << runs[i].folder << ": "
             << (reason != reasons.end() ? reason->second
                                         : (!states[i].problem.empty()
                                                ? states[i].problem
                                                : (states[i].begun ? "is partial" : "is missing")))
             << '\n';
    }
    if (failures > 0)
    {
        std::cerr << failures << " of " << runs.size() << " runs failed or are missing:\n"
                  << text.str();
    }
    return failures;
}

/** @return estimate of some runs @param estimates estimates of one run, by point */
RunEstimate
Estimate(const std::vector<SweepRun>& runs,
         const std::map<size_t, RunEstimate>& estimates,
         const RunOptions& options)
{
    RunEstimate sum;
    for (const auto& run : runs)
    {
        sum.Add(estimates.at(run.point));
    }
    const size_t workers =
        std::max<size_t>(1, std::min(runs.size(), TaskPool::GetWorkers(options.parallel.jobs)));
    return sum.Repeat(1, workers);
}

std::vector<SweepRunState>
LookAtAll(const SweepFolder& folder, const std::vector<SweepRun>& runs)
{
    std::vector<SweepRunState> states;
    for (const auto& run : runs)
    {
        states.push_back(folder.Look(run));
    }
    return states;
}

/** Throws InputError if the folder has runs of this sweep and no option asks to continue it. */
void
CheckWanted(const SweepFolder& folder,
            const SweepOptions& sweep,
            const std::vector<SweepRunState>& states)
{
    const auto begun =
        std::count_if(states.begin(), states.end(), [](const auto& state) { return state.begun; });
    const auto complete = std::count_if(states.begin(), states.end(), [](const auto& state) {
        return state.complete;
    });
    if (begun > 0 && !sweep.resume && !sweep.gather && sweep.only.empty())
    {
        throw InputError(
            folder.GetPath().string(),
            0,
            "",
            "has " + std::to_string(complete) + " of the " + std::to_string(states.size()) +
                " runs of this sweep; expected --resume to continue it, or another --output");
    }
}

} // namespace

int
RunSweep(SweepPlan plan,
         const RunOptions& options,
         const SweepOptions& sweep,
         const SweepWork& work)
{
    auto runs = ChooseRuns(plan.GetRuns(), sweep);
    std::map<size_t, RunEstimate> estimates;
    const bool varies = !plan.variants.empty();
    const int checked = varies ? CheckVariants(plan, options, work, runs, estimates)
                               : CheckPoints(plan, options, work, runs, estimates);
    if (checked == FINE && varies && !options.quiet)
    {
        SayVariants(std::cout, plan, runs);
        if (options.check)
        {
            SayNotRun(std::cout, plan);
        }
    }
    if (checked == FINE && options.estimate)
    {
        std::cout << "runs " << runs.size() << ": " << Estimate(runs, estimates, options).Describe()
                  << std::endl;
    }
    if (checked != FINE || options.check)
    {
        return checked;
    }
    const bool whole = sweep.only.empty();
    const SweepFolder folder(plan.folder, !whole);
    if (whole)
    {
        folder.RefuseOthers(runs);
    }
    auto states = LookAtAll(folder, runs);
    CheckWanted(folder, sweep, states);
    std::vector<SweepRun> left;
    for (size_t i = 0; i < runs.size(); ++i)
    {
        if (!states[i].complete && !sweep.gather)
        {
            left.push_back(runs[i]);
        }
    }
    if (!sweep.commands.empty())
    {
        WriteCommands(sweep.commands, options, left);
        return FINE;
    }
    if (whole)
    {
        folder.WriteState(plan, runs, states, options);
    }
    SayEstimate(Estimate(left, estimates, options), options);
    std::map<size_t, std::string> reasons;
    const int signal = RunAll(plan, options, work, left, reasons);
    states = LookAtAll(folder, runs);
    if (whole)
    {
        std::vector<SweepRun> done;
        for (size_t i = 0; i < runs.size(); ++i)
        {
            if (states[i].complete)
            {
                done.push_back(runs[i]);
            }
        }
        SetPhase("writing the tables of the sweep");
        const auto groups = WriteSweepTables(folder.GetPath(), plan, done);
        folder.WriteState(plan, runs, states, options);
        if (varies)
        {
            WriteWhatDecides(folder.GetPath(), plan, done, options.quiet ? nullptr : &std::cout);
        }
        else if (!options.quiet)
        {
            std::cout << "sweep: " << plan.points.size() << " points, " << plan.seeds.size()
                      << " seeds: mean +- 95 % confidence interval\n";
            WriteSweepSummary(std::cout, plan, groups);
        }
        if (!options.quiet)
        {
            std::cout << "\nresults in " << plan.folder << std::endl;
        }
        const auto report = options.figure ? MakeReport(folder.GetPath(), false) : std::string();
        if (!options.quiet && !report.empty())
        {
            std::cout << "report: " << report << std::endl;
        }
    }
    if (signal != 0)
    {
        std::cerr << plan.folder << ": the results are partial; --resume continues the sweep"
                  << std::endl;
        throw RunInterrupted(signal);
    }
    return SayFailures(runs, states, reasons) > 0 ? VIOLATION : FINE;
}

} // namespace ns3
