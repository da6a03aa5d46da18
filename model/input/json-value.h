// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JSON_VALUE_H
#define AI_FABRIC_JSON_VALUE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * A value of a JSON text, with the line where it begins.
 */
struct JsonValue
{
    /** Kinds of JSON values. */
    enum class Kind : uint8_t
    {
        EMPTY,
        BOOLEAN,
        NUMBER,
        STRING,
        LIST,
        OBJECT
    };

    Kind kind{Kind::EMPTY};          //!< kind of the value
    uint64_t line{0};                //!< line number, counted from that of the text
    std::string key;                 //!< name in its object, or index in its list
    std::string text;                //!< scalars: text as written, strings without quotes
    std::vector<JsonValue> children; //!< members of lists and objects, in the order of the text

    /**
     * @param name exact key
     * @return member, or null
     */
    const JsonValue* Find(std::string_view name) const;
};

/**
 * @ingroup ai-fabric-input
 * @param kind kind of a value
 * @return its name with an article, for messages: "a list"
 */
const char* DescribeKind(JsonValue::Kind kind);

} // namespace ns3

#endif // AI_FABRIC_JSON_VALUE_H
