// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_PRESET_H
#define AI_FABRIC_SCENARIO_PRESET_H

#include "scenario-value.h"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * A fabric whose values somebody has published, with the place of each.
 *
 * A preset is a file NAME.json of the folder examples/presets:
 *
 *     {"about": one line,
 *      "rate": of the hosts' links that its values are for; without it they hold at any rate,
 *      "source": {path in the fabric: where that value and all below it come from, ...},
 *      "fabric": a fabric as in a scenario, itself built upon a preset or not}
 */
struct ScenarioPreset
{
    std::string name;                  //!< of its file, without .json
    std::string about;                 //!< one line for people
    ScenarioValue source;              //!< an object of strings
    ScenarioValue fabric;              //!< an object
    std::optional<uint64_t> ratebps{}; //!< of the links that its values are for; none: any

    /** @param path its file @return it; throws InputError */
    static ScenarioPreset Read(const std::string& path);
};

/** @return the names of the presets that come with ai-fabric, sorted */
std::vector<std::string> GetPresetNames();

/**
 * Replaces a fabric that names a preset by what the preset says, merged with what the scenario
 * says.
 *
 * A preset is named by "preset", or in the place of the type where no fabric is called so. A name
 * that ends in .json is the path of a file, relative to the one that names it.
 *
 * @param fabric of a scenario; its "name" becomes that of the preset unless it has one
 * @return the preset, if it names one
 * @throw InputError with the names that exist if this one does not
 */
std::optional<ScenarioPreset> ExpandPreset(ScenarioValue& fabric);

/**
 * Lays one value over another. Of two objects the members are merged, those of the upper one
 * first in rank, unless it names another type, which replaces the lower one whole. A type name
 * stands for an object with that type. Anything else replaces what it covers.
 *
 * @param lower what is covered, changed
 * @param upper what covers it
 * @param role what they are: the suffix of the class names
 */
void Merge(ScenarioValue& lower, const ScenarioValue& upper, const std::string& role);

/** Writes all presets with their sources. @param out where to */
void WritePresets(std::ostream& out);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_PRESET_H
