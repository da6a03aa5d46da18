// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCENARIO_VALUE_H
#define AI_FABRIC_SCENARIO_VALUE_H

#include "ns3/json-reader.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/** A value of a scenario, with the place where the user wrote it. */
struct ScenarioValue
{
    using Kind = JsonValue::Kind; //!< kinds of JSON values

    Kind kind{Kind::EMPTY};                    //!< kind of the value
    uint64_t line{0};                          //!< line number, from 1; 0: none
    std::shared_ptr<const std::string> source; //!< file, or "command line"
    std::string path;                          //!< path such as "fabric.0.flowControl"
    std::string key;                           //!< key in the object that holds it
    std::string text;                          //!< scalars: as written, strings without quotes
    std::vector<ScenarioValue> children;       //!< elements of a list or members of an object, in
                                               //!< the order written

    /** @param name exact key @return the member; null if there is none */
    const ScenarioValue* Find(std::string_view name) const;

    /** Throws InputError about this value. @param problem error and allowed values */
    [[noreturn]] void Fail(const std::string& problem) const;

    /** @return kind of the value in words, for messages: "a number", "a list" */
    const char* Describe() const;

    /**
     * Throws InputError unless the value is of a given kind.
     *
     * @param expected expected kind
     * @param what description of the expected value
     */
    void Expect(Kind expected, const std::string& what) const;

    /**
     * Moves the value and all values below it to another place in the scenario.
     *
     * @param newPath new path
     * @param newKey new key
     */
    void MoveTo(const std::string& newPath, const std::string& newKey);

    /** @param value text of the string @param like value that gives source, line, path and key */
    static ScenarioValue MakeString(const std::string& value, const ScenarioValue& like);
};

/**
 * @param path path of an object; may be empty
 * @param key key of a member
 * @return path of the member
 */
std::string JoinPath(const std::string& path, const std::string& key);

/** @param value any value @return the value in one line of JSON; a string without its quotes */
std::string FormatValue(const ScenarioValue& value);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_VALUE_H
