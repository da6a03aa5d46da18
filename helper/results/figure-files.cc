// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "figure-files.h"

#include "ns3/csv-text.h"
#include "ns3/json-writer.h"

#include <cstdio>
#include <ostream>
#include <string>

namespace ns3
{

namespace
{

/** @return number with nine significant digits */
std::string
Number(double value)
{
    char text[40];
    std::snprintf(text, sizeof(text), "%.9g", value);
    return text;
}

} // namespace

void
WriteFigures(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,figure,value,unit\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            for (const auto& figure : job.figures)
            {
                out << Quote(result.label) << ',' << Quote(job.name) << ',' << Quote(figure.name)
                    << ',' << Number(figure.value) << ',' << Quote(figure.unit) << '\n';
            }
        }
    }
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
                json.AddLiteral("value", Number(figure.value));
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
