// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "flows-workload.h"

#include "ns3/csv-row-reader.h"
#include "ns3/fabric-packet.h"
#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/quantity-text.h"
#include "ns3/string.h"
#include "ns3/text-parts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FlowsWorkload);

namespace
{

constexpr std::array<const char*, 7> KEYS =
    {"from", "to", "bytes", "start", "rate", "name", "priority"};
constexpr size_t REQUIRED = 3; //!< the first of KEYS
constexpr const char* ALL_KEYS = "from, to, bytes, start, rate, name and priority";

/** @return text in quotes, shortened */
std::string
QuoteShort(const std::string& text)
{
    return '"' + text.substr(0, 40) + '"';
}

bool
IsKey(const std::string& key)
{
    return std::find(KEYS.begin(), KEYS.end(), key) != KEYS.end();
}

/** @return true if results can show the text as a name */
bool
IsName(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isprint(c) != 0 && c != ',' && c != '"';
    });
}

} // namespace

TypeId
FlowsWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FlowsWorkload")
            .SetParent<FabricWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<FlowsWorkload>()
            .AddAttribute("Flows",
                          "The flows: a list of rows such as "
                          "from=0:to=4:bytes=50MB:start=10us:rate=40Gbps:name=first:priority=3; "
                          "from, to and bytes are required.",
                          StringValue(""),
                          MakeStringAccessor(&FlowsWorkload::m_flows),
                          MakeStringChecker())
            .AddAttribute("File",
                          "Path of a file of comma-separated values with a heading: the same keys, "
                          "and a line for every flow. In place of Flows.",
                          StringValue(""),
                          MakeStringAccessor(&FlowsWorkload::m_file),
                          MakeFileChecker());
    return tid;
}

void
FlowsWorkload::DoBuild(FabricJob& job, const HostMap& /* hosts */) const
{
    RequireHosts(job, 2);
    if (m_flows.empty() == m_file.empty())
    {
        Fail("Flows",
             m_flows.empty() ? "is empty, and no File is given; expected at least one flow"
                             : "is given beside File; expected one of the two");
    }
    job.graph = CommunicationGraph(static_cast<uint32_t>(job.hostOfRank.size()));
    m_file.empty() ? AddListed(job) : AddFile(job);
    if (std::all_of(job.flows.begin(), job.flows.end(), [](const auto& flow) {
            return flow.name.empty() && flow.maxRatebps == 0;
        }))
    {
        job.flows.clear();
    }
}

/** Adds the flows of the attribute Flows. */
void
FlowsWorkload::AddListed(FabricJob& job) const
{
    const auto rows = SplitParts(m_flows, ',');
    RequireNodes(2.0 * static_cast<double>(rows.size()), "Flows");
    for (const auto& text : rows)
    {
        const std::string place = "flow " + std::to_string(job.flows.size()) + ": ";
        const auto refuse = [&](const std::string& key, const std::string& problem) {
            Fail("Flows", place + key + ": " + problem);
        };
        Row row;
        for (const auto& member : SplitParts(text, ':'))
        {
            const size_t equals = member.find('=');
            const std::string key(Trim(member.substr(0, equals)));
            if (equals == std::string::npos || !IsKey(key))
            {
                refuse(key, std::string("is unknown; expected ") + ALL_KEYS);
            }
            if (!row.emplace(key, Trim(member.substr(equals + 1))).second)
            {
                refuse(key, "is given twice; expected once");
            }
        }
        Add(job, row, refuse);
    }
}

