// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "variant-check.h"

#include "task-pool.h"

#include "ns3/run-identity.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** @return the base, and one run of each variant with runs */
std::vector<SweepRun>
GetFirsts(const SweepPlan& plan, const std::vector<SweepRun>& runs)
{
    std::vector<SweepRun> firsts = {plan.GetRuns().front()};
    for (const auto& run : runs)
    {
        if (run.point != firsts.back().point)
        {
            firsts.push_back(run);
        }
    }
    return firsts;
}

/** @return reason why a variant cannot be built, in one line */
std::string
GetReason(const PointTrial& trial)
{
    if (trial.end.signal != 0)
    {
        return std::string("ended by a signal: ") + strsignal(trial.end.signal);
    }
    return trial.said.empty() ? "it cannot be built" : trial.said.back();
}

/** @return fabrics of a variant that differ from those of the base */
std::vector<FabricPoint>
GetChanged(const PointCheck& base, const PointCheck& variant)
{
    std::vector<FabricPoint> changed;
    for (size_t i = 0; i < variant.fabrics.size(); ++i)
    {
        if (variant.fabrics[i].identity != base.fabrics[i].identity)
        {
            changed.push_back(variant.fabrics[i]);
        }
    }
    return changed;
}

} // namespace

int
CheckVariants(SweepPlan& plan,
              const RunOptions& options,
              const SweepWork& work,
              std::vector<SweepRun>& runs,
              std::map<size_t, RunEstimate>& estimates)
{
    const auto firsts = GetFirsts(plan, runs);
    const auto trials = TryPoints(plan, options, work, firsts);
    const auto& base = trials.front();
    for (const auto& line : base.said)
    {
        std::cerr << line << '\n';
    }
    if (base.IsFailed())
    {
        return std::max<int>(base.end.status, VIOLATION);
    }
    std::map<size_t, std::string> identities = {{0, base.check.identity}}; // by point
    std::map<std::string, size_t> known; // point by cause and identity
    for (const auto& fabric : base.check.fabrics)
    {
        plan.variants[0].fabrics.push_back(fabric.label);
        estimates[0].Add(fabric.estimate);
    }
    for (size_t i = 1; i < trials.size(); ++i)
    {
        const size_t point = firsts[i].point;
        auto& variant = plan.variants[point];
        if (trials[i].IsFailed())
        {
            variant.state = SweepVariant::REFUSED;
            variant.reason = GetReason(trials[i]);
            continue;
        }
        std::vector<std::string> hashes;
        for (const auto& fabric : GetChanged(base.check, trials[i].check))
        {
            variant.fabrics.push_back(fabric.label);
            hashes.push_back(fabric.identity);
            estimates[point].Add(fabric.estimate);
        }
        identities[point] = JoinHashes(hashes);
        const auto [same, isNew] = known.emplace(variant.cause + identities[point], point);
        if (hashes.empty() || !isNew)
        {
            const auto& labels = plan.points[same->second].labels;
            variant.state = SweepVariant::SAME;
            variant.reason =
                hashes.empty() ? SweepVariant::IS_BASE : "it is " + labels[0] + ", " + labels[1];
        }
    }
    const auto runner = HashRunner(options.engine, options.scenario.pfcTrace);
    std::vector<SweepRun> left;
    for (auto& run : runs)
    {
        const auto& variant = plan.variants[run.point];
        if (variant.state == SweepVariant::RUN)
        {
            run.fabrics = run.point == 0 ? std::vector<std::string>{} : variant.fabrics;
            run.configuration = identities[run.point];
            run.runner = runner;
            left.push_back(std::move(run));
        }
    }
    runs = std::move(left);
    return FINE;
}

int
AskChild(const std::function<void()>& write, std::string& text)
{
    TaskEnd end;
    const auto work = [&write](size_t) -> int {
        try
        {
            write();
            return FINE;
        }
        catch (...)
        {
            return SayWhy(std::current_exception());
        }
    };
    TaskPool pool(1, 1, work, [&end](size_t, TaskEnd its) { end = std::move(its); });
    if (const int signal = pool.Run())
    {
        throw RunInterrupted(signal);
    }
    if (end.signal != 0 || end.status != FINE)
    {
        std::cerr << end.said;
        return end.signal != 0 ? VIOLATION : end.status;
    }
    text = std::move(end.said);
    return FINE;
}

} // namespace ns3
