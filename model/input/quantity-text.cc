// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "quantity-text.h"

#include "ns3/fabric-units.h"

#include <charconv>
#include <string>
#include <system_error>

namespace ns3
{

namespace
{

bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

/** Takes a prefix such as M or Mi from a unit. @return value of the prefix; 1 if there is none */
uint64_t
TakePrefix(std::string_view& unit)
{
    uint64_t scale = 1;
    const size_t prefix =
        unit.empty() ? std::string_view::npos : std::string_view("kKMGT").find(unit[0]);
    if (prefix != std::string_view::npos)
    {
        const bool binary = unit.size() > 1 && unit[1] == 'i';
        const size_t power = prefix == 0 ? 1 : prefix;
        for (size_t i = 0; i < power; ++i)
        {
            scale *= binary ? 1024 : 1000;
        }
        unit.remove_prefix(binary ? 2 : 1);
    }
    return scale;
}

} // namespace

std::optional<QuantityText>
QuantityText::Parse(std::string_view text)
{
    constexpr int MAX_EXPONENT = 1000;
    QuantityText result;
    size_t i = 0;
    if (!text.empty() && (text[0] == '-' || text[0] == '+'))
    {
        result.negative = text[0] == '-';
        ++i;
    }
    bool anyDigit = false;
    bool afterPoint = false;
    for (; i < text.size(); ++i)
    {
        if (text[i] == '.' && !afterPoint)
        {
            afterPoint = true;
            continue;
        }
        if (!IsDigit(text[i]))
        {
            break;
        }
        if (result.digits > (UINT64_MAX - 9) / 10)
        {
            return std::nullopt;
        }
        result.digits = result.digits * 10 + static_cast<uint64_t>(text[i] - '0');
        result.exponent -= afterPoint;
        anyDigit = true;
    }
    if (!anyDigit)
    {
        return std::nullopt;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E'))
    {
        ++i;
        i += i + 1 < text.size() && text[i] == '+' && IsDigit(text[i + 1]);
        int power = 0;
        const auto [end, error] =
            std::from_chars(text.data() + i, text.data() + text.size(), power);
        if (error != std::errc() || power > MAX_EXPONENT || power < -MAX_EXPONENT)
        {
            return std::nullopt;
        }
        result.exponent += power;
        i = static_cast<size_t>(end - text.data());
    }
    result.unit = text.substr(i);
    return result;
}

std::optional<int64_t>
QuantityText::Scale(uint64_t scale) const
{
    auto value = Uint128{digits} * scale;
    int power = exponent;
    for (; power > 0 && value > 0 && value <= INT64_MAX; --power)
    {
        value *= 10;
    }
    constexpr int MAX_POWER = 38; // 10^38 fits in 128 bits
    if (power < -MAX_POWER)
    {
        return 0;
    }
    Uint128 divisor = 1;
    for (; power < 0; ++power)
    {
        divisor *= 10;
    }
    value = (value + divisor / 2) / divisor;
    if (value > INT64_MAX)
    {
        return std::nullopt;
    }
    return static_cast<int64_t>(value);
}

std::optional<uint64_t>
GetRateUnitbps(std::string_view unit, bool /* isZero */)
{
    const uint64_t scale = TakePrefix(unit);
    if (unit == "bps" || unit == "b/s")
    {
        return scale;
    }
    if (unit == "Bps" || unit == "B/s")
    {
        return scale * 8;
    }
    return std::nullopt;
}

std::optional<uint64_t>
GetTimeUnitPs(std::string_view unit, bool isZero)
{
    constexpr std::string_view UNITS[] = {"ps", "ns", "us", "ms", "s"};
    uint64_t scale = 1;
    for (const auto name : UNITS)
    {
        if (unit == name)
        {
            return scale;
        }
        scale *= 1000;
    }
    return isZero && unit.empty() ? std::optional<uint64_t>(1) : std::nullopt;
}

std::optional<uint64_t>
GetByteUnit(std::string_view unit, bool /* isZero */)
{
    if (unit.empty())
    {
        return 1;
    }
    const uint64_t scale = TakePrefix(unit);
    return unit == "B" ? std::optional<uint64_t>(scale) : std::nullopt;
}

std::optional<int64_t>
ParseQuantity(std::string_view text, UnitScale scale)
{
    const auto quantity = QuantityText::Parse(text);
    const auto unit =
        quantity ? scale(quantity->unit, quantity->digits == 0) : std::optional<uint64_t>();
    const auto value = unit ? quantity->Scale(*unit) : std::optional<int64_t>();
    return value && quantity->negative && *value != 0 ? std::nullopt : value;
}

} // namespace ns3
