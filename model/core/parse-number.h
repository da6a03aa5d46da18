// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PARSE_NUMBER_H
#define AI_FABRIC_PARSE_NUMBER_H

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * @param text text
 * @param min smallest allowed number
 * @param max largest allowed number
 * @return decimal number of the complete text; nothing if the text is not a number in this range
 */
template <typename Number>
std::optional<Number>
ParseNumber(std::string_view text,
            Number min = std::numeric_limits<Number>::lowest(),
            Number max = std::numeric_limits<Number>::max())
{
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const bool whole = error == std::errc() && rest == end;
    return whole && number >= min && number <= max ? std::optional<Number>(number) : std::nullopt;
}

} // namespace ns3

#endif // AI_FABRIC_PARSE_NUMBER_H
