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
 * A preset: known values of one kind of thing ("fabric", "gpu", "model", "server"), with the source
 * of each value. It is a file NAME.json in the folder examples/presets/KINDs, or a file of the
 * user:
 *
 *     {"about": one line,
 *      "rate": of a fabric: of the hosts' links that its values are for,
 *      "source": {path in the thing: where that value and all below it come from, ...},
 *      KIND: the thing as in a scenario}
 */
struct PresetFile
{
    std::string path;                //!< path of the file
    std::string name;                //!< file name without .json
    std::string about;               //!< one line for users
    JsonValue source;                //!< object of strings
    std::optional<JsonValue> rate;   //!< fabric: rate for which the values hold, if given
    std::optional<JsonValue> server; //!< topology: server of the hosts, if given
    JsonValue thing;                 //!< object

    /**
     * @param path path of the file
     * @param kind kind of its contents
     * @return the preset
     * @throw InputError with file, line and key if it cannot be read or is not a preset of that
     * kind
     */
    static PresetFile Read(const std::string& path, const std::string& kind);
};

/**
 * @ingroup ai-fabric-input
 * @return sorted kinds of things with presets: "fabric", "gpu" ...
 */
std::vector<std::string> GetPresetKinds();

/**
 * @ingroup ai-fabric-input
 * @param kind kind such as "gpu" or "topology"
 * @return plural of the kind, which is also the name of their folder: "gpus", "topologies"
 */
std::string GetPresetFolderName(const std::string& kind);

/**
 * @ingroup ai-fabric-input
 * @param kind kind such as "gpu"
 * @return sorted names of the kind's presets that come with ai-fabric
 */
std::vector<std::string> GetPresetNames(const std::string& kind);

/**
 * @ingroup ai-fabric-input
 * @param kind kind such as "gpu"
 * @param name one of GetPresetNames()
 * @return path of its file
 */
std::string GetPresetPath(const std::string& kind, const std::string& name);

/**
 * @ingroup ai-fabric-input
 * @param name name or path
 * @return true for the path of a preset: it ends in .json
 */
bool IsPresetPath(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_PRESET_FILE_H
