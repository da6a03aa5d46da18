// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_OPTIONS_H
#define AI_FABRIC_SWEEP_OPTIONS_H

#include <cstddef>
#include <string>
#include <vector>

namespace ns3
{

/** A sweep, and its runs to do. */
struct SweepOptions
{
    std::vector<std::string> axes; //!< KEY=VALUE,VALUE,..., besides those of the scenario
    bool whatDecides{false};       //!< vary assumptions and choices one at a time
    bool resume{false};            //!< continue the sweep in the folder
    bool gather{false};            //!< run nothing, collect the finished runs
    std::string commands;          //!< file that gets a command line per run; empty: none
    std::vector<size_t> only;      //!< numbers of the runs to do; empty: all
};

} // namespace ns3

#endif // AI_FABRIC_SWEEP_OPTIONS_H
