// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "text-reader.h"

#include "quantity-text.h"
#include "whole-file.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"

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
    if (!AtEnd() && std::string_view("0123456789+-").find(m_text[m_next]) != std::string_view::npos)
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
    const auto quantity = QuantityText::Parse(field);
    const char* problem = " is not a number";
    if (quantity)
    {
        const auto scale = scaleOf(quantity->unit, quantity->digits == 0);
        const auto value = scale ? quantity->Scale(*scale) : std::nullopt;
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
    const int64_t ratebps = ReadQuantity(key, &GetRateUnitbps, expected);
    if (ratebps == 0)
    {
        Fail(key, std::string("is zero; expected ") + expected);
    }
    return static_cast<uint64_t>(ratebps);
}

int64_t
TextReader::ReadDurationPs(std::string_view key)
{
    return ReadQuantity(key, &GetTimeUnitPs, "a time of 0 or more with its unit, such as 1us");
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
