// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rank-service.h"

#include "fabric-run.h"
#include "local-ranks.h"

#include "ns3/run-state.h"

#include <cstddef>
#include <exception>
#include <iostream>
#include <unistd.h>

namespace ns3
{

namespace
{

/** Runs a part of each fabric, of which nothing is said. @return exit status; FINE if not to blame
 */
int
Serve(const FabricScenario& scenario, RunOptions options)
{
    options.quiet = true;
    options.lint = false; // its warnings are told by the first process
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
        return FINE; // said by whoever is to blame, or by the first one
    }
    catch (...)
    {
        return SayWhy(std::current_exception());
    }
}

} // namespace

std::unique_ptr<RankLink>
StartRanks(const FabricScenario& scenario, const RunOptions& options)
{
    if (options.ranks < 2)
    {
        return nullptr;
    }
    SetPhase("starting the processes of --ranks");
    auto ranks = LocalRanks::Fork(options.ranks);
    if (ranks->GetRank() > 0)
    {
        const int status = Serve(scenario, options);
        std::cerr.flush();
        _exit(status);
    }
    return ranks;
}

} // namespace ns3
