// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "csv-text.h"

#include <charconv>
#include <cmath>
#include <iterator>

namespace ns3
{

namespace
{

constexpr size_t MOST_DIGITS = 20; //!< of 2^64

/**
 * @param begin gets the last digits of a number, in front of it as many zeros as it lacks
 * @param digits how many
 * @param number it
 * @return behind them
 */
char*
WriteDigits(char* begin, int digits, uint64_t number)
{
    for (int i = digits - 1; i >= 0; --i)
    {
        begin[i] = static_cast<char>('0' + number % 10);
        number /= 10;
    }
    return begin + digits;
}

/**
 * @param value any
 * @param factor a power of ten, at most 10^6
 * @param product gets the nearest integer to the product of both
 * @return whether that is sure: the product as a double is off by 6e-5 at most below 10^12
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

} // namespace

void
AppendInteger(std::string& text, uint64_t number)
{
    char digits[MOST_DIGITS];
    const char* const end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
    text.append(digits, static_cast<size_t>(end - digits));
}

void
AppendNs(std::string& text, int64_t ps)
{
    char digits[MOST_DIGITS + 4];
    const auto number = static_cast<uint64_t>(ps);
    char* end = std::to_chars(digits, digits + MOST_DIGITS, number / 1000).ptr;
    *end++ = '.';
    end = WriteDigits(end, 3, number % 1000);
    text.append(digits, static_cast<size_t>(end - digits));
}

void
AppendDecimal(std::string& text, double value, int decimals)
{
    constexpr uint64_t POWERS[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000};
    constexpr auto MOST = static_cast<int>(std::size(POWERS)) - 1;
    char digits[400]; // the largest double has 309 before the point
    char* end = digits + sizeof(digits);
    uint64_t number = 0;
    if (decimals > 0 && decimals <= MOST && MultiplySurely(value, POWERS[decimals], number))
    {
        // To convert a double exactly takes ten times as long.
        end = std::to_chars(digits, end, number / POWERS[decimals]).ptr;
        *end++ = '.';
        end = WriteDigits(end, decimals, number % POWERS[decimals]);
    }
    else
    {
        end = std::to_chars(digits, end, value, std::chars_format::fixed, decimals).ptr;
    }
    text.append(digits, static_cast<size_t>(end - digits));
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