/** Adds the flows of the file. */
void
FlowsWorkload::AddFile(FabricJob& job) const
{
    CsvRowReader reader(m_file, "");
    std::vector<std::string> columns;
    while (reader.Next())
    {
        if (columns.empty())
        {
            std::set<std::string> known;
            for (const auto& part : SplitParts(reader.GetHeading(), ','))
            {
                columns.emplace_back(Trim(part));
                if (!IsKey(columns.back()) || !known.insert(columns.back()).second)
                {
                    throw InputError(
                        m_file,
                        reader.GetHeadingLine(),
                        columns.back(),
                        std::string("is unknown or given twice; expected a heading of ") +
                            ALL_KEYS);
                }
            }
        }
        Row row;
        for (size_t i = 0; i < columns.size(); ++i)
        {
            if (!reader.GetFields()[i].empty())
            {
                row[columns[i]] = reader.GetFields()[i];
            }
        }
        Add(job, row, [&](const std::string& key, const std::string& problem) {
            throw InputError(m_file, reader.GetLine(), key, problem);
        });
    }
    if (job.flows.empty())
    {
        throw InputError(m_file,
                         0,
                         "",
                         "has no flow; expected a heading and a line for every flow");
    }
}

/**
 * Adds a flow.
 *
 * @param row text of its keys
 * @param refuse throws
 */
void
FlowsWorkload::Add(FabricJob& job, const Row& row, const Refuse& refuse) const
{
    for (size_t i = 0; i < REQUIRED; ++i)
    {
        if (row.find(KEYS[i]) == row.end())
        {
            refuse(KEYS[i], "is missing; expected from, to and bytes for every flow");
        }
    }
    const auto read = [&](const char* key, auto parse, const std::string& expected) -> int64_t {
        const auto found = row.find(key);
        if (found == row.end())
        {
            return 0;
        }
        const auto value = parse(found->second);
        if (!value)
        {
            refuse(key, "is " + QuoteShort(found->second) + "; expected " + expected);
        }
        return value.value_or(0);
    };
    const int64_t ranks = job.graph.GetRankCount();
    const auto readRank = [&](const char* key) {
        return static_cast<uint32_t>(read(
            key,
            [ranks](const auto& text) { return ParseNumber<int64_t>(text, 0, ranks - 1); },
            "a rank of the job, 0 to " + std::to_string(ranks - 1)));
    };
    const auto atLeast = [](UnitScale scale, int64_t least, int64_t most) {
        return [=](const std::string& text) {
            const auto value = ParseQuantity(text, scale);
            return value && *value >= least && *value <= most ? value : std::nullopt;
        };
    };

    const uint32_t from = readRank("from");
    const uint32_t to = readRank("to");
    if (from == to)
    {
        refuse("to", "rank " + std::to_string(to) + " is also the sender; expected another rank");
    }
    const int64_t bytes =
        read("bytes", atLeast(&GetByteUnit, 1, INT64_MAX), "a size of 1 B or more, such as 64KiB");
    JobFlow flow;
    flow.maxRatebps = static_cast<uint64_t>(read("rate",
                                                 atLeast(&GetRateUnitbps, 1, INT64_MAX),
                                                 "a positive rate with its unit, such as 40Gbps"));
    if (const auto name = row.find("name"); name != row.end())
    {
        flow.name = name->second;
        if (!IsName(flow.name))
        {
            refuse("name",
                   "is " + QuoteShort(flow.name) +
                       "; expected printable ASCII without commas and quotes");
        }
    }
    const auto channel = static_cast<uint32_t>(job.flows.size());
    const uint32_t send =
        job.graph.AddTransfer(from, to, static_cast<uint64_t>(bytes), channel).first;
    const int64_t startPs = read("start",
                                 atLeast(&GetTimeUnitPs, 0, MAX_TIME_PS),
                                 "a time with its unit, at most 1000000s, such as 10us");
    job.graph.Edit(send, [&](auto& node) { node.timePs = startPs; });
    if (row.find("priority") != row.end())
    {
        const int64_t priority = read(
            "priority",
            [](const auto& text) { return ParseNumber<int64_t>(text, 0, PRIORITY_COUNT - 1); },
            "a priority from 0 to " + std::to_string(PRIORITY_COUNT - 1));
        job.graph.Edit(send,
                       [&](auto& node) { node.serviceLevel = static_cast<int16_t>(priority); });
    }
    job.flows.push_back(std::move(flow));
}

} // namespace ns3
