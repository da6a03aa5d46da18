// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "attribute-text.h"

#include "parse-number.h"
#include "text-parts.h"

#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ns3
{

namespace
{

/** @return true if ns-3 reads the text as a number, which may begin with a plus sign */
template <typename Number>
bool
IsNumber(std::string_view text)
{
    text.remove_prefix(!text.empty() && text.front() == '+' ? 1 : 0);
    return ParseNumber<Number>(text).has_value();
}

/** @return true if ns-3 reads the text as a time */
bool
IsTime(const std::string& text)
{
    constexpr std::array<const char*, 11>
        UNITS{"", "s", "ms", "us", "ns", "ps", "fs", "min", "h", "d", "y"};
    const std::size_t end = std::min(text.find_first_not_of("+-0123456789.eE"), text.size());
    return IsNumber<double>(text.substr(0, end)) &&
           std::count(UNITS.begin(), UNITS.end(), text.substr(end)) > 0;
}

/** @return true if ns-3's conversion to this type of values does not end the program */
bool
IsReadable(const std::string& text,
           const std::string& type,
           const TypeId::AttributeInformation& info)
{
    if (type == "DoubleValue")
    {
        return IsNumber<double>(text);
    }
    if (type == "UintegerValue")
    {
        return IsNumber<uint64_t>(text);
    }
    if (type == "IntegerValue")
    {
        return IsNumber<int64_t>(text);
    }
    if (type == "TimeValue")
    {
        return IsTime(text);
    }
    if (type == "DataRateValue")
    {
        return !text.empty() && text.find_first_of(" \t") == std::string::npos;
    }
    if (type.rfind("EnumValue", 0) == 0)
    {
        const auto names = SplitParts(DescribeRange(info), '|');
        return std::count(names.begin(), names.end(), text) > 0;
    }
    return true;
}

} // namespace

std::string
GetValueType(const TypeId::AttributeInformation& info)
{
    const std::string type = info.checker->GetValueTypeName();
    const std::string space = "ns3::";
    return type.rfind(space, 0) == 0 ? type.substr(space.size()) : type;
}

std::string
DescribeRange(const TypeId::AttributeInformation& info)
{
    return info.checker->HasUnderlyingTypeInformation()
               ? info.checker->GetUnderlyingTypeInformation()
               : "";
}

std::string
DescribeValue(const TypeId::AttributeInformation& info)
{
    const std::string type = GetValueType(info);
    const std::string range = DescribeRange(info);
    const std::string within = range.empty() ? "" : " (" + range + ")";
    if (type == "DataRateValue")
    {
        return "a rate with a unit, such as \"100Gbps\"";
    }
    if (type == "TimeValue")
    {
        return "a time with a unit, such as \"10us\"" + within;
    }
    if (type == "UintegerValue" || type == "IntegerValue")
    {
        return "a whole number" + within;
    }
    if (type == "DoubleValue")
    {
        return "a number" + within;
    }
    if (type == "BooleanValue")
    {
        return "true or false";
    }
    if (type.rfind("EnumValue", 0) == 0)
    {
        return "one of " + range;
    }
    return type == "StringValue" ? "a string" : type + within;
}

Ptr<AttributeValue>
ReadValue(const std::string& text, const TypeId::AttributeInformation& info)
{
    return IsReadable(text, GetValueType(info), info)
               ? info.checker->CreateValidValue(StringValue(text))
               : nullptr;
}

} // namespace ns3
