// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_INPUT_H
#define AI_FABRIC_SCENARIO_INPUT_H

#include "nccl-tests-options.h"
#include "sweep-run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** The event engine, and the classes that a process has. */
struct EngineOptions
{
    bool stock{false};       //!< use ns-3's own engine
    std::string scheduler;   //!< TypeId name of the event list; empty: that of the engine
    bool nanoseconds{false}; //!< resolution of ns-3: ns instead of ps
    std::vector<std::string> libraries; //!< paths of shared libraries with the user's classes
};

/** The file of a scenario, and the settings that replace its own. */
struct ScenarioInput
{
    std::string path;                   //!< path of the file
    std::vector<std::string> overrides; //!< KEY=VALUE
    std::string output;                 //!< folder of results; empty: that of the scenario
    std::optional<uint32_t> seed;       //!< seed of a single draw
    std::string seeds;                  //!< number of draws, or a list of seeds; empty: not given
    bool pfcTrace{false};               //!< write all pauses with their causes
    bool cost{false};                   //!< compute costs, as with "cost" in the scenario
    std::optional<SweepRun> sweepRun;   //!< point of a sweep to set; empty: no sweep
    std::optional<NcclTestsOptions> ncclTests; //!< replaces the workload; empty: keep it
};

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_INPUT_H
