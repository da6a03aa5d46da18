// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_RUN_H
#define AI_FABRIC_SWEEP_RUN_H

#include "scenario-value.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** A value that a point of a sweep sets in the scenario. */
struct SweptValue
{
    std::string key;     //!< path of keys and list indexes, as for --set
    ScenarioValue value; //!< with the place where it was written
};

/** One run of a sweep: one point in one draw, on all fabrics. */
struct SweepRun
{
    size_t number{0};                 //!< number in the sweep, from 1
    size_t point{0};                  //!< index of its point
    uint32_t seed{1};                 //!< seed of its draw
    std::string folder;               //!< folder of its results, within that of the sweep
    std::vector<SweptValue> values;   //!< values that its point sets, in this order
    std::vector<std::string> fabrics; //!< labels of its fabrics; empty: all
    std::string configuration;        //!< see HashConfiguration(); empty: not known yet
    std::string runner;               //!< see HashRunner()
};

} // namespace ns3

#endif // AI_FABRIC_SWEEP_RUN_H
