// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VARIATION_H
#define AI_FABRIC_VARIATION_H

#include "scenario-value.h"
#include "sweep-run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** One value of a varied setting. */
struct VariationLevel
{
    std::string label;              //!< label, unique in the setting
    std::vector<SweptValue> values; //!< values; keys are relative to the object with the setting
};

/**
 * A setting of a scenario with the values over which it is varied. Its value is assumed, differs
 * between deployments, or is a free choice of the scenario. The data come from presets of kind
 * "variation", or from a scenario. They name the object with the setting; a scenario has the
 * setting if it has an object of these classes with these keys.
 */
struct VariedSetting
{
    std::string name;    //!< name, unique
    ScenarioValue place; //!< place where it is written
    std::string source;  //!< source of these values, or that they are assumed
    std::string of; //!< key of the scenario: fabric, topology, server or workload; or "assumed",
                    //!< for each assumed value of a preset in use without a setting of its own
    std::optional<size_t> index; //!< index in the list of that key; empty: all that have it
    std::vector<std::pair<std::string, std::vector<std::string>>>
        classes;     //!< path from there, names of classes of which the object there must be one
    std::string key; //!< path from there; empty: levels name their keys
    std::vector<VariationLevel> levels; //!< empty: factors or choice are used
    std::vector<double> factors;        //!< multiples of the value in effect
    std::string choice;                 //!< name of a computed change, see ChooseVariant()
    std::string unit;                   //!< unit of plain numbers; may be empty
    std::string removes;                //!< cause that the change removes; empty: none

    /** @return kind of its values: "assumed", "deployed", "choice", or "cause" */
    std::string GetKind() const;
};

/**
 * @param root tree of a scenario
 * @return settings of all presets of kind "variation", and those of "variations" of the scenario,
 *         which replace those of the same name
 * @throw InputError if a setting is wrong
 */
std::vector<VariedSetting> ReadVariations(const ScenarioValue& root);

} // namespace ns3

#endif // AI_FABRIC_VARIATION_H
