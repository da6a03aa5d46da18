// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "attribute-parser.h"

#include "type-names.h"

#include "ns3/attribute-text.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/file-checker.h"
#include "ns3/infini-band-rate.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/parse-number.h"
#include "ns3/preset-file.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

const char* const RATE = "a rate with a unit, such as \"100Gbps\", or one of InfiniBand, such as "
                         "\"NDR\" or \"HDR 2x\"";
const char* const TIME = "a time with a unit, such as \"10us\"";
const char* const SIZE = "a whole number of bytes, or one with a unit, such as \"64MB\" (10^6) or "
                         "\"64MiB\" (2^20)";

/** A number and its unit. */
struct Quantity
{
    double number;
    std::string unit; //!< text behind the number
};

std::optional<Quantity>
ParseQuantity(const std::string& text)
{
    const char* begin = text.data();
    const char* const end = begin + text.size();
    if (begin != end && *begin == '+')
    {
        ++begin;
    }
    Quantity quantity;
    const auto [rest, error] = std::from_chars(begin, end, quantity.number);
    if (error != std::errc() || !std::isfinite(quantity.number))
    {
        return {};
    }
    quantity.unit.assign(rest, end);
    while (!quantity.unit.empty() && quantity.unit.front() == ' ')
    {
        quantity.unit.erase(0, 1);
    }
    return quantity;
}

/** @return factor of a prefix: 10^3, 2^10 and so on; empty if the text is not a prefix */
std::optional<double>
PrefixScale(const std::string& prefix)
{
    if (prefix.empty())
    {
        return 1.0;
    }
    const size_t power = std::string("KMGT").find(prefix[0] == 'k' ? 'K' : prefix[0]);
    if (power == std::string::npos || prefix.size() > 2 || (prefix.size() == 2 && prefix[1] != 'i'))
    {
        return {};
    }
    return std::pow(prefix.size() == 2 ? 1024.0 : 1000.0, 1.0 + static_cast<double>(power));
}

/** @return prefix in front of a given unit; empty if the text does not end with the unit */
std::optional<std::string>
TakePrefix(const std::string& unit, const std::string& ending)
{
    if (unit.size() < ending.size() ||
        unit.compare(unit.size() - ending.size(), ending.size(), ending) != 0)
    {
        return {};
    }
    return unit.substr(0, unit.size() - ending.size());
}

[[noreturn]] void
FailToParse(const ScenarioValue& value, const std::string& expected)
{
    const bool scalar = value.kind == Kind::NUMBER || value.kind == Kind::STRING;
    const std::string what = value.kind == Kind::STRING ? '"' + value.text + '"' : value.text;
    value.Fail("is " + (scalar ? what : value.Describe()) + "; expected " + expected);
}

/** @return true if the attribute counts bytes, so that "64MB" makes sense */
bool
CountsBytes(const TypeId::AttributeInformation& info)
{
    return info.name.find("Byte") != std::string::npos;
}

/** Makes paths of files absolute: they are relative to the scenario that names them. */
std::string
ResolveFile(const ScenarioValue& value, const TypeId::AttributeInformation& info)
{
    const std::filesystem::path file(value.text);
    if (!NamesFile(info, value.text) || file.is_absolute() || value.line == 0)
    {
        return value.text;
    }
    return (std::filesystem::path(*value.source).parent_path() / file).string();
}

/** @return members of an object, with sizes in bytes and rates in bit/s, as key=value:... */
std::string
ParseRow(const ScenarioValue& row)
{
    std::string text;
    for (const auto& member : row.children)
    {
        if (member.kind != Kind::STRING && member.kind != Kind::NUMBER)
        {
            FailToParse(member, "a string or a number");
        }
        const std::string said = member.key == "rate" ? std::to_string(ParseRatebps(member)) + "bps"
                                 : member.key == "bytes" || TakePrefix(member.key, "Bytes")
                                     ? std::to_string(ParseUnsigned(member, true))
                                     : member.text;
        text += (text.empty() ? "" : ":") + member.key + "=" + said;
    }
    return text;
}

/**
 * Joins the items of a list with commas: scalars, or objects as rows of a table.
 *
 * @param help help of the attribute, which names the allowed values
 */
std::string
ParseText(const ScenarioValue& value, const std::string& help)
{
    if (value.kind == Kind::STRING || value.kind == Kind::NUMBER)
    {
        return value.text;
    }
    value.Expect(Kind::LIST, "a string or a list: " + help);
    std::string text;
    for (const auto& child : value.children)
    {
        const bool isRow = child.kind == Kind::OBJECT;
        if (!isRow && child.kind != Kind::STRING && child.kind != Kind::NUMBER)
        {
            FailToParse(child, "a string or a number, or an object where rows are expected");
        }
        text += (text.empty() ? "" : ",") + (isRow ? ParseRow(child) : child.text);
    }
    return text;
}

} // namespace

bool
NamesFile(const TypeId::AttributeInformation& info, const std::string& text)
{
    const auto isKind = [&info](const auto& kind) { return SameName(kind, info.name); };
    const auto isPreset = [&] {
        const auto kinds = GetPresetKinds();
        return std::any_of(kinds.begin(), kinds.end(), isKind);
    };
    return !text.empty() && (IsFileAttribute(info) || (IsPresetPath(text) && isPreset()));
}

