// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "json-syntax.h"

#include "ns3/parse-number.h"

#include <algorithm>
#include <cctype>

namespace ns3
{

namespace
{

const char* const KEY = "a key in double quotes";
const char* const VALUE = "a number, true, false, null, a string in double quotes, [ or {";

/** Contents of a text before an error. */
struct Before
{
    char last{'\0'};       //!< last character outside of blanks and comments; 0: none
    bool isInText{false};  //!< inside double quotes
    std::size_t opened{0}; //!< offset of the last opening quotation mark
};

/** @return contents before an offset */
Before
LookBefore(std::string_view text, std::size_t offset)
{
    Before before;
    for (std::size_t i = 0; i < offset; ++i)
    {
        const char c = text[i];
        if (before.isInText)
        {
            before.isInText = c != '"';
            i += c == '\\' ? 1 : 0;
        }
        else if (c == '/' && i + 1 < offset && (text[i + 1] == '/' || text[i + 1] == '*'))
        {
            const bool isLine = text[i + 1] == '/';
            const std::size_t end = text.find(isLine ? "\n" : "*/", i + 2);
            i = std::min(end, offset) + (isLine ? 0 : 1);
        }
        else if (!std::isspace(static_cast<unsigned char>(c)))
        {
            before.last = c;
            before.isInText = c == '"';
            before.opened = before.isInText ? i : before.opened;
        }
    }
    return before;
}

/** @return letters and digits around an offset */
std::string_view
TakeWord(std::string_view text, std::size_t offset)
{
    const auto isOfWord = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '+' || c == '-' ||
               c == '_';
    };
    std::size_t begin = offset;
    while (begin > 0 && isOfWord(text[begin - 1]))
    {
        --begin;
    }
    std::size_t end = offset;
    while (end < text.size() && isOfWord(text[end]))
    {
        ++end;
    }
    return text.substr(begin, end - begin);
}

bool
IsValue(std::string_view word)
{
    return word == "true" || word == "false" || word == "null" ||
           (word.front() != '0' && ParseNumber<double>(word));
}

/** @return description of the refused text */
std::string
DescribeFound(std::string_view text, std::size_t offset)
{
    if (offset >= text.size() || text[offset] == '\n' || text[offset] == '\r')
    {
        return "the line ends";
    }
    const char c = text[offset];
    return c == '\''             ? "is a single quote"
           : c > ' ' && c <= '~' ? std::string("is '") + c + "'"
                                 : "is a character that JSON does not allow here";
}

/** @return description of the allowed text */
std::string
DescribeExpected(char last, char found, JsonPlace place)
{
    if (place == JsonPlace::MEMBER)
    {
        return last == ':' ? VALUE : "':' between the key and its value";
    }
    if (place == JsonPlace::ROOT)
    {
        return VALUE;
    }
    const bool isList = place == JsonPlace::LIST;
    const std::string one = isList ? VALUE : KEY;
    const std::string end = isList ? "]" : "}";
    if (last == (isList ? '[' : '{'))
    {
        return one + " or " + end;
    }
    return last != ','            ? "',' or '" + end + "'"
           : found == end.front() ? one + ", or no comma before " + end
                                  : one;
}

} // namespace

std::string
DescribeSyntaxError(std::string_view text, std::size_t offset, JsonPlace place)
{
    offset = std::min(offset, text.size());
    const Before before = LookBefore(text, offset);
    const char found = offset < text.size() ? text[offset] : '\n';
    if (before.isInText)
    {
        return found == '\n' || found == '\r'
                   ? "a string in double quotes does not end in its line; expected '\"'"
                   : "is not allowed in a string in double quotes; expected \\\", \\\\, \\/, \\b, "
                     "\\f, \\n, \\r, \\t or \\u and four hexadecimal digits after a backslash";
    }
    const auto word = TakeWord(text, offset);
    const bool isKey = place == JsonPlace::OBJECT; // a value is not expected there
    if (!isKey && !word.empty() && !IsValue(word))
    {
        return "'" + std::string(word.substr(0, 40)) + "' is not a value; expected " + VALUE;
    }
    return DescribeFound(text, offset) + "; expected " +
           DescribeExpected(before.last, found, place);
}

} // namespace ns3
