// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JSON_READER_H
#define AI_FABRIC_JSON_READER_H

#include <cstdint>
#include <functional>
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
    /** What JSON distinguishes. */
    enum class Kind : uint8_t
    {
        EMPTY,
        BOOLEAN,
        NUMBER,
        STRING,
        LIST,
        OBJECT
    };

    Kind kind{Kind::EMPTY};          //!< what it is
    uint64_t line{0};                //!< counted from that of the text
    std::string key;                 //!< name in the object that holds it, or index in the list
    std::string text;                //!< scalars: as written, strings without quotes
    std::vector<JsonValue> children; //!< of lists and objects, in the order written

    /** @param name exact key @return the member, or null */
    const JsonValue* Find(std::string_view name) const;
};

/**
 * @ingroup ai-fabric-input
 * How ParseJson() reads.
 */
struct JsonOptions
{
    uint64_t firstLine{1}; //!< number of the first line; 0: lines are not counted, all are 0

    /**
     * Takes each element of a list that is a member of the root object, if set, so that a long list
     * is never in memory as a whole: called with the key of the list and the element. What it
     * returns true for is left out of the result.
     */
    std::function<bool(const std::string& list, const JsonValue& element)> takeElement;
};

/**
 * @ingroup ai-fabric-input
 * Reads JSON (RFC 8259), and comments of both C++ kinds.
 *
 * @param source file, for errors
 * @param text what it holds
 * @param options how to read
 * @return the root
 * @throw InputError with source, line and path of keys if the text is no JSON, nests more than 32
 *        deep, names a key twice or goes on behind the root; or if the library is not built in
 */
JsonValue ParseJson(const std::string& source,
                    const std::string& text,
                    const JsonOptions& options = {});

/**
 * @ingroup ai-fabric-input
 * @param text any
 * @return it in quotes, as JSON writes it
 */
std::string QuoteJson(std::string_view text);

} // namespace ns3

#endif // AI_FABRIC_JSON_READER_H
