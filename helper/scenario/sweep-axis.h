// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_AXIS_H
#define AI_FABRIC_SWEEP_AXIS_H

#include "run-options.h"
#include "scenario-value.h"
#include "sweep-run.h"

#include <string>
#include <vector>

namespace ns3
{

/** One value of an axis of a sweep. */
struct SweepLevel
{
    std::string label;              //!< unique in the axis: the value as text, or a name
    std::vector<SweptValue> values; //!< that it sets
};

/** What a sweep varies. */
struct SweepAxis
{
    std::string name;               //!< the key, or a name where levels have names
    ScenarioValue place;            //!< where it was written
    std::vector<SweepLevel> levels; //!< at least one
};

/**
 * @param root of the scenario
 * @param options of the command line
 * @return the axes of "sweep", and those of --sweep in their place or behind them; see PlanSweep()
 * @throw InputError
 */
std::vector<SweepAxis> ReadSweepAxes(const ScenarioValue& root, const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_AXIS_H
