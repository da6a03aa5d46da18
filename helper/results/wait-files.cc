// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "wait-files.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

using Format = ResultFormat;

/** Time of a rank with one activity. */
struct WaitRow
{
    const FabricResult& result;
    const JobResult& job;
    uint32_t rank;
    const std::string& activity;
    int64_t ps;                                     //!< time in ps
    const JobAccount::Communication* communication; //!< null: not a kind of communication
};

/** A segment of the critical path. */
struct SegmentRow
{
    const FabricResult& result;
    const JobResult& job;
    const CriticalPath::Segment& segment;
};

/** @return true if there is an account of a job's time */
bool
HasWaits(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return std::any_of(result.jobs.begin(), result.jobs.end(), [](const auto& job) {
        return job.waits.has_value();
    });
}

/** @return a time of a kind of communication; empty for other activities */
ResultCell
GetTime(const WaitRow& row, int64_t JobAccount::Communication::*ps)
{
    return row.communication ? ResultCell(row.communication->*ps) : ResultCell();
}

} // namespace

ResultTable
MakeWaitTable()
{
    using Row = WaitRow;
    using Communication = JobAccount::Communication;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        MakeJobColumn<Row>(),
        {"rank",
         Format::COUNT,
         "number of the rank",
         [](auto& row) -> ResultCell { return row.rank; }},
        {"host",
         Format::COUNT,
         "host of the rank",
         [](auto& row) -> ResultCell { return row.job.waits->hostOfRank[row.rank]; }},
        {"activity",
         Format::TEXT,
         "compute, a kind of communication, or idle",
         [](auto& row) -> ResultCell { return row.activity; }},
        {"time_ns",
         Format::TIME,
         "time of computing or idling; for a kind, the time in progress",
         [](auto& row) -> ResultCell { return row.ps; }},
        {"exposed_ns",
         Format::TIME,
         "for a kind: its share of the time in which nothing computes",
         [](auto& row) { return GetTime(row, &Communication::exposedPs); }},
        {"late_sender_ns",
         Format::TIME,
         "part of exposed_ns: nothing moved, the peer was late",
         [](auto& row) { return GetTime(row, &Communication::lateSenderPs); }},
        {"hidden_ns",
         Format::TIME,
         "for a kind: it moved while something computed",
         [](auto& row) { return GetTime(row, &Communication::hiddenPs); }},
    };
    return MakeResultTable(
        "waits.csv",
        "A row per rank and activity of jobs that compute",
        &HasWaits,
        columns,
        [](auto&, auto& result, const auto& write) {
            const std::string compute = "compute";
            const std::string idle = "idle";
            for (const auto& job : result.jobs)
            {
                for (uint32_t rank = 0; job.waits && rank < job.waits->account.GetRanks().size();
                     ++rank)
                {
                    const auto& account = job.waits->account;
                    const auto& share = account.GetRanks()[rank];
                    write({result, job, rank, compute, share.computePs, nullptr});
                    for (size_t kind = 0; kind < share.communication.size(); ++kind)
                    {
                        const auto& communication = share.communication[kind];
                        write({result,
                               job,
                               rank,
                               account.GetKinds()[kind],
                               communication.inProgressPs,
                               &communication});
                    }
                    write({result, job, rank, idle, share.idlePs, nullptr});
                }
            }
        });
}

ResultTable
MakeCriticalPathTable()
{
    using Row = SegmentRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        MakeJobColumn<Row>(),
        {"start_ns",
         Format::TIME,
         "begin, from the start of the simulation",
         [](auto& row) -> ResultCell { return row.segment.fromPs; }},
        {"duration_ns",
         Format::TIME,
         "duration of the segment",
         [](auto& row) -> ResultCell { return row.segment.toPs - row.segment.fromPs; }},
        {"activity",
         Format::TEXT,
         "compute, a kind of communication, or waiting",
         [](auto& row) -> ResultCell { return row.job.waits->path.GetName(row.segment); }},
        {"label",
         Format::TEXT,
         "label of the operation or message in the graph; may be empty",
         [](auto& row) -> ResultCell { return row.job.waits->path.GetLabel(row.segment); }},
        {"rank",
         Format::COUNT,
         "rank that computed, sent or waited",
         [](auto& row) -> ResultCell { return row.segment.rank; }},
        {"host",
         Format::COUNT,
         "host of the rank",
         [](auto& row) -> ResultCell { return row.job.waits->hostOfRank[row.segment.rank]; }},
        {"peer_rank",
         Format::COUNT,
         "receiver of a message; else empty",
         [](auto& row) {
             return row.segment.peer != row.segment.rank ? ResultCell(row.segment.peer)
                                                         : ResultCell();
         }},
        {"size_bytes",
         Format::BYTES,
         "size of the message, reduction or copy; else 0",
         [](auto& row) -> ResultCell { return row.segment.bytes; }},
        {"own_ns",
         Format::TIME,
         "time of the operation, or of the message until its acknowledgement",
         [](auto& row) -> ResultCell { return row.segment.ownPs; }},
        {"median_ns",
         Format::TIME,
         "median of own_ns of similar ones; empty if there are none",
         [](auto& row) {
             return row.segment.medianPs > 0 ? ResultCell(row.segment.medianPs) : ResultCell();
         }},
    };
    return MakeResultTable("critical-path.csv",
                           "A row per segment of the critical path of a job, in the order of time",
                           &HasWaits,
                           columns,
                           [](auto&, auto& result, const auto& write) {
                               for (const auto& job : result.jobs)
                               {
                                   if (job.waits)
                                   {
                                       for (const auto& segment : job.waits->path.GetSegments())
                                       {
                                           write({result, job, segment});
                                       }
                                   }
                               }
                           });
}

} // namespace ns3
