// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "result-tables.h"

#include "cost-files.h"
#include "failure-files.h"
#include "figure-files.h"
#include "link-files.h"
#include "path-files.h"
#include "pause-files.h"
#include "request-results.h"
#include "slowdown-bins.h"
#include "summary-columns.h"
#include "table-files.h"
#include "wait-files.h"

#include "ns3/json-writer.h"

namespace ns3
{

std::vector<ResultTable>
GetResultTables()
{
    return {MakeSummaryTable(),
            MakeFlowTable(),
            MakeSlowdownTable(),
            MakeLinkTable(),
            MakePathTable(),
            MakeFailureTable(),
            MakeQueueTable(),
            MakeRateTable(),
            MakeRequestTable(),
            MakeFigureTable(),
            MakeCostTable(),
            MakeCostPartTable(),
            MakeBackgroundTable(),
            MakeWaitTable(),
            MakeCriticalPathTable(),
            MakePauseTable()};
}

size_t
WriteColumnReference(std::ostream& out, const ReferenceFilter& filter)
{
    size_t count = 0;
    for (const auto& table : GetResultTables())
    {
        if (!filter.name.empty() && !filter.IsName("columns") && !filter.IsName(table.name))
        {
            continue;
        }
        bool isHeaded = false;
        for (const auto& column : table.columns)
        {
            if (filter.HasWord(column.name) || filter.HasWord(column.help))
            {
                const std::string unit = GetFileForm(column.format).unit;
                out << (count == 0 ? "\ncolumns\n" : "")
                    << (isHeaded ? "" : "\n  " + table.name + ": " + table.help + "\n") << "    "
                    << column.name << (unit.empty() ? "" : " (" + unit + ")") << "\n        "
                    << column.help << '\n';
                isHeaded = true;
                ++count;
            }
        }
    }
    return count;
}

void
WriteColumnsJson(std::ostream& out, const std::function<bool(const std::string&)>& isThere)
{
    JsonWriter json(out);
    json.BeginObject();
    for (const auto& table : GetResultTables())
    {
        if (!isThere(table.name.substr(0, table.name.find("FABRIC"))))
        {
            continue;
        }
        json.BeginObject(table.name);
        for (const auto& column : table.columns)
        {
            json.BeginObject(column.name);
            json.Add("unit", GetFileForm(column.format).unit);
            json.Add("help", column.help);
            if (column.metric.label[0] != '\0')
            {
                json.Add("label", column.metric.label);
            }
            if (column.metric.better != ResultMetric::NEITHER)
            {
                json.Add("better", column.metric.better == ResultMetric::LESS ? "less" : "more");
            }
            json.EndObject();
        }
        json.EndObject();
    }
    json.EndObject();
}

} // namespace ns3
