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

/** The options of the command line. */
struct RunOptions
{
    std::string scenario;               //!< path of the scenario
    std::vector<std::string> overrides; //!< KEY=VALUE
    std::vector<std::string> libraries; //!< paths of shared libraries with the user's classes
    std::string output;                 //!< folder of results; empty: that of the scenario
    bool stockEngine{false};            //!< use ns-3's own engine
    std::string scheduler;            //!< TypeId name of the event list; empty: that of the engine
    std::optional<uint32_t> seed;     //!< seed of a single draw, instead of the scenario's
    std::string seeds;                //!< number of draws, or a list of seeds; empty: not given
    std::vector<std::string> sweeps;  //!< KEY=VALUE,VALUE,...
    bool whatDecides{false};          //!< vary assumptions and choices one at a time
    bool resume{false};               //!< continue the sweep in the folder
    bool gather{false};               //!< run nothing, collect the finished runs
    std::string commands;             //!< file that gets a command line per run; empty: none
    std::vector<size_t> only;         //!< numbers of the sweep's runs to do; empty: all
    std::optional<SweepRun> sweepRun; //!< the run of the sweep to do; empty: no sweep
    uint32_t jobs{0};                 //!< runs at once; 0: one per core
    uint32_t threads{0};              //!< threads of each run; 0: chosen by its cores
    uint32_t cores{0};                //!< cores that each run may use; 0: all
    uint32_t ranks{1};                //!< processes that share the run
    std::string hosts;                //!< file with the machines of the processes; empty: this one
    bool nanoseconds{false};          //!< resolution of ns-3: ns instead of ps
    bool traces{false};               //!< connect every trace source
    bool pfcTrace{false};             //!< write all pauses with their causes, even if the
                                      //!< scenario does not ask for it
    bool quiet{false};                //!< no progress, no table
    bool progress{false};             //!< show progress even if stderr is not a terminal
    bool figure{true};                //!< make report and figure
    bool check{false};                //!< build everything, simulate nothing
    bool estimate{false};             //!< print an estimate of the run, too
    double pilotSeconds{1};           //!< CPU seconds that each fabric may take for the estimate
    bool version{false};              //!< print the version and exit
    bool list{false};                 //!< print the reference and exit
    std::string listed;               //!< type or role to print; empty: all
    std::string search;               //!< word that entries must have; empty: any
    bool listJson{false};             //!< print the reference for programs and exit
    bool listPresets{false};          //!< print presets and exit
    std::string presetKind;           //!< kind of presets; empty: all
    std::string topology;             //!< topology to describe before exiting; empty: none
    std::string prices;               //!< price lists for it, separated by commas; empty: all
    std::string svgFile;              //!< file for its picture; empty: none
    std::string dotFile;              //!< file for its graph in Graphviz form; empty: none
    std::string graphMlFile;          //!< file for its graph as GraphML; empty: none
    std::string hpccFile;             //!< file for it in the form of HPCC's simulator; empty: none
    bool lint{true};                  //!< look for settings that do not fit each other
    std::string ncclOperation;        //!< operation of nccl-tests, such as all_reduce; empty: none
    std::string ncclMinBytes;         //!< smallest size, such as 8
    std::string ncclMaxBytes;         //!< largest size, such as 4G
    std::string ncclStepBytes;  //!< difference from one size to the next; empty: use the factor
    uint32_t ncclStepFactor{2}; //!< factor from one size to the next
    uint32_t ncclIterations{1}; //!< iterations, at least 1
    std::string help;           //!< text to print before exiting; empty: none
    std::string commandLine;    //!< as typed, for the manifest
    std::vector<std::string> arguments; //!< command line by argument

    /** @return true if a line of progress is written to stderr repeatedly */
    bool ShowsProgress() const;
};

/**
 * Reads the command line. Also loads the libraries, whose classes the other options may name.
 *
 * @param argc argument of main
 * @param argv argument of main
 * @return the options; throws InputError
 */
RunOptions ParseOptions(int argc, char** argv);

} // namespace ns3

#endif // AI_FABRIC_RUN_OPTIONS_H
