// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/csv-row-reader.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Fields = std::vector<std::string>;

int
CountRows(const std::string& path)
{
    CsvRowReader reader(path, "a,b");
    int rows = 0;
    while (reader.Next())
    {
        ++rows;
    }
    return rows;
}

} // namespace

TEST(CsvRowReaderTest, RowsComeWithTheirLinesAndWithoutSpacesAndComments)
{
    const TemporaryFile file("# what it is\na,b\n\n 1 ,\tx y \r\n#2,3\n,\n");
    CsvRowReader reader(file.GetPath(), "a,b");
    ASSERT_TRUE(reader.Next());
    EXPECT_EQ(reader.GetFields(), (Fields{"1", "x y"}));
    EXPECT_EQ(reader.GetLine(), 4U);
    ASSERT_TRUE(reader.Next());
    EXPECT_EQ(reader.GetFields(), (Fields{"", ""}));
    EXPECT_EQ(reader.GetLine(), 6U);
    EXPECT_FALSE(reader.Next());
}

TEST(CsvRowReaderTest, ErrorsNameTheLine)
{
    const auto error = [](const std::string& text) {
        return MessageBehindPath<InputError>(text, CountRows);
    };
    EXPECT_EQ(error("b,a\n1,2\n"), ":1: does not begin with the heading a,b");
    EXPECT_EQ(error("a,b\n1,2\n1,2,3\n"), ":3: has 3 fields; expected 2: a,b");
    EXPECT_THROW(CountRows("/nowhere/at/all.csv"), InputError);
    EXPECT_EQ(CountRows(TemporaryFile("").GetPath()), 0); // neither heading nor rows
}
