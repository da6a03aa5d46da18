// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "csv-text.h"

#include <charconv>

namespace ns3
{

void
AppendInteger(std::string& text, uint64_t number)
{
    char digits[20]; // 2^64 has as many
    const auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
    text.append(digits, end);
}

void
AppendNs(std::string& text, int64_t ps)
{
    AppendInteger(text, static_cast<uint64_t>(ps / 1000));
    const auto rest = static_cast<uint32_t>(ps % 1000);
    const char decimals[] = {'.',
                             static_cast<char>('0' + rest / 100),
                             static_cast<char>('0' + rest / 10 % 10),
                             static_cast<char>('0' + rest % 10)};
    text.append(decimals, sizeof(decimals));
}

void
AppendDecimal(std::string& text, double value, int decimals)
{
    char digits[400]; // the largest double has 309 before the point
    const auto end =
        std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::fixed, decimals)
            .ptr;
    text.append(digits, end);
}

void
WriteBlock(std::ostream& out, std::string& rows)
{
    constexpr size_t BLOCK_BYTES = 1 << 16;
    if (rows.size() > BLOCK_BYTES)
    {
        out << rows;
        rows.clear();
    }
}

std::string
FormatNs(int64_t ps)
{
    std::string text;
    AppendNs(text, ps);
    return text;
}

std::string
FormatDecimal(double value, int decimals)
{
    std::string text;
    AppendDecimal(text, value, decimals);
    return text;
}

std::string
Quote(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text)
    {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

std::vector<std::vector<std::string>>
ParseCsv(const std::string& text)
{
    std::vector<std::vector<std::string>> rows;
    bool quoted = false;
    bool begun = false; // within a row
    for (size_t i = 0; i < text.size(); ++i)
    {
        const char c = text[i];
        if (!begun)
        {
            rows.emplace_back(1);
            begun = true;
        }
        auto& field = rows.back().back();
        if (c == '"')
        {
            const bool escaped = quoted && i + 1 < text.size() && text[i + 1] == '"';
            quoted = quoted == escaped;
            field += escaped ? "\"" : "";
            i += escaped ? 1 : 0;
        }
        else if (quoted || (c != ',' && c != '\n'))
        {
            field += c;
        }
        else if (c == ',')
        {
            rows.back().emplace_back();
        }
        else
        {
            begun = false;
        }
    }
    return rows;
}

} // namespace ns3
