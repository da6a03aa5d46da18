// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PRESET_FILE_H
#define AI_FABRIC_PRESET_FILE_H

#include "json-reader.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * A preset: known values of one kind of thing ("fabric", "gpu", "model", "server"), with the place
 * of each. It is a file NAME.json of the folder examples/presets/KINDs, or one of the user's own:
 *
 *     {"about": one line,
 *      "rate": of a fabric: of the hosts' links that its values are for,
 *      "source": {path in the thing: where that value and all below it come from, ...},
 *      KIND: the thing as in a scenario}
 */
struct PresetFile
{
    std::string path;                //!< of the file
    std::string name;                //!< of the file, without .json
    std::string about;               //!< one line for people
    JsonValue source;                //!< an object of strings
    std::optional<JsonValue> rate;   //!< of a fabric, if it says one
    std::optional<JsonValue> server; //!< what the hosts of a topology are in, if it says so
    JsonValue thing;                 //!< an object

    /**
     * @param path the file
     * @param kind of what is in it
     * @return it
     * @throw InputError with file, line and key if it cannot be read or is no preset of that kind
     */
    static PresetFile Read(const std::string& path, const std::string& kind);
};

/**
 * @ingroup ai-fabric-input
 * @return the kinds of things that there are presets of, sorted: "fabric", "gpu" ...
 */
std::vector<std::string> GetPresetKinds();

/**
 * @ingroup ai-fabric-input
 * @param kind such as "gpu" or "topology"
 * @return more than one of it, which is also the name of their folder: "gpus", "topologies"
 */
std::string GetPresetFolderName(const std::string& kind);

/**
 * @ingroup ai-fabric-input
 * @param kind such as "gpu"
 * @return the names of the presets of it that come with ai-fabric, sorted
 */
std::vector<std::string> GetPresetNames(const std::string& kind);

/**
 * @ingroup ai-fabric-input
 * @param kind such as "gpu"
 * @param name one of GetPresetNames()
 * @return its file
 */
std::string GetPresetPath(const std::string& kind, const std::string& name);

/**
 * @ingroup ai-fabric-input
 * @param name any
 * @return whether it is the path of a preset: ends in .json
 */
bool IsPresetPath(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_PRESET_FILE_H
