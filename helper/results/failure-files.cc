// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "failure-files.h"

#include "link-files.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

using Format = ResultFormat;

/** A fault and a job. */
struct FaultRow
{
    const FabricResult& result;
    size_t number; //!< index of the fault
    const FaultResult& fault;
    size_t jobNumber; //!< index of the job
    const JobResult& job;
};

/** @return end times of a job's messages, ascending */
std::vector<int64_t>
GetEnds(const JobResult& job)
{
    std::vector<int64_t> ends;
    for (size_t i = 0; i < job.records.size(); ++i)
    {
        if (job.HasSucceeded(i))
        {
            ends.push_back(job.records[i].finishedPs);
        }
    }
    std::sort(ends.begin(), ends.end());
    return ends;
}

/** @return longest time without an end between two times */
int64_t
FindLongest(const std::vector<int64_t>& ends, int64_t fromPs, int64_t untilPs)
{
    int64_t longest = 0;
    int64_t before = fromPs;
    for (auto end = std::lower_bound(ends.begin(), ends.end(), fromPs); end != ends.end(); ++end)
    {
        if (*end >= untilPs)
        {
            break;
        }
        longest = std::max(longest, *end - before);
        before = *end;
    }
    return std::max(longest, untilPs - before);
}

/** @return losses of a job with checkpoints between two times, in ps; empty: it has none */
std::optional<int64_t>
SumLosses(const JobResult& job, int64_t fromPs, int64_t untilPs)
{
    if (!job.losses)
    {
        return std::nullopt;
    }
    int64_t sum = 0;
    for (const auto& loss : *job.losses)
    {
        sum += loss.atPs >= fromPs && loss.atPs < untilPs ? loss.lostPs : 0;
    }
    return sum;
}

/** @return true if a job has checkpoints */
bool
AnyCheckpoints(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return std::any_of(result.jobs.begin(), result.jobs.end(), [](const auto& job) {
        return job.losses.has_value();
    });
}

} // namespace

void
FindStandstills(FabricResult& result)
{
    for (const auto& job : result.jobs)
    {
        const auto ends = GetEnds(job);
        for (size_t i = 0; i < result.faults.size(); ++i)
        {
            auto& fault = result.faults[i];
            const int64_t nextPs =
                i + 1 < result.faults.size() ? result.faults[i + 1].beginPs : result.endPs;
            // A job that is not complete stands still until the end of the run.
            const int64_t lastPs = job.complete ? (ends.empty() ? 0 : ends.back()) : nextPs;
            const int64_t untilPs = std::min(nextPs, lastPs);
            fault.standstillPs.push_back(
                fault.beginPs < untilPs ? FindLongest(ends, fault.beginPs, untilPs) : 0);
            fault.lostPs.push_back(SumLosses(job, i == 0 ? 0 : fault.beginPs, nextPs));
        }
    }
}

void
NoteIdleFaults(FabricResult& result)
{
    std::map<size_t, std::vector<const FaultResult*>> faults; // by index of the failure
    for (const auto& fault : result.faults)
    {
        faults[fault.failure].push_back(&fault);
    }
    for (const auto& [failure, all] : faults)
    {
        std::vector<const FaultResult*> idle;
        std::copy_if(all.begin(), all.end(), std::back_inserter(idle), [](const auto* fault) {
            return fault->carriedNothing;
        });
        if (!idle.empty())
        {
            const std::string more =
                idle.size() > 1 ? " and " + std::to_string(idle.size() - 1) + " more" : "";
            const std::string share =
                all.size() > 1 ? " (of " + std::to_string(all.size()) + " faults)" : "";
            result.notes.push_back("failure " + idle.front()->kind + ' ' + idle.front()->what +
                                   more + share +
                                   ": the links carried no data in this run, before it or since");
        }
    }
}

ResultTable
MakeFailureTable()
{
    using Row = FaultRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        {"failure",
         Format::COUNT,
         "number of the fault, in the order in which they began",
         [](auto& row) -> ResultCell { return row.number; }},
        {"kind",
         Format::TEXT,
         "type of the failure; of failure-rates that of the fault",
         [](auto& row) -> ResultCell { return row.fault.kind; }},
        {"what",
         Format::TEXT,
         "the part that failed",
         [](auto& row) -> ResultCell { return row.fault.what; }},
        {"begin_ns",
         Format::TIME,
         "time of its begin",
         [](auto& row) -> ResultCell { return row.fault.beginPs; }},
        {"end_ns",
         Format::TIME,
         "time of its end; empty: not in this run",
         [](auto& row) {
             return row.fault.endPs < 0 ? ResultCell() : ResultCell(row.fault.endPs);
         }},
        {"lost_packets",
         Format::COUNT,
         "packets lost on its links during the fault",
         [](auto& row) -> ResultCell { return row.fault.lostPackets; }},
        {"lost_bytes",
         Format::BYTES,
         "frame bytes of these packets",
         [](auto& row) -> ResultCell { return row.fault.lostBytes; }},
        {"dropped_packets",
         Format::COUNT,
         "packets dropped by all switches for want of a link, until the next fault begins",
         [](auto& row) -> ResultCell { return row.fault.droppedPackets; }},
        {"retransmitted_packets",
         Format::COUNT,
         "packets resent by all queue pairs, until the next fault begins",
         [](auto& row) -> ResultCell { return row.fault.retransmittedPackets; }},
        {"timeouts",
         Format::COUNT,
         "timeouts of all queue pairs, until the next fault begins",
         [](auto& row) -> ResultCell { return row.fault.timeouts; }},
        MakeJobColumn<Row>(),
        {"standstill_ns",
         Format::TIME,
         "longest time without the end of a message of the job, from the begin of the fault to the "
         "next fault or the end of the job",
         [](auto& row) -> ResultCell { return row.fault.standstillPs[row.jobNumber]; }},
        {"lost_ns",
         Format::TIME,
         "only if a job has checkpoints: its work done again, its standstill and its loading, from "
         "the begin of the fault to the next fault",
         [](auto& row) {
             const auto& lostPs = row.fault.lostPs[row.jobNumber];
             return lostPs ? ResultCell(*lostPs) : ResultCell();
         },
         {},
         &AnyCheckpoints},
        {"replayed_frames",
         Format::COUNT,
         "only if a fabric has linkRetry: frames resent by its links during the fault",
         [](auto& row) -> ResultCell { return row.fault.replayedFrames; },
         {},
         &AnyRetries},
    };
    return MakeResultTable(
        "failures.csv",
        "A row per fault and job; only with failures",
        [](auto& scenario, auto&) { return !scenario.failures.empty(); },
        columns,
        [](auto&, auto& result, const auto& write) {
            for (size_t i = 0; i < result.faults.size(); ++i)
            {
                for (size_t job = 0; job < result.jobs.size(); ++job)
                {
                    write({result, i, result.faults[i], job, result.jobs[job]});
                }
            }
        });
}

} // namespace ns3
