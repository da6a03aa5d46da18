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
 * An object of a scenario whose values are published, with the source of each: a fabric, a server,
 * a language model, a GPU, or any other object of scenarios. See PresetFile for the file. The
 * object is written as in a scenario, and may itself be based on a preset.
 */
struct ScenarioPreset
{
    std::string name;     //!< name of its file, without .json
    std::string about;    //!< one line for people
    ScenarioValue source; //!< sources by key, an object of strings; without replaced keys
    ScenarioValue thing;  //!< the object
    std::optional<uint64_t> ratebps{};     //!< rate of the links for which its values hold, in
                                           //!< bit/s; empty: any
    std::optional<ScenarioValue> server{}; //!< server of a topology's hosts; empty: not given

    /**
     * @param path path of its file
     * @param kind kind of object, such as "fabric"
     * @return the preset; throws InputError
     */
    static ScenarioPreset Read(const std::string& path, const std::string& kind);
};

/** A preset and the place where the scenario names it. */
struct ScenarioPresetInUse
{
    std::string path;      //!< such as "workload.0.model"
    ScenarioPreset preset; //!< preset named there
    std::string cut{}; //!< dimensions of a model that are smaller here, such as "layers 8 of 126"
};

/**
 * Replaces an object that names a preset by the object of the preset, merged with the members that
 * the scenario adds.
 *
 * A preset is named by "preset", or in the place of a type if no type has that name. A name that
 * ends in .json is the path of a file, relative to the file that names it. Names are spelled like
 * types: "dgx-h100" as a Server is DgxH100Server, too.
 *
 * @param value value of a scenario
 * @param role suffix of the class names; also the kind of preset
 * @param base base class of the types
 * @return the preset; empty if the value names none
 * @throw InputError with the existing names if the name is unknown and there are presets of this
 *         kind
 */
std::optional<ScenarioPreset> ExpandPreset(ScenarioValue& value,
                                           const std::string& role,
                                           TypeId base);

/**
 * @param value value of a scenario
 * @return presets named in it and in all values below it
 */
std::vector<ScenarioPresetInUse> FindPresets(const ScenarioValue& value);

/**
 * Lays one value over another. Two objects are merged; where both have a member, that of the upper
 * object counts; if the upper object names another type, it replaces the whole lower object. A type
 * name stands for an object with that type. Any other value replaces the lower one.
 *
 * @param lower lower value; gets the result
 * @param upper upper value
 * @param role suffix of the class names
 */
void Merge(ScenarioValue& lower, const ScenarioValue& upper, const std::string& role);

/**
 * Writes presets with their sources.
 *
 * @param out stream to write to
 * @param kind kind of presets, such as "model" or "models"; empty: all kinds
 * @throw InputError if there is no such kind
 */
void WritePresets(std::ostream& out, const std::string& kind);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_PRESET_H
