// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JSON_READER_H
#define AI_FABRIC_JSON_READER_H

#include "json-value.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ns3
{

/** @ingroup ai-fabric-input @return true if the library for ParseJson() is built in */
bool HasJson();

/**
 * @ingroup ai-fabric-input
 * Options of ParseJson().
 */
struct JsonOptions
{
    uint64_t firstLine{1}; //!< number of the first line; 0: lines are not counted, all are 0

    /**
     * If set, it is called for each element of a list that is a member of the root object, with the
     * key of the list and the element, so that a long list is never completely in memory. Elements
     * for which it returns true are left out of the result.
     */
    std::function<bool(const std::string& list, const JsonValue& element)> takeElement;
};

/**
 * @ingroup ai-fabric-input
 * Reads JSON (RFC 8259), and comments of both C++ kinds.
 *
 * @param source file name, for error messages
 * @param text contents of the file
 * @param options options of the reader
 * @return root of the text
 * @throw InputError with source, line and path of keys if the text is not JSON, nests deeper than
 * 32, has a key twice or continues behind the root; or if the library is not built in
 */
JsonValue ParseJson(const std::string& source,
                    const std::string& text,
                    const JsonOptions& options = {});

/**
 * @ingroup ai-fabric-input
 * @param text text
 * @return text in quotes, in JSON notation
 */
std::string QuoteJson(std::string_view text);

} // namespace ns3

#endif // AI_FABRIC_JSON_READER_H