uint64_t
ParseRatebps(const ScenarioValue& value)
{
    constexpr double MAX_BPS = 1e18;
    if (value.kind == Kind::NUMBER)
    {
        value.Fail("is " + value.text + " without a unit; give a unit, e.g. \"100Gbps\"");
    }
    if (const auto rate =
            value.kind == Kind::STRING ? InfiniBandRate::Find(value.text) : std::nullopt)
    {
        return rate->GetDatabps();
    }
    const auto quantity = value.kind == Kind::STRING ? ParseQuantity(value.text) : std::nullopt;
    if (quantity && quantity->number >= 0)
    {
        for (const auto& [ending, bits] :
             {std::pair("bps", 1), std::pair("b/s", 1), std::pair("Bps", 8), std::pair("B/s", 8)})
        {
            const auto prefix = TakePrefix(quantity->unit, ending);
            const auto scale = prefix ? PrefixScale(*prefix) : std::nullopt;
            if (scale && quantity->number * *scale * bits <= MAX_BPS)
            {
                return static_cast<uint64_t>(std::llround(quantity->number * *scale * bits));
            }
        }
    }
    FailToParse(value, RATE);
}

Time
ParseTime(const ScenarioValue& value)
{
    constexpr double MAX_SECONDS = 9e6; // limit of 64 bits of picoseconds
    if (value.kind == Kind::NUMBER)
    {
        value.Fail("is " + value.text + " without a unit; give a unit, e.g. \"10us\"");
    }
    const auto quantity = value.kind == Kind::STRING ? ParseQuantity(value.text) : std::nullopt;
    if (quantity && quantity->number >= 0)
    {
        for (const auto& [unit, name, seconds] : {std::tuple(Time::PS, "ps", 1e-12),
                                                  std::tuple(Time::NS, "ns", 1e-9),
                                                  std::tuple(Time::US, "us", 1e-6),
                                                  std::tuple(Time::MS, "ms", 1e-3),
                                                  std::tuple(Time::S, "s", 1.0),
                                                  std::tuple(Time::MIN, "min", 60.0)})
        {
            if (quantity->unit == name && quantity->number * seconds <= MAX_SECONDS)
            {
                return Time::FromDouble(quantity->number, unit);
            }
        }
    }
    FailToParse(value, std::string(TIME) + ", not negative; s, ms, us, ns or ps");
}

uint64_t
ParseUnsigned(const ScenarioValue& value, bool sizes)
{
    constexpr double LIMIT = 0x1p63;
    if (value.kind == Kind::NUMBER || value.kind == Kind::STRING)
    {
        if (const auto whole = ParseNumber<uint64_t>(value.text))
        {
            return *whole;
        }
        const auto quantity = ParseQuantity(value.text);
        const auto prefix = quantity && sizes ? TakePrefix(quantity->unit, "B") : std::nullopt;
        const auto scale = quantity && quantity->unit.empty() ? std::optional(1.0)
                           : prefix                           ? PrefixScale(*prefix)
                                                              : std::nullopt;
        if (scale)
        {
            const double number = quantity->number * *scale;
            if (number >= 0 && number < LIMIT && std::abs(number - std::round(number)) < 1e-6)
            {
                return static_cast<uint64_t>(std::llround(number));
            }
        }
    }
    FailToParse(value, sizes ? SIZE : "a whole number, not negative");
}

std::string
DescribeExpected(const TypeId::AttributeInformation& info)
{
    const std::string type = GetValueType(info);
    if (type == "DataRateValue")
    {
        return RATE;
    }
    if (type == "UintegerValue" && CountsBytes(info))
    {
        const std::string range = DescribeRange(info);
        return SIZE + (range.empty() ? "" : " (" + range + ")");
    }
    return DescribeValue(info);
}

Ptr<AttributeValue>
ParseAttribute(const ScenarioValue& value, const TypeId::AttributeInformation& info)
{
    const std::string type = GetValueType(info);
    const std::string expected = DescribeExpected(info);
    const bool scalar = value.kind == Kind::NUMBER || value.kind == Kind::STRING;
    Ptr<AttributeValue> result;
    if (type == "DataRateValue")
    {
        result = Create<DataRateValue>(DataRate(ParseRatebps(value)));
    }
    else if (type == "TimeValue")
    {
        result = Create<TimeValue>(ParseTime(value));
    }
    else if (type == "UintegerValue")
    {
        result = Create<UintegerValue>(ParseUnsigned(value, CountsBytes(info)));
    }
    else if (type == "IntegerValue")
    {
        const auto whole = scalar ? ParseNumber<int64_t>(value.text) : std::nullopt;
        result = whole ? Create<IntegerValue>(*whole) : nullptr;
    }
    else if (type == "DoubleValue")
    {
        const auto quantity = scalar ? ParseQuantity(value.text) : std::nullopt;
        result =
            quantity && quantity->unit.empty() ? Create<DoubleValue>(quantity->number) : nullptr;
    }
    else if (type == "BooleanValue")
    {
        const bool known = value.text == "true" || value.text == "false";
        result = known ? Create<BooleanValue>(value.text == "true") : nullptr;
    }
    else if (type == "StringValue")
    {
        result = Create<StringValue>(value.kind == Kind::STRING ? ResolveFile(value, info)
                                                                : ParseText(value, info.help));
    }
    else if (type == "EnumValue")
    {
        const std::string names = "|" + DescribeRange(info) + "|";
        if (scalar && names.find("|" + value.text + "|") != std::string::npos)
        {
            result = info.checker->Create();
            result->DeserializeFromString(value.text, info.checker);
        }
    }
    else if (scalar)
    {
        result = info.checker->Create();
        if (!result->DeserializeFromString(value.text, info.checker))
        {
            result = nullptr;
        }
    }
    if (!result || !info.checker->Check(*result))
    {
        FailToParse(value, expected);
    }
    return result;
}

} // namespace ns3
