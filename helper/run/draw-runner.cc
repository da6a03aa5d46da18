// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "draw-runner.h"

#include "fabric-run.h"
#include "task-pool.h"

#include "ns3/fabric-files.h"
#include "ns3/result-rows.h"
#include "ns3/run-state.h"
#include "ns3/safe-file.h"
#include "ns3/scenario-loader.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** Collects the ends of tasks in any order, and handles them in the order of the tasks. */
class DrawCollector
{
  public:
    DrawCollector(const FabricScenario& scenario, const RunOptions& options, ResultFolder& folder)
        : m_scenario(scenario),
          m_folder(folder),
          m_showProgress(options.ShowsProgress()),
          m_ends(scenario.fabrics.size() * scenario.seeds.size())
    {
    }

    /** @return fabric of a task */
    size_t GetFabric(size_t task) const
    {
        return task % m_scenario.fabrics.size();
    }

    /** @return seed of a task */
    uint32_t GetSeed(size_t task) const
    {
        return m_scenario.seeds[task / m_scenario.fabrics.size()];
    }

    /** Stores the end of a task. */
    void OnEnd(size_t task, TaskEnd end)
    {
        m_ends[task] = std::move(end);
        ++m_done;
        for (; m_next < m_ends.size() && m_ends[m_next]; ++m_next)
        {
            Work(m_next);
        }
        if (m_showProgress)
        {
            std::cerr << "\r\033[K" << m_done << " of " << m_ends.size() << " runs done"
                      << std::flush;
        }
    }

    /** Handles the rest, behind tasks that will not end any more. */
    void Finish()
    {
        for (; m_next < m_ends.size(); ++m_next)
        {
            if (m_ends[m_next])
            {
                Work(m_next);
            }
        }
        if (m_showProgress)
        {
            std::cerr << "\r\033[K" << std::flush;
        }
    }

    /** @return the worst exit status, and the first reason */
    const DrawsEnd& GetEnd() const
    {
        return m_end;
    }

  private:
    /** Takes over the results of one task, or prints why there are none. */
    void Work(size_t task)
    {
        const auto& end = *m_ends[task];
        if (WasInterrupted(end))
        {
            return; // the task had not begun to simulate
        }
        const auto stage = m_folder.GetStage(task);
        if (m_showProgress)
        {
            std::cerr << "\r\033[K";
        }
        std::istringstream said(end.said);
        std::string last;
        for (std::string line; std::getline(said, line);)
        {
            last = line;
            if (m_said.insert(line).second)
            {
                std::cerr << line << '\n';
            }
        }
        const std::string who = m_scenario.fabrics[GetFabric(task)].label + ", seed " +
                                std::to_string(GetSeed(task)) + ": ";
        if (end.signal != 0)
        {
            last = std::string("ended by a signal: ") + strsignal(end.signal);
            std::cerr << who << last << '\n';
        }
        if (end.signal != 0 || end.status != FINE)
        {
            m_end.status = std::max(m_end.status, std::max<int>(end.status, VIOLATION));
            m_end.reason = m_end.reason.empty() ? who + last : m_end.reason;
            return;
        }
        std::ifstream in(stage.GetSummary(), std::ios::binary);
        m_folder.Merge(stage, LoadSummary(in));
    }

    const FabricScenario& m_scenario;
    ResultFolder& m_folder;
    bool m_showProgress;                        //!< true: on a terminal
    std::vector<std::optional<TaskEnd>> m_ends; //!< by task; empty: not ended
    std::set<std::string> m_said;               //!< lines that have been shown
    size_t m_next{0};                           //!< next task to handle
    size_t m_done{0};                           //!< number of tasks that have ended
    DrawsEnd m_end;                             //!< result of all draws so far
};

} // namespace

FabricSummary
RunToStage(const FabricScenario& scenario,
           size_t fabric,
           const RunOptions& options,
           const ResultStage& stage,
           const std::string& deadlock,
           const std::function<void(const BuiltFabric&)>& onBuilt)
{
    auto result = RunFabric(scenario, fabric, options, stage.GetOwn().string(), onBuilt);
    if (!deadlock.empty())
    {
        result.warnings.push_back(deadlock);
    }
    SetPhase("writing the results of " + scenario.fabrics[fabric].label);
    WriteFabricFiles(stage, scenario, result);
    return Summarize(scenario, result);
}

DrawsEnd
RunDraws(const FabricScenario& scenario,
         const RunOptions& options,
         const std::vector<std::string>& deadlocks,
         ResultFolder& folder)
{
    DrawCollector collector(scenario, options, folder);
    const size_t runs = scenario.fabrics.size() * scenario.seeds.size();
    const size_t workers = TaskPool::GetWorkers(options.parallel.jobs);
    const auto work = [&](size_t task) -> int {
        try
        {
            const auto stage = folder.MakeStage(task);
            RunOptions own = options;
            own.scenario.seed = collector.GetSeed(task);
            own.parallel.cores = TaskPool::GetCoresOfEach(runs, workers);
            const size_t fabric = collector.GetFabric(task);
            const auto summary = RunToStage(LoadScenario(own.scenario),
                                            fabric,
                                            own,
                                            stage,
                                            deadlocks[fabric],
                                            [](const BuiltFabric&) {});
            WriteSafely(stage.GetSummary(), [&](std::ostream& out) { SaveSummary(out, summary); });
            return FINE;
        }
        catch (...)
        {
            return SayWhy(std::current_exception());
        }
    };
    TaskPool pool(runs, workers, work, [&](size_t task, TaskEnd end) {
        collector.OnEnd(task, end);
    });
    pool.LetFinish();
    const int signal = pool.Run();
    collector.Finish();
    if (signal != 0)
    {
        throw RunInterrupted(signal);
    }
    return collector.GetEnd();
}

} // namespace ns3
