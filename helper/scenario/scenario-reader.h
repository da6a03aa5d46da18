// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_READER_H
#define AI_FABRIC_SCENARIO_READER_H

#include "scenario-value.h"

#include <memory>
#include <string>

namespace ns3
{

/** Largest scenario file in bytes; larger files are refused unread. */
constexpr uint64_t MAX_SCENARIO_BYTES = 64'000'000;

/**
 * @param value value of a JSON file
 * @param path path of the value in the scenario
 * @param source name of the file
 * @return the value with that place, and all values below it with theirs
 */
ScenarioValue PlaceValue(JsonValue value,
                         const std::string& path,
                         std::shared_ptr<const std::string> source);

/**
 * Reads a JSON file; comments of both C++ kinds are allowed.
 *
 * @param path path of the file
 * @return its top-level object
 * @throw InputError with file and line if the file cannot be read, is too large, is not a JSON
 *         object, or names a key twice
 */
ScenarioValue ReadScenario(const std::string& path);

/** @param text text of an option @return the text as JSON; as a string if it is not JSON */
ScenarioValue ReadOptionValue(const std::string& text);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_READER_H
