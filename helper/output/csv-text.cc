// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "csv-text.h"

#include "ns3/parse-number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <ostream>

namespace ns3
{

namespace
{

/** @return "00", "01" and so on, up to "99" */
constexpr std::array<char, 200>
MakePairs()
{
    std::array<char, 200> pairs{};
    for (int i = 0; i < 100; ++i)
    {
        pairs[2 * i] = static_cast<char>('0' + i / 10);
        pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
}

constexpr std::array<char, 200> PAIRS = MakePairs();

/** @param to gets two digits @param number number below 100 @return pointer behind them */
char*
WritePair(char* to, uint64_t number)
{
    std::memcpy(to, &PAIRS[2 * number], 2);
    return to + 2;
}

/**
 * @param begin gets the last digits of a number, with leading zeros
 * @param digits number of digits
 * @param number the number
 * @return pointer behind the digits
 */
char*
WriteDigits(char* begin, int digits, uint64_t number)
{
    int left = digits;
    for (; left >= 2; left -= 2)
    {
        WritePair(begin + left - 2, number % 100);
        number /= 100;
    }
    if (left > 0)
    {
        *begin = static_cast<char>('0' + number % 10);
    }
    return begin + digits;
}

/** @param to gets the digits @param number any number @return pointer behind them */
char*
WriteInteger(char* to, uint64_t number)
{
    if (number >= 10'000)
    {
        return WriteDigits(WriteInteger(to, number / 10'000), 4, number % 10'000);
    }
    if (number >= 100)
    {
        to = WriteInteger(to, number / 100);
        return WritePair(to, number % 100);
    }
    if (number >= 10)
    {
        return WritePair(to, number);
    }
    *to = static_cast<char>('0' + number);
    return to + 1;
}

/**
 * @param to gets nanoseconds with three decimals
 * @param ps time in ps
 * @return pointer behind them
 */
char*
WriteNs(char* to, int64_t ps)
{
    const auto number = static_cast<uint64_t>(ps);
    to = WriteInteger(to, number / 1000);
    *to = '.';
    return WriteDigits(to + 1, 3, number % 1000);
}

/**
 * @param value any number
 * @param factor a power of ten, at most 10^6
 * @param product gets the nearest integer to value * factor
 * @return true if that integer is certain: the product as a double has an error of at most 6e-5
 *         below 10^12
 */
bool
MultiplySurely(double value, uint64_t factor, uint64_t& product)
{
    constexpr double LIMIT = 1e12;
    constexpr double NEAR_HALF = 1e-3;
    const double scaled = value * static_cast<double>(factor);
    if (!(value > 0 && scaled < LIMIT))
    {
        return false;
    }
    product = static_cast<uint64_t>(scaled);
    const double aboveHalf = scaled - static_cast<double>(product) - 0.5;
    product += aboveHalf > 0;
    return std::abs(aboveHalf) > NEAR_HALF;
}

/** @param to gets a number @param bytes free room in bytes @return pointer behind the number */
char*
WriteDecimal(char* to, size_t bytes, double value, int decimals)
{
    constexpr uint64_t POWERS[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};
    constexpr auto MOST = static_cast<int>(std::size(POWERS)) - 1;
    uint64_t number = 0;
    if (decimals > 0 && decimals <= MOST && MultiplySurely(value, POWERS[decimals], number))
    {
        // An exact conversion of a double takes ten times as long.
        const uint64_t whole = number / POWERS[decimals];
        to = WriteInteger(to, whole);
        *to = '.';
        return WriteDigits(to + 1, decimals, number - whole * POWERS[decimals]);
    }
    return std::to_chars(to, to + bytes, value, std::chars_format::fixed, decimals).ptr;
}

constexpr size_t MOST_DIGITS = 400; //!< the largest double has 309 before the point

/** @return true if a spreadsheet takes a text, behind apostrophes, for a formula */
bool
LooksLikeFormula(const std::string& text)
{
    const size_t start = std::min(text.find_first_not_of('\''), text.size());
    if (text.size() <= start + 1 || std::string("=+-@\t\r").find(text[start]) == std::string::npos)
    {
        return false;
    }
    const bool isNumber =
        (text[0] == '+' || text[0] == '-') && text[1] != '-' && ParseNumber<double>(text.substr(1));
    return !isNumber;
}

} // namespace

RowWriter::RowWriter(std::ostream& out)
    : m_out(out),
      m_block(BLOCK_BYTES)
{
}

RowWriter::~RowWriter()
{
    WriteBlock();
}

void
RowWriter::WriteBlock()
{
    m_out.write(m_block.data(), static_cast<std::streamsize>(m_end));
    m_end = 0;
}

void
RowWriter::Add(std::string_view text)
{
    for (; text.size() > MOST_BYTES; text.remove_prefix(MOST_BYTES))
    {
        Add(text.substr(0, MOST_BYTES));
    }
    std::memcpy(MakeRoom(), text.data(), text.size());
    m_end += text.size();
}

void
RowWriter::AddField(std::string_view text)
{
    constexpr std::string_view FORMULA = "'=+-@\t\r"; // first characters
    const auto isSpecial = [](char c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; };
    const bool isPlain = text.empty() || (FORMULA.find(text.front()) == std::string_view::npos &&
                                          std::none_of(text.begin(), text.end(), isSpecial));
    isPlain ? Add(text) : Add(Quote(std::string(text)));
}

void
RowWriter::AddInteger(uint64_t number)
{
    SetEnd(WriteInteger(MakeRoom(), number));
}

void
RowWriter::AddNs(int64_t ps)
{
    SetEnd(WriteNs(MakeRoom(), ps));
}

void
RowWriter::AddDecimal(double value, int decimals)
{
    SetEnd(WriteDecimal(MakeRoom(), MOST_BYTES, value, decimals));
}

std::string
FormatNs(int64_t ps)
{
    char digits[MOST_DIGITS];
    return std::string(digits, WriteNs(digits, ps));
}

std::string
FormatDecimal(double value, int decimals)
{
    char digits[MOST_DIGITS];
    return std::string(digits, WriteDecimal(digits, sizeof(digits), value, decimals));
}

std::string
Quote(const std::string& plain)
{
    const std::string text = (LooksLikeFormula(plain) ? "'" : "") + plain;
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
    bool begun = false; // true: a row has begun
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
    for (auto& row : rows)
    {
        for (auto& field : row)
        {
            field.erase(0, field[0] == '\'' && LooksLikeFormula(field) ? 1 : 0);
        }
    }
    return rows;
}

} // namespace ns3
