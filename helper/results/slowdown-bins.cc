// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "slowdown-bins.h"

#include "ns3/csv-text.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <ostream>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** Size and slowdown of a message. */
using Message = std::pair<uint64_t, double>;

std::vector<Message>
GetMessages(const JobResult& job)
{
    std::vector<Message> messages;
    messages.reserve(job.records.size());
    for (size_t i = 0; i < job.records.size(); ++i)
    {
        if (job.HasSucceeded(i) && job.IsMeasured(i))
        {
            messages.emplace_back(job.records[i].bytes, job.GetSlowdown(i));
        }
    }
    std::sort(messages.begin(), messages.end());
    return messages;
}

/** @return the bin of the messages in [begin, end), which are sorted by size */
SlowdownBin
MakeBin(const std::vector<Message>& messages, size_t begin, size_t end)
{
    std::vector<double> values;
    values.reserve(end - begin);
    for (size_t i = begin; i < end; ++i)
    {
        values.push_back(messages[i].second);
    }
    if (messages[begin].first != messages[end - 1].first) // else they are sorted
    {
        std::sort(values.begin(), values.end());
    }
    const auto atRank = [&values](double share) {
        return values[NearestRank(values.size(), share)];
    };
    SlowdownBin bin;
    bin.minBytes = messages[begin].first;
    bin.maxBytes = messages[end - 1].first;
    bin.messages = values.size();
    bin.mean =
        std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    bin.p50 = atRank(0.5);
    bin.p95 = atRank(0.95);
    bin.p99 = atRank(0.99);
    bin.p999 = atRank(0.999);
    bin.largest = values.back();
    return bin;
}

/** @return see BinBySize() */
std::vector<SlowdownBin>
Bin(const std::vector<Message>& messages, size_t bins)
{
    std::vector<SlowdownBin> result;
    size_t begin = 0;
    for (size_t bin = 1; bin <= bins; ++bin)
    {
        size_t end = messages.size() * bin / bins;
        while (end > 0 && end < messages.size() && messages[end].first == messages[end - 1].first)
        {
            ++end;
        }
        if (end > begin)
        {
            result.push_back(MakeBin(messages, begin, end));
            begin = end;
        }
    }
    return result;
}

} // namespace

std::vector<SlowdownBin>
BinBySize(const JobResult& job, size_t bins)
{
    return Bin(GetMessages(job), bins);
}

std::vector<SlowdownBin>
BinByDecade(const JobResult& job)
{
    const auto messages = GetMessages(job);
    std::vector<SlowdownBin> result;
    size_t begin = 0;
    for (const uint64_t limit : SLOWDOWN_DECADES)
    {
        size_t end = begin;
        while (end < messages.size() && messages[end].first <= limit)
        {
            ++end;
        }
        if (end > begin)
        {
            result.push_back(MakeBin(messages, begin, end));
            result.back().limitBytes = limit;
            begin = end;
        }
    }
    return result;
}

void
WriteSlowdowns(std::ostream& out, const std::vector<FabricResult>& results)
{
    constexpr size_t BINS = 20;
    out << "fabric,job,bin,min_bytes,max_bytes,messages,slowdown_mean,slowdown_p50,slowdown_p95,"
           "slowdown_p99,slowdown_p999,slowdown_max\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            const auto write = [&](const std::string& name, const SlowdownBin& bin) {
                char values[200];
                std::snprintf(values,
                              sizeof(values),
                              "%.6f,%.6f,%.6f,%.6f,%.6f,%.6f",
                              bin.mean,
                              bin.p50,
                              bin.p95,
                              bin.p99,
                              bin.p999,
                              bin.largest);
                out << Quote(result.label) << ',' << Quote(job.name) << ',' << name << ','
                    << bin.minBytes << ',' << bin.maxBytes << ',' << bin.messages << ',' << values
                    << '\n';
            };
            size_t number = 0;
            const auto messages = GetMessages(job);
            for (const auto& all : Bin(messages, 1))
            {
                write("all", all);
            }
            for (const auto& bin : Bin(messages, BINS))
            {
                write(std::to_string(++number), bin);
            }
        }
    }
}

} // namespace ns3
