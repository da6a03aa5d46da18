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

/** One value of a setting that is varied. */
struct VariationLevel
{
    std::string label;              //!< unique in the setting
    std::vector<SweptValue> values; //!< keys relative to what has the setting
};

/**
 * A setting of a scenario that is assumed, that deployments choose otherwise, or that the scenario
 * chooses freely, with the range that it is varied over: data of presets of kind "variation", or of
 * a scenario. It says what has the setting, and by the classes of that and by its keys whether a
 * scenario has it.
 */
struct VariedSetting
{
    std::string name;    //!< unique
    ScenarioValue place; //!< where it is written
    std::string source;  //!< who sets these values, or that they are assumed
    std::string of; //!< key of the scenario: fabric, topology, server or workload; or "assumed",
                    //!< each value that a preset in use assumes and that has no setting of its own
    std::optional<size_t> index; //!< in the list of them; none: each that has it
    std::vector<std::pair<std::string, std::vector<std::string>>>
        classes;                        //!< path from there, names of classes of which it is one
    std::string key;                    //!< path from there; empty: levels name their keys
    std::vector<VariationLevel> levels; //!< none: the next two
    std::vector<double> factors;        //!< multiples of the value in effect
    std::string choice;                 //!< word for what is worked out, see ChooseVariant()
    std::string unit;                   //!< of plain numbers; may be empty
    std::string removes;                //!< cause that the change takes away; empty: none

    /** @return what its values are: "assumed", "deployed", "choice", or "cause" */
    std::string GetKind() const;
};

/**
 * @param root of a scenario
 * @return the settings of all presets of kind "variation", and those of "variations" of the
 *         scenario, which replace those of the same name
 * @throw InputError
 */
std::vector<VariedSetting> ReadVariations(const ScenarioValue& root);

} // namespace ns3

#endif // AI_FABRIC_VARIATION_H
