// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "csv-text.h"

#include <cinttypes>
#include <cstdio>

namespace ns3
{

std::string
FormatNs(int64_t ps)
{
    char text[40];
    std::snprintf(text, sizeof(text), "%" PRId64 ".%03" PRId64, ps / 1000, ps % 1000);
    return text;
}

std::string
FormatDecimal(double value, int decimals)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%.*f", decimals, value);
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

} // namespace ns3
