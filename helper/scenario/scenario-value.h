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
    using Kind = JsonValue::Kind; //!< what JSON distinguishes

    Kind kind{Kind::EMPTY};                    //!< what it is
    uint64_t line{0};                          //!< counted from 1; 0 if it has none
    std::shared_ptr<const std::string> source; //!< file, or "command line"
    std::string path;                          //!< such as "fabric.0.flowControl"
    std::string key;                           //!< name in the object that holds it
    std::string text;                          //!< scalars: as written, strings without quotes
    std::vector<ScenarioValue> children;       //!< of lists and objects, in the order written

    /** @param name exact key @return the member, or null */
    const ScenarioValue* Find(std::string_view name) const;

    /** Throws InputError about this value. @param problem what is wrong and what is allowed */
    [[noreturn]] void Fail(const std::string& problem) const;

    /** @return what it is, in words, for messages: "a number", "a list" */
    const char* Describe() const;

    /**
     * Throws unless it is of that kind.
     *
     * @param expected the kind
     * @param what in words
     */
    void Expect(Kind expected, const std::string& what) const;

    /**
     * Gives it and all below it another place in the scenario.
     *
     * @param newPath its path
     * @param newKey its key
     */
    void MoveTo(const std::string& newPath, const std::string& newKey);

    /** @param value the string @param like where source, line, path and key come from */
    static ScenarioValue MakeString(const std::string& value, const ScenarioValue& like);
};

/**
 * @param path of an object, may be empty
 * @param key in it
 * @return the path of the member
 */
std::string JoinPath(const std::string& path, const std::string& key);

/** @param value any @return it in one line of JSON, a string without its quotes */
std::string FormatValue(const ScenarioValue& value);

} // namespace ns3

#endif // AI_FABRIC_SCENARIO_VALUE_H
