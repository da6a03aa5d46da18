// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_READER_H
#define AI_FABRIC_SCENARIO_READER_H

#include "scenario-value.h"
#include "sweep-run.h"

#include <memory>
#include <string>

namespace ns3
{

/** Larger files are refused unread. */
constexpr uint64_t MAX_SCENARIO_BYTES = 64'000'000;

/**
 * @param value of a JSON file
 * @param path where it is in the scenario
 * @param source the file
 * @return it with that place, and all below it with theirs
 */
ScenarioValue PlaceValue(JsonValue value,
                         const std::string& path,
                         std::shared_ptr<const std::string> source);

/**
 * Reads a JSON file; comments of both C++ kinds are allowed.
 *
 * @param path the file
 * @return its top-level object
 * @throw InputError with file and line if it cannot be read, is too large, is no JSON object, or
 *        names a key twice
 */
ScenarioValue ReadScenario(const std::string& path);

/** @param text of an option @return it as JSON, and as a string if it is none */
ScenarioValue ReadOptionValue(const std::string& text);

/**
 * Replaces or adds one value. Objects on the way that do not exist are made; a type name on the way
 * becomes an object of that type; list elements have to exist. A fabric, workload, failure or
 * background that stands in the place of a list is its element 0.
 *
 * @param root the scenario
 * @param swept path, without empty parts, and value
 * @throw InputError if the path leads nowhere
 */
void SetValue(ScenarioValue& root, const SweptValue& swept);

/**
 * Replaces or adds one value as SetValue() does, such as "fabric.0.congestionControl.type=none".
 *
 * @param root the scenario
 * @param assignment path and value, which is read by ReadOptionValue()
 * @throw InputError if the path leads nowhere
 */
void ApplyOverride(ScenarioValue& root, const std::string& assignment);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_READER_H
