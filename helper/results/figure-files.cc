// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "figure-files.h"

#include "ns3/json-writer.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ns3
{

namespace
{

using Format = ResultFormat;

/** A figure of a job. */
struct FigureRow
{
    const FabricResult& result;
    const JobResult& job;
    const JobFigure& figure;
};

} // namespace

ResultTable
MakeFigureTable()
{
    using Row = FigureRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        MakeJobColumn<Row>(),
        {"figure",
         Format::TEXT,
         "its name, as in the printed table",
         [](auto& row) -> ResultCell { return row.figure.name; }},
        {"value",
         Format::FIGURE,
         "value of the figure",
         [](auto& row) -> ResultCell { return row.figure.value; }},
        {"unit",
         Format::TEXT,
         "unit of the value",
         [](auto& row) -> ResultCell { return row.figure.unit; }},
    };
    return MakeResultTable(
        "figures.csv",
        "A row per figure of a job, such as those of a training step",
        [](auto&, auto& result) {
            return std::any_of(result.jobs.begin(), result.jobs.end(), [](auto& job) {
                return !job.figures.empty();
            });
        },
        columns,
        [](auto&, auto& result, const auto& write) {
            for (const auto& job : result.jobs)
            {
                for (const auto& figure : job.figures)
                {
                    write({result, job, figure});
                }
            }
        });
}

void
WriteFiguresJson(std::ostream& out, const std::vector<FabricSummary>& results)
{
    JsonWriter json(out);
    json.BeginObject();
    json.BeginList("jobs");
    for (const auto& result : results)
    {
        for (const auto& job : result.figures)
        {
            json.BeginObject();
            json.Add("fabric", result.label);
            json.Add("job", job.job);
            json.BeginObject("figures");
            for (const auto& figure : job.figures)
            {
                json.BeginObject(figure.name);
                std::ostringstream value;
                value << std::setprecision(9) << figure.value;
                json.AddLiteral("value", value.str());
                json.Add("unit", figure.unit);
                json.EndObject();
            }
            json.EndObject();
            json.EndObject();
        }
    }
    json.EndList();
    json.EndObject();
}

} // namespace ns3
