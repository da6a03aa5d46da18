// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rank-service.h"

#include "fabric-run.h"

#include "ns3/input-error.h"
#include "ns3/rank-link.h"
#include "ns3/run-identity.h"
#include "ns3/run-state.h"

#include <cstddef>
#include <exception>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** A process on another machine reads that machine's files. @throw InputError if they differ */
void
CheckSameInput(const FabricScenario& scenario, const RunOptions& options)
{
    const std::pair<const char*, std::string> hashes[] = {
        {"scenario", HashConfiguration(scenario)},
        {"program", HashRunner(options.engine, options.scenario.pfcTrace)}};
    for (const auto& [name, hash] : hashes)
    {
        const auto all = RankLink::Share(hash);
        for (uint32_t rank = 1; rank < all.size(); ++rank)
        {
            if (all[rank] != all.front())
            {
                throw InputError("command line",
                                 0,
                                 "--ranks",
                                 "rank " + std::to_string(rank) + " has another " + name +
                                     " than rank 0; expected the same files on all machines");
            }
        }
    }
}

} // namespace

void
TakeRanks(RunOptions& options)
{
    const RankLink* const ranks = RankLink::GetActive();
    const uint32_t count = ranks ? ranks->GetCount() : 1;
    if (options.parallel.ranks > 1 && options.parallel.ranks != count)
    {
        throw InputError("command line",
                         0,
                         "--ranks",
                         "is " + std::to_string(options.parallel.ranks) + " but there are " +
                             std::to_string(count) +
                             " processes; expected the same number, or no --ranks");
    }
    options.parallel.ranks = count;
}

void
MeetRanks(const FabricScenario& scenario, const RunOptions& options)
{
    if (RankLink::GetActive())
    {
        SetPhase("meeting the processes of --ranks");
        CheckSameInput(scenario, options);
    }
}

int
ServeRanks(const FabricScenario& scenario, RunOptions options)
{
    options.quiet = true;
    options.lint = false; // the first process prints its warnings
    try
    {
        for (size_t fabric = 0; fabric < scenario.fabrics.size(); ++fabric)
        {
            RunFabric(scenario, fabric, options, "", [](const BuiltFabric&) {});
        }
        return FINE;
    }
    catch (const RankError&)
    {
        return FINE; // the rank with the error, or the first rank, prints it
    }
    catch (...)
    {
        return SayWhy(std::current_exception());
    }
}

} // namespace ns3
