// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-column.h"

#include <cstdio>

namespace ns3
{

void
ResultCell::Write(RowWriter& out, ResultFormat format) const
{
    if (const auto* whole = std::get_if<uint64_t>(&m_value))
    {
        format == ResultFormat::TIME ? out.AddNs(static_cast<int64_t>(*whole))
                                     : out.AddInteger(*whole);
    }
    else if (const auto* fraction = std::get_if<double>(&m_value))
    {
        if (format == ResultFormat::FIGURE)
        {
            char text[40];
            std::snprintf(text, sizeof(text), "%.9g", *fraction);
            out.Add(text);
            return;
        }
        const auto form = GetFileForm(format);
        out.AddDecimal(*fraction / form.size, form.decimals);
    }
    else if (const auto* text = std::get_if<std::string_view>(&m_value))
    {
        out.AddField(*text);
    }
    else if (const auto* own = std::get_if<std::string>(&m_value))
    {
        out.AddField(*own);
    }
}

std::optional<double>
ResultCell::GetNumber() const
{
    if (const auto* whole = std::get_if<uint64_t>(&m_value))
    {
        return static_cast<double>(*whole);
    }
    const auto* fraction = std::get_if<double>(&m_value);
    return fraction ? std::optional<double>(*fraction) : std::nullopt;
}

} // namespace ns3
