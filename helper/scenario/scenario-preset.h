// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_PRESET_H
#define AI_FABRIC_SCENARIO_PRESET_H

#include "scenario-value.h"

#include "ns3/type-id.h"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Something whose values somebody has published, with the place of each: a fabric, a server, a
 * language model, a GPU, or whatever else a scenario has as an object. See PresetFile for the file.
 * The thing is as in a scenario, itself built upon a preset or not.
 */
struct ScenarioPreset
{
    std::string name;                      //!< of its file, without .json
    std::string about;                     //!< one line for people
    ScenarioValue source;                  //!< an object of strings; without what is replaced
    ScenarioValue thing;                   //!< an object
    std::optional<uint64_t> ratebps{};     //!< of the links that its values are for; none: any
    std::optional<ScenarioValue> server{}; //!< what the hosts of a topology are in; none: unsaid

    /**
     * @param path its file
     * @param kind of thing, as "fabric"
     * @return it; throws InputError
     */
    static ScenarioPreset Read(const std::string& path, const std::string& kind);
};

/** A preset and where the scenario names it. */
struct ScenarioPresetInUse
{
    std::string path;      //!< such as "workload.0.model"
    ScenarioPreset preset; //!< the one named there
    std::string cut{};     //!< what of a model is less here, such as "layers 8 of 126"
};

/**
 * Replaces an object that names a preset by what the preset says, merged with what the scenario
 * says.
 *
 * A preset is named by "preset", or in the place of the type where no type is called so. A name
 * that ends in .json is the path of a file, relative to the one that names it. Names are spelled as
 * those of types: "dgx-h100" as a Server is DgxH100Server, too.
 *
 * @param value of a scenario
 * @param role suffix of the class names; the kind of preset is called so
 * @param base what types are derived from
 * @return the preset, if it names one
 * @throw InputError with the names that exist if this one does not and there are any
 */
std::optional<ScenarioPreset> ExpandPreset(ScenarioValue& value,
                                           const std::string& role,
                                           TypeId base);

/**
 * @param value of a scenario
 * @return the presets that it and all below it name
 */
std::vector<ScenarioPresetInUse> FindPresets(const ScenarioValue& value);

/**
 * Lays one value over another. Of two objects the members are merged, and where both have one, that
 * of the upper object counts; if the upper one names another type, it replaces the lower one whole.
 * A type name stands for an object with that type. Any other value replaces the lower one.
 *
 * @param lower what is covered, changed
 * @param upper what covers it
 * @param role what they are: the suffix of the class names
 */
void Merge(ScenarioValue& lower, const ScenarioValue& upper, const std::string& role);

/**
 * Writes presets with their sources.
 *
 * @param out where to
 * @param kind of things, such as "model" or "models"; empty: all kinds
 * @throw InputError if there is no such kind
 */
void WritePresets(std::ostream& out, const std::string& kind);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_PRESET_H
