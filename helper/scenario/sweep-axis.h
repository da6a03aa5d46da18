// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWEEP_AXIS_H
#define AI_FABRIC_SWEEP_AXIS_H

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
    std::vector<SweptValue> values; //!< values that the level sets
};

/** An axis of a sweep: a setting that is varied. */
struct SweepAxis
{
    std::string name;               //!< the key, or a name if its levels have names
    ScenarioValue place;            //!< place in the scenario
    std::vector<SweepLevel> levels; //!< at least one
};

/**
 * @param root tree of the scenario
 * @param more further axes, as KEY=VALUE,VALUE,...
 * @return axes of "sweep", and the further ones, which replace axes of the same name or follow
 *         them; see PlanSweep()
 * @throw InputError if an axis is wrong
 */
std::vector<SweepAxis> ReadSweepAxes(const ScenarioValue& root,
                                     const std::vector<std::string>& more);

} // namespace ns3

#endif // AI_FABRIC_SWEEP_AXIS_H
