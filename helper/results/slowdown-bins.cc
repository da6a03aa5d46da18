// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "slowdown-bins.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

using Format = ResultFormat;

/** A bin of a job's messages. */
struct BinRow
{
    const FabricResult& result;
    const JobResult& job;
    std::string name; //!< "all", or the number of the bin
    const SlowdownBin& bin;
};

/** The slowdowns of a job's messages, grouped by size. */
struct Slowdowns
{
    std::vector<uint64_t> sizes; //!< bytes, ascending
    std::vector<size_t> begin;   //!< by size: index of its first value; at the end, the number of
                                 //!< values
    std::vector<double> values;  //!< values of one size, in the order of their posts

    /** @param message index of a value @return index of its size */
    size_t GetSizeOf(size_t message) const
    {
        return std::upper_bound(begin.begin(), begin.end(), message) - begin.begin() - 1;
    }
};

/** @return slowdowns of the messages that succeeded and count */
Slowdowns
GetSlowdowns(const JobResult& job)
{
    // Messages have few kinds, so kinds are sorted instead of messages.
    const auto& kinds = job.records.GetKinds();
    Slowdowns result;
    for (const auto& kind : kinds)
    {
        result.sizes.push_back(kind.bytes);
    }
    std::sort(result.sizes.begin(), result.sizes.end());
    result.sizes.erase(std::unique(result.sizes.begin(), result.sizes.end()), result.sizes.end());
    std::vector<size_t> sizeOfKind;
    for (const auto& kind : kinds)
    {
        sizeOfKind.push_back(
            std::lower_bound(result.sizes.begin(), result.sizes.end(), kind.bytes) -
            result.sizes.begin());
    }
    const auto forEach = [&](const auto& visit) {
        for (size_t i = 0; i < job.records.size(); ++i)
        {
            if (job.HasSucceeded(i) && job.IsMeasured(i))
            {
                visit(i, sizeOfKind[job.records.GetKind(i)]);
            }
        }
    };
    result.begin.assign(result.sizes.size() + 1, 0);
    forEach([&](size_t, size_t size) { ++result.begin[size + 1]; });
    std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
    result.values.resize(result.begin.back());
    auto end = result.begin;
    forEach([&](size_t i, size_t size) { result.values[end[size]++] = job.GetSlowdown(i); });
    return result;
}

/** @return bin of the messages in [begin, end) */
SlowdownBin
MakeBin(const Slowdowns& all, size_t begin, size_t end)
{
    std::vector<double> values(all.values.begin() + static_cast<std::ptrdiff_t>(begin),
                               all.values.begin() + static_cast<std::ptrdiff_t>(end));
    SlowdownBin bin;
    bin.minBytes = all.sizes[all.GetSizeOf(begin)];
    bin.maxBytes = all.sizes[all.GetSizeOf(end - 1)];
    bin.messages = values.size();
    bin.mean =
        std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    auto rest = values.begin(); // all values before are not greater
    const auto atRank = [&](double share) {
        const auto position =
            values.begin() + static_cast<std::ptrdiff_t>(NearestRank(values.size(), share));
        std::nth_element(rest, position, values.end());
        rest = position;
        return *position;
    };
    bin.p50 = atRank(0.5);
    bin.p95 = atRank(0.95);
    bin.p99 = atRank(0.99);
    bin.p999 = atRank(0.999);
    bin.largest = *std::max_element(rest, values.end());
    return bin;
}

/** @return result of BinBySize() */
std::vector<SlowdownBin>
Bin(const Slowdowns& all, size_t bins)
{
    std::vector<SlowdownBin> result;
    size_t begin = 0;
    for (size_t bin = 1; bin <= bins; ++bin)
    {
        const size_t least = all.values.size() * bin / bins;
        const size_t end = *std::lower_bound(all.begin.begin(), all.begin.end(), least);
        if (end > begin)
        {
            result.push_back(MakeBin(all, begin, end));
            begin = end;
        }
    }
    return result;
}

} // namespace

std::vector<SlowdownBin>
BinBySize(const JobResult& job, size_t bins)
{
    return Bin(GetSlowdowns(job), bins);
}

std::vector<SlowdownBin>
BinByDecade(const JobResult& job)
{
    const auto all = GetSlowdowns(job);
    std::vector<SlowdownBin> result;
    size_t begin = 0;
    for (const uint64_t limit : SLOWDOWN_DECADES)
    {
        const auto next = std::upper_bound(all.sizes.begin(), all.sizes.end(), limit);
        const size_t end = all.begin[next - all.sizes.begin()];
        if (end > begin)
        {
            result.push_back(MakeBin(all, begin, end));
            result.back().limitBytes = limit;
            begin = end;
        }
    }
    return result;
}

ResultTable
MakeSlowdownTable()
{
    using Row = BinRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        MakeJobColumn<Row>(),
        {"bin",
         Format::TEXT,
         "all, or the number of the bin, by size",
         [](auto& row) -> ResultCell { return row.name; }},
        {"min_bytes",
         Format::BYTES,
         "smallest message of the bin",
         [](auto& row) -> ResultCell { return row.bin.minBytes; }},
        {"max_bytes",
         Format::BYTES,
         "largest message of the bin",
         [](auto& row) -> ResultCell { return row.bin.maxBytes; }},
        {"messages",
         Format::COUNT,
         "number of successful messages",
         [](auto& row) -> ResultCell { return row.bin.messages; }},
        {"slowdown_mean",
         Format::RATIO,
         "mean of fct_ns / ideal_ns",
         [](auto& row) -> ResultCell { return row.bin.mean; },
         {"FCT slowdown mean", ResultMetric::LESS}},
        {"slowdown_p50",
         Format::RATIO,
         "median, by nearest rank",
         [](auto& row) -> ResultCell { return row.bin.p50; }},
        {"slowdown_p95",
         Format::RATIO,
         "95th percentile",
         [](auto& row) -> ResultCell { return row.bin.p95; },
         {"FCT slowdown p95", ResultMetric::LESS}},
        {"slowdown_p99",
         Format::RATIO,
         "99th percentile",
         [](auto& row) -> ResultCell { return row.bin.p99; }},
        {"slowdown_p999",
         Format::RATIO,
         "99.9th percentile",
         [](auto& row) -> ResultCell { return row.bin.p999; },
         {"FCT slowdown p99.9", ResultMetric::LESS}},
        {"slowdown_max",
         Format::RATIO,
         "maximum",
         [](auto& row) -> ResultCell { return row.bin.largest; }},
    };
    return MakeResultTable("slowdown.csv",
                           "A row for all messages of a job, and a row per bin of similar sizes",
                           nullptr,
                           columns,
                           [](auto&, auto& result, const auto& write) {
                               constexpr size_t BINS = 20;
                               for (const auto& job : result.jobs)
                               {
                                   const auto slowdowns = GetSlowdowns(job);
                                   for (const auto& all : Bin(slowdowns, 1))
                                   {
                                       write({result, job, "all", all});
                                   }
                                   size_t number = 0;
                                   for (const auto& bin : Bin(slowdowns, BINS))
                                   {
                                       write({result, job, std::to_string(++number), bin});
                                   }
                               }
                           });
}

} // namespace ns3
