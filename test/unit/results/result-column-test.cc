// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A column is one entry: file, printed table, reference and columns.json have it.

#include "ns3/csv-text.h"
#include "ns3/result-rows.h"
#include "ns3/result-tables.h"
#include "ns3/summary-columns.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/** @return the field as a file has it */
std::string
Write(const ResultCell& cell, ResultFormat format)
{
    std::ostringstream out;
    {
        RowWriter row(out);
        cell.Write(row, format);
    }
    return out.str();
}

TEST(ResultColumn, NewColumnIsOneEntry)
{
    auto& columns = GetSummaryColumns();
    columns.push_back({"spare_bytes",
                       ResultFormat::BYTES,
                       "unused memory",
                       [](auto& row) { return row.job ? ResultCell() : ResultCell(1500); },
                       {"spare memory", ResultMetric::MORE},
                       nullptr,
                       [](auto& row) { return !row.job; }});
    FabricResult result;
    result.label = "roce";
    result.jobs.resize(1);
    result.jobs[0].name = "incast";
    const FabricScenario scenario;

    std::ostringstream file;
    MakeSummaryTable().write(file, scenario, result);
    const auto rows = ParseCsv(file.str());
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].back(), "spare_bytes");
    EXPECT_EQ(rows[1].back(), "1500");
    EXPECT_EQ(rows[2].back(), "");

    const auto summary = Summarize(scenario, result);
    const auto& printed = summary.sections[0].rows;
    const auto row = std::find_if(printed.begin(), printed.end(), [](const auto& one) {
        return one.name == "spare memory";
    });
    ASSERT_NE(row, printed.end());
    EXPECT_EQ(row->values[0].value, 1500);

    std::ostringstream list;
    EXPECT_EQ(WriteColumnReference(list, {"columns", "unused memory"}), 1u);
    EXPECT_NE(list.str().find("    spare_bytes (bytes)\n        unused memory\n"),
              std::string::npos)
        << list.str();

    std::ostringstream json;
    WriteColumnsJson(json, [](const std::string& name) { return name == "summary.csv"; });
    EXPECT_NE(json.str().find("\"spare memory\""), std::string::npos);
    EXPECT_EQ(json.str().find("flows.csv"), std::string::npos);
    columns.pop_back();
}

TEST(ResultColumn, NamesAreUniqueAndTellTheUnit)
{
    const std::map<std::string, std::string> units = {{"ns", "ns"},
                                                      {"bytes", "bytes"},
                                                      {"bps", "bit/s"},
                                                      {"percent", "%"},
                                                      {"GBps", "GB/s"},
                                                      {"Gbps", "Gbit/s"}};
    for (const auto& table : GetResultTables())
    {
        std::set<std::string> names;
        for (const auto& column : table.columns)
        {
            const std::string name = column.name;
            EXPECT_TRUE(names.insert(name).second) << table.name << ' ' << name;
            EXPECT_STRNE(column.help, "") << table.name << ' ' << name;
            const auto unit = units.find(name.substr(name.rfind('_') + 1));
            if (unit != units.end())
            {
                EXPECT_EQ(GetFileForm(column.format).unit, unit->second)
                    << table.name << ' ' << name;
            }
        }
    }
}

TEST(ResultColumn, FieldsHaveTheFormOfTheirColumn)
{
    EXPECT_EQ(Write({}, ResultFormat::TIME), "");
    EXPECT_EQ(Write(1500, ResultFormat::TIME), "1.500");
    EXPECT_EQ(Write(1500, ResultFormat::BYTES), "1500");
    EXPECT_EQ(Write(2.5e9, ResultFormat::BANDWIDTH), "2.5000");
    EXPECT_EQ(Write(12.5, ResultFormat::PERCENT), "12.500");
    EXPECT_EQ(Write(0.0, ResultFormat::PERCENT), "0.000");
    EXPECT_EQ(Write(1.0 / 3, ResultFormat::FIGURE), "0.333333333");
    EXPECT_EQ(Write("a, b", ResultFormat::TEXT), "\"a, b\"");
    EXPECT_EQ(Write("=1+1", ResultFormat::TEXT), "'=1+1");
}

} // namespace
