// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "text-reader.h"

#include "whole-file.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"

#include <charconv>
#include <sstream>

namespace ns3
{

namespace
{

bool
IsSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

/** @return field in quotes, shortened to fit one line of a message */
std::string
Quote(std::string_view field)
{
    constexpr size_t MAX_SHOWN = 40;
    std::string text = "'";
    for (const char c : field.substr(0, MAX_SHOWN))
    {
        text += c > ' ' && c <= '~' ? c : '?';
    }
    return text + (field.size() > MAX_SHOWN ? "...'" : "'");
}

/** A decimal number and the text after it: digits * 10^exponent, then the unit. */
struct Quantity
{
    bool negative{false};
    uint64_t digits{0};
    int exponent{0}; //!< exponent of 10
    std::string_view unit;
};

/**
 * @return nothing if there is no number, or if digits or exponent exceed the supported range
 */
std::optional<Quantity>
ParseQuantity(std::string_view text)
{
    constexpr int MAX_EXPONENT = 1000;
    Quantity result;
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

/** @return digits * 10^exponent * scale, rounded to the nearest integer; nothing beyond 64 bits */
std::optional<int64_t>
Scale(const Quantity& quantity, uint64_t scale)
{
    auto value = Uint128{quantity.digits} * scale;
    int exponent = quantity.exponent;
    for (; exponent > 0 && value > 0 && value <= INT64_MAX; --exponent)
    {
        value *= 10;
    }
    constexpr int MAX_POWER = 38; // 10^38 fits in 128 bits
    if (exponent < -MAX_POWER)
    {
        return 0;
    }
    Uint128 divisor = 1;
    for (; exponent < 0; ++exponent)
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
RateUnitbps(std::string_view unit, bool)
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
TimeUnitPs(std::string_view unit, bool isZero)
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
SecondsPs(std::string_view unit, bool)
{
    return unit.empty() ? std::optional<uint64_t>(PS_PER_SECOND) : std::nullopt;
}

} // namespace

TextReader::TextReader(const std::string& path, uint64_t maxBytes)
    : m_path(path),
      m_text(ReadWholeFile(path, maxBytes))
{
    if (AtEnd())
    {
        throw InputError(path, 0, "", "the file is empty");
    }
    m_next = 0;
    m_line = 1;
}

uint64_t
TextReader::GetLine() const
{
    return m_fieldLine;
}

void
TextReader::SkipSpace()
{
    bool comment = false;
    for (; m_next < m_text.size(); ++m_next)
    {
        const char c = m_text[m_next];
        comment = (comment && c != '\n') || (m_comment != '\0' && c == m_comment);
        if (!comment && !IsSpace(c))
        {
            return;
        }
        m_line += c == '\n';
    }
}

void
TextReader::SkipComments(char mark)
{
    m_comment = mark;
}

bool
TextReader::AtRecordEnd()
{
    return AtEnd() || m_line != m_recordLine;
}

bool
TextReader::AtEnd()
{
    SkipSpace();
    return m_next == m_text.size();
}

void
TextReader::BeginRecord()
{
    SkipSpace();
    m_recordLine = m_line;
}

void
TextReader::EndRecord()
{
    if (!AtRecordEnd())
    {
        const auto field = ReadField("");
        Fail("", "unexpected " + Quote(field) + " after the last field of the line");
    }
    m_recordLine = 0;
}

void
TextReader::ExpectEndOrLegend(std::string_view key, const std::string& expected)
{
    if (!AtEnd() && (IsDigit(m_text[m_next]) || m_text[m_next] == '-' || m_text[m_next] == '+'))
    {
        const auto field = ReadField(key);
        Fail(key, "unexpected " + Quote(field) + " after " + expected);
    }
}

std::string_view
TextReader::ReadField(std::string_view key)
{
    SkipSpace();
    const bool endOfFile = m_next == m_text.size();
    if (m_recordLine > 0 && (endOfFile || m_line != m_recordLine))
    {
        m_fieldLine = m_recordLine;
        Fail(key, "the line ends before this field");
    }
    if (endOfFile)
    {
        Fail(key, "the file ends before this field");
    }
    const size_t start = m_next;
    while (m_next < m_text.size() && !IsSpace(m_text[m_next]))
    {
        ++m_next;
    }
    m_fieldLine = m_line;
    return std::string_view(m_text).substr(start, m_next - start);
}

uint64_t
TextReader::ReadUnsigned(std::string_view key, uint64_t min, uint64_t max)
{
    const auto field = ReadField(key);
    if (const auto value = ParseNumber(field, min, max))
    {
        return *value;
    }
    Fail(key,
         Quote(field) + " is not an integer from " + std::to_string(min) + " to " +
             std::to_string(max));
}

double
TextReader::ReadDouble(std::string_view key, double min, double max)
{
    const auto field = ReadField(key);
    if (const auto value = ParseNumber(field, min, max))
    {
        return *value;
    }
    std::ostringstream problem;
    problem << Quote(field) << " is not a number from " << min << " to " << max;
    Fail(key, problem.str());
}

int64_t
TextReader::ReadQuantity(std::string_view key, UnitScale scaleOf, const char* expected)
{
    const auto field = ReadField(key);
    const auto quantity = ParseQuantity(field);
    const char* problem = " is not a number";
    if (quantity)
    {
        const auto scale = scaleOf(quantity->unit, quantity->digits == 0);
        const auto value = scale ? Scale(*quantity, *scale) : std::nullopt;
        if (value && (!quantity->negative || *value == 0))
        {
            return *value;
        }
        problem = !scale               ? " has a wrong unit"
                  : quantity->negative ? " is negative"
                                       : " is too large";
    }
    Fail(key, Quote(field) + problem + "; expected " + expected);
}

uint64_t
TextReader::ReadRatebps(std::string_view key)
{
    constexpr auto expected = "a positive rate with its unit, such as 100Gbps";
    const int64_t ratebps = ReadQuantity(key, &RateUnitbps, expected);
    if (ratebps == 0)
    {
        Fail(key, std::string("is zero; expected ") + expected);
    }
    return static_cast<uint64_t>(ratebps);
}

int64_t
TextReader::ReadDurationPs(std::string_view key)
{
    return ReadQuantity(key, &TimeUnitPs, "a time of 0 or more with its unit, such as 1us");
}

int64_t
TextReader::ReadSecondsPs(std::string_view key)
{
    return ReadQuantity(key, &SecondsPs, "0 or more seconds without a unit");
}

void
TextReader::Fail(std::string_view key, const std::string& problem) const
{
    throw InputError(m_path, m_fieldLine, std::string(key), problem);
}

} // namespace ns3
