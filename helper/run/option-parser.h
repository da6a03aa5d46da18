// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTION_PARSER_H
#define AI_FABRIC_OPTION_PARSER_H

#include "sweep-options.h"
#include "topology-report.h"

#include "ns3/run-options.h"

#include <string>

namespace ns3
{

/** A text to print instead of a run. */
struct PrintOptions
{
    std::string help;        //!< text to print before exiting; empty: none
    bool version{false};     //!< print the version and exit
    bool list{false};        //!< print the reference and exit
    std::string listed;      //!< type or role to print; empty: all
    std::string search;      //!< word that entries must have; empty: any
    bool listJson{false};    //!< print the reference for programs and exit
    bool listPresets{false}; //!< print presets and exit
    std::string presetKind;  //!< kind of presets; empty: all
};

/** The options of the command line. */
struct ParsedOptions
{
    RunOptions run;                 //!< scenario and its runs
    SweepOptions sweep;             //!< sweep of these runs
    PrintOptions print;             //!< text to print instead
    TopologyReportOptions topology; //!< topology to describe instead
};

/**
 * Reads the command line. Also loads the libraries, whose classes the other options may name.
 *
 * @param argc argument of main
 * @param argv argument of main
 * @return the options
 * @throw InputError if an option is wrong
 */
ParsedOptions ParseOptions(int argc, char** argv);

} // namespace ns3

#endif // AI_FABRIC_OPTION_PARSER_H
