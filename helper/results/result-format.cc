// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-format.h"

#include "ns3/csv-text.h"

#include <cmath>
#include <vector>

namespace ns3
{

namespace
{

/** @return a number scaled by a unit of the list */
NumberText
Scale(double value, double like, double step, const std::vector<std::string>& units)
{
    size_t i = 0;
    for (; i + 1 < units.size() && like >= step; ++i)
    {
        value /= step;
        like /= step;
    }
    return {FormatDecimal(value,
                          value >= 100 || value == 0 ? 0
                          : value >= 10              ? 1
                                                     : 2),
            " " + units[i]};
}

} // namespace

FileForm
GetFileForm(ResultFormat format)
{
    switch (format)
    {
    case ResultFormat::TIME:
        return {"ns", 1000};
    case ResultFormat::BYTES:
        return {"bytes"};
    case ResultFormat::BANDWIDTH:
        return {"GB/s", 1e9, 4};
    case ResultFormat::GOODPUT:
        return {"Gbit/s", 1e9, 6};
    case ResultFormat::BIT_RATE:
        return {"bit/s"};
    case ResultFormat::PERCENT:
        return {"%", 1, 3};
    case ResultFormat::RATIO:
        return {"1", 1, 6};
    case ResultFormat::RATE:
        return {"/s", 1, 3};
    case ResultFormat::SECONDS:
        return {"s", 1, 3};
    case ResultFormat::TEXT:
    case ResultFormat::COUNT:
    case ResultFormat::FIGURE:
        break;
    }
    return {""};
}

std::string
FormatCount(uint64_t count)
{
    std::string text = std::to_string(count);
    for (size_t i = text.size(); i > 3; i -= 3)
    {
        text.insert(i - 3, 1, ' ');
    }
    return text;
}

NumberText
FormatNumber(ResultFormat format, double number, double like)
{
    switch (format)
    {
    case ResultFormat::TIME:
        return Scale(number / 1e6, like / 1e6, 1000, {"us", "ms", "s"});
    case ResultFormat::BYTES:
        return Scale(number, like, 1000, {"B", "kB", "MB", "GB", "TB"});
    case ResultFormat::COUNT:
        return {FormatCount(static_cast<uint64_t>(number)), ""};
    case ResultFormat::BANDWIDTH:
        return {FormatDecimal(number / 1e9, 2), " GB/s"};
    case ResultFormat::GOODPUT:
    case ResultFormat::BIT_RATE:
        return {FormatDecimal(number / 1e9, 3), " Gb/s"};
    case ResultFormat::PERCENT:
        return {FormatDecimal(number, 1), " %"};
    case ResultFormat::RATIO:
        return {FormatDecimal(number, 2), ""};
    case ResultFormat::RATE:
        return {FormatDecimal(number, number < 100 ? 2 : 0), " /s"};
    case ResultFormat::SECONDS:
        return {FormatDecimal(number, 2), " s"};
    case ResultFormat::TEXT:
    case ResultFormat::FIGURE:
        break;
    }
    const double size = std::abs(number);
    const int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
    return {FormatDecimal(number, decimals), ""};
}

} // namespace ns3
