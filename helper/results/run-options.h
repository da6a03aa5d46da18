// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_OPTIONS_H
#define AI_FABRIC_RUN_OPTIONS_H

#include "ns3/scenario-input.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** The processes, threads and cores of runs. */
struct ParallelOptions
{
    uint32_t jobs{0};    //!< runs at once; 0: one per core
    uint32_t threads{0}; //!< threads of each run; 0: chosen by its cores
    uint32_t cores{0};   //!< cores that each run may use; 0: all
    uint32_t ranks{1};   //!< processes that share the run
    std::string hosts;   //!< file with the machines of the processes; empty: this one
};

/** The options of one run. */
struct RunOptions
{
    ScenarioInput scenario;             //!< scenario to run
    EngineOptions engine;               //!< engine that runs it
    ParallelOptions parallel;           //!< processes, threads and cores
    std::vector<std::string> arguments; //!< command line by argument, for the manifest
    bool traces{false};                 //!< connect every trace source
    bool quiet{false};                  //!< no progress, no table
    bool progress{false};               //!< show progress even if stderr is not a terminal
    bool figure{true};                  //!< make report and figure
    bool lint{true};                    //!< look for settings that do not fit each other
    bool check{false};                  //!< build everything, simulate nothing
    bool estimate{false};               //!< print an estimate of the run, too
    double withinSeconds{0};            //!< time that the user has, with estimate; 0: not given
    double pilotSeconds{1};             //!< CPU seconds that each fabric may take for the estimate

    /** @return true if a line of progress is written to stderr repeatedly */
    bool ShowsProgress() const;

    /** @return the command line as typed */
    std::string GetCommandLine() const;
};

} // namespace ns3

#endif // AI_FABRIC_RUN_OPTIONS_H
