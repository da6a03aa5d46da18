// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_OPTIONS_H
#define AI_FABRIC_RUN_OPTIONS_H

#include "sweep-run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** What the command line says. */
struct RunOptions
{
    std::string scenario;               //!< path
    std::vector<std::string> overrides; //!< KEY=VALUE
    std::vector<std::string> libraries; //!< shared libraries with classes of the user's
    std::string output;                 //!< folder; empty: what the scenario says
    bool stockEngine{false};            //!< ns-3's own engine
    std::string scheduler;              //!< TypeId name; empty: that of the engine
    std::optional<uint32_t> seed;       //!< of the only draw, whatever the scenario says
    std::string seeds;                  //!< how many draws, or a list of seeds; empty: not said
    std::vector<std::string> sweeps;    //!< KEY=VALUE,VALUE,...
    bool whatDecides{false};            //!< vary assumptions and choices one at a time
    bool resume{false};                 //!< go on with the sweep that the folder has
    bool gather{false};                 //!< run nothing, collect the runs that are there
    std::string commands;               //!< file for a command line per run; empty: none
    std::vector<size_t> only;           //!< numbers of runs of the sweep; none: all
    std::optional<SweepRun> sweepRun;   //!< run this one of the sweep
    uint32_t jobs{0};                   //!< runs at once; 0: as many as there are cores
    uint32_t threads{0};                //!< of each run; 0: what its cores are good for
    uint32_t cores{0};                  //!< that each run may use; 0: all
    uint32_t ranks{1};                  //!< processes that work on the run
    std::string hosts;                  //!< file with the machines of those; empty: this one
    bool nanoseconds{false};            //!< ns-3's resolution: ns rather than ps
    bool traces{false};                 //!< connect every trace source
    bool pfcTrace{false};               //!< write who paused whom, whatever the scenario says
    bool quiet{false};                  //!< no progress, no table
    bool progress{false};               //!< progress even if stderr is no terminal
    bool figure{true};                  //!< make report and figure
    bool check{false};                  //!< build everything, simulate nothing
    bool estimate{false};               //!< and say what the run would take
    double pilotSeconds{1};             //!< CPU time that each fabric may take for that
    bool list{false};                   //!< print the reference and exit
    std::string listed;                 //!< type or role of that; empty: all
    std::string search;                 //!< word that it is to have; empty: any
    bool listJson{false};               //!< print the reference for programs and exit
    bool listPresets{false};            //!< print presets and exit
    std::string presetKind;             //!< of those; empty: all
    std::string topology;               //!< describe this one and exit; empty: none
    std::string prices;                 //!< price lists for it, with commas; empty: all there are
    std::string svgFile;                //!< its picture; empty: none
    std::string dotFile;                //!< its graph for Graphviz; empty: none
    std::string graphMlFile;            //!< its graph as GraphML; empty: none
    std::string hpccFile;               //!< it in the form of HPCC's simulator; empty: none
    bool lint{true};                    //!< look for settings that do not fit each other
    std::string ncclOperation;          //!< of nccl-tests, such as all_reduce; empty: none
    std::string ncclMinBytes;           //!< least size, such as 8
    std::string ncclMaxBytes;           //!< greatest size, such as 4G
    std::string ncclStepBytes;          //!< from one size to the next; empty: a factor
    uint32_t ncclStepFactor{2};         //!< from one size to the next
    uint32_t ncclIterations{1};         //!< at least 1
    std::string help;                   //!< print this and exit, unless empty
    std::string commandLine;            //!< as typed, for the manifest
    std::vector<std::string> arguments; //!< the same, by argument

    /** @return whether to write a line of progress to stderr, again and again */
    bool ShowsProgress() const;
};

/**
 * Loads the libraries too, whose classes the other options may name.
 *
 * @param argc of main
 * @param argv of main
 * @return them; throws InputError
 */
RunOptions ParseOptions(int argc, char** argv);

} // namespace ns3

#endif // AI_FABRIC_RUN_OPTIONS_H
