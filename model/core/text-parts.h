// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TEXT_PARTS_H
#define AI_FABRIC_TEXT_PARTS_H

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @param text text
 * @param blanks characters that count as blank; by default those of C
 * @return text without blanks at both ends
 */
inline std::string_view
Trim(std::string_view text, std::string_view blanks = " \t\n\v\f\r")
{
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/**
 * @ingroup ai-fabric-core
 * @param text text
 * @param separator character between the parts
 * @return parts, including blanks; an empty text has no parts, and a last separator adds no part
 */
inline std::vector<std::string>
SplitParts(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
    {
        parts.push_back(part);
    }
    return parts;
}

} // namespace ns3

#endif // AI_FABRIC_TEXT_PARTS_H
