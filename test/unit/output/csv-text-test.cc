// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"

#include "ns3/csv-text.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** As C prints it, which rounds the exact value of the double. */
std::string
Print(double value, int decimals)
{
    std::vector<char> text(400);
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

TEST(CsvText, DecimalsAreThoseOfTheExactValue)
{
    std::mt19937_64 random(17);
    std::uniform_real_distribution<double> exponent(-9, 15);
    for (int i = 0; i < 200'000; ++i)
    {
        const double value = std::pow(10, exponent(random));
        const int decimals = static_cast<int>(random() % 8);
        ASSERT_EQ(FormatDecimal(value, decimals), Print(value, decimals));
    }
}

TEST(CsvText, DecimalsOfTiesAndTheirNeighbours)
{
    std::mt19937_64 random(3);
    for (const int decimals : {1, 3, 6})
    {
        for (int i = 0; i < 20'000; ++i)
        {
            // Half of the last place, which most doubles only come near to.
            const auto places = static_cast<double>(random() % 1'000'000'000) + 0.5;
            const double tie = places / std::pow(10, decimals);
            for (const double value : {tie, std::nextafter(tie, 0), std::nextafter(tie, 1e9)})
            {
                ASSERT_EQ(FormatDecimal(value, decimals), Print(value, decimals));
            }
        }
    }
    // Ties that doubles have go to the even digit.
    EXPECT_EQ(FormatDecimal(0.0009765625, 9), "0.000976562");
    EXPECT_EQ(FormatDecimal(2.5, 0), "2");
    EXPECT_EQ(FormatDecimal(0.125, 2), "0.12");
    EXPECT_EQ(FormatDecimal(0.375, 2), "0.38");
}

TEST(CsvText, DecimalsOfValuesOutOfTheOrdinary)
{
    for (const double value :
         {0.0, -0.0, -1.5, 1e6, 999'999.9999996, 1e12, 1e300, 4e-324, 0.9999995})
    {
        for (const int decimals : {0, 3, 6, 7})
        {
            EXPECT_EQ(FormatDecimal(value, decimals), Print(value, decimals)) << value;
        }
    }
    EXPECT_EQ(FormatDecimal(INFINITY, 6), "inf");
}

TEST(CsvText, NanosecondsHaveThreeDecimals)
{
    EXPECT_EQ(FormatNs(0), "0.000");
    EXPECT_EQ(FormatNs(7), "0.007");
    EXPECT_EQ(FormatNs(12'345'078), "12345.078");
    EXPECT_EQ(FormatNs(INT64_MAX), "9223372036854775.807");
}

/** Numbers of every length, in more than one block, are as a stream writes them. */
TEST(CsvText, RowsOfAnyLength)
{
    std::ostringstream expected;
    std::ostringstream out;
    out << "heading\n";
    expected << "heading\n";
    {
        RowWriter rows(out);
        for (int round = 0; round < 40; ++round)
        {
            for (uint64_t number = 1; number < uint64_t{1} << 63; number *= 3)
            {
                for (const uint64_t near : {number - 1, number, number + round})
                {
                    rows.AddInteger(near);
                    rows.Add(',');
                    rows.AddNs(static_cast<int64_t>(near));
                    rows.Add(" ns,");
                    rows.AddDecimal(static_cast<double>(near) / 7, 6);
                    rows.Add('\n');
                    expected << near << ',' << FormatNs(static_cast<int64_t>(near)) << " ns,"
                             << FormatDecimal(static_cast<double>(near) / 7, 6) << '\n';
                }
            }
            const std::string name(round * 1000, static_cast<char>('a' + round % 26));
            rows.Add(name);
            expected << name;
        }
        rows.AddInteger(UINT64_MAX);
        rows.AddDecimal(1e308, 3);
        expected << "18446744073709551615" << FormatDecimal(1e308, 3);
    }
    EXPECT_TRUE(out.str() == expected.str());
}

} // namespace

// What spreadsheets take for a formula; numbers and what is one sign only they do not.
TEST(CsvText, NoTextIsAFormula)
{
    for (const std::string text : {"=1+1", "+cmd", "-x", "@SUM(A1)", "--5", "=5", "'=1", "''@a"})
    {
        EXPECT_EQ(Quote(text), "'" + text);
    }
    EXPECT_EQ(Quote("=A1,\"x\""), "\"'=A1,\"\"x\"\"\"");
    for (const std::string text : {"-5", "+1.5", "-1e3", "-", "=", "'", "'a", "a=b", ""})
    {
        EXPECT_EQ(Quote(text), text);
    }
    std::string line;
    std::vector<std::string> cells{"=1+1", "'=1", "''@a", "-5", "-x", "'a", "=A1,\"x\"", "'"};
    for (const auto& cell : cells)
    {
        line += (line.empty() ? "" : ",") + Quote(cell);
    }
    EXPECT_EQ(ParseCsv(line + "\n").at(0), cells);
}

/** RFC 4180, as tables write what people have named: commas, quotes and line ends in a field. */
TEST(CsvText, FieldsThatNeedQuotesComeBack)
{
    const std::vector<std::string> fields =
        {"a", "", "1,2", "she said \"no\"", "two\nlines", "\"", ",", " b "};
    std::string text = "first,second\n";
    std::vector<std::vector<std::string>> rows = {{"first", "second"}};
    for (const auto& field : fields)
    {
        text += Quote(field) + "," + Quote("\"" + field) + "\n";
        rows.push_back({field, "\"" + field});
    }
    EXPECT_EQ(ParseCsv(text), rows);
    const TemporaryFile file(text);
    EXPECT_EQ(ReadCells(file.GetPath()), rows);
    const auto byName = ReadRows(file.GetPath());
    ASSERT_EQ(byName.size(), fields.size());
    EXPECT_EQ(byName[2].at("first"), "1,2");
    EXPECT_EQ(ReadColumn(file.GetPath(), 1)[1], "\"");
}
