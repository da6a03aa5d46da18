// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "size-list.h"

#include "ns3/parse-number.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

std::vector<std::string>
SplitList(const std::string& text, char separator)
{
    std::vector<std::string> items;
    std::istringstream in(text);
    for (std::string item; std::getline(in, item, separator);)
    {
        items.push_back(item);
    }
    if (!text.empty() && text.back() == separator)
    {
        items.emplace_back();
    }
    return items;
}

std::optional<std::vector<uint32_t>>
ParseSizes(const std::string& text, uint32_t least)
{
    constexpr uint32_t MOST = 65536;
    std::vector<uint32_t> sizes;
    for (const auto& item : SplitList(text, 'x'))
    {
        const auto size = ParseNumber<uint32_t>(item, least, MOST);
        if (!size)
        {
            return {};
        }
        sizes.push_back(*size);
    }
    return sizes.empty() ? std::nullopt : std::optional(sizes);
}

std::vector<uint32_t>
GetPlace(uint64_t index, const std::vector<uint32_t>& sizes)
{
    std::vector<uint32_t> place(sizes.size());
    for (size_t dimension = sizes.size(); dimension-- > 0; index /= sizes[dimension])
    {
        place[dimension] = static_cast<uint32_t>(index % sizes[dimension]);
    }
    return place;
}

uint64_t
CountPoints(const std::vector<uint32_t>& sizes)
{
    double product = 1;
    for (const uint32_t size : sizes)
    {
        product *= size;
    }
    // Products too large for 64 bits also exceed the limit.
    return static_cast<uint64_t>(std::min(product, 1e12));
}

std::string
NamePlace(const std::vector<uint32_t>& place)
{
    std::string name;
    for (const uint32_t coordinate : place)
    {
        name += (name.empty() ? "" : "-") + std::to_string(coordinate);
    }
    return name;
}

} // namespace ns3
