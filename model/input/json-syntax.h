// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JSON_SYNTAX_H
#define AI_FABRIC_JSON_SYNTAX_H

#include <cstddef>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup ai-fabric-input
 * What a JSON text has open where it goes wrong.
 */
enum class JsonPlace
{
    ROOT,   //!< nothing
    LIST,   //!< a list
    OBJECT, //!< an object, between two members
    MEMBER  //!< an object and a member of it whose key is there
};

/**
 * @ingroup ai-fabric-input
 * @param text JSON up to the mistake
 * @param offset of the byte that a parser does not take
 * @param place what is open there
 * @return what is there and what was expected, such as "is '}'; expected a key in double quotes"
 */
std::string DescribeSyntaxError(std::string_view text, std::size_t offset, JsonPlace place);

} // namespace ns3

#endif // AI_FABRIC_JSON_SYNTAX_H
