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
 * The innermost open element of a JSON text at an error.
 */
enum class JsonPlace
{
    ROOT,   //!< none
    LIST,   //!< a list
    OBJECT, //!< an object, between two members
    MEMBER  //!< an object and a member whose key has been read
};

/**
 * @ingroup ai-fabric-input
 * @param text JSON text up to the error
 * @param offset offset of the byte that the parser refused
 * @param place innermost open element there
 * @return description of the error and the expectation, such as "is '}'; expected a key in double
 * quotes"
 */
std::string DescribeSyntaxError(std::string_view text, std::size_t offset, JsonPlace place);

} // namespace ns3

#endif // AI_FABRIC_JSON_SYNTAX_H
