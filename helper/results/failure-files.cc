// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "failure-files.h"

#include "ns3/csv-text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

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

void
WriteFailures(std::ostream& out, const std::vector<FabricResult>& results, bool retries)
{
    out << "fabric,failure,kind,what,begin_ns,end_ns,lost_packets,lost_bytes,dropped_packets,"
           "retransmitted_packets,timeouts,job,standstill_ns"
        << (retries ? ",replayed_frames\n" : "\n");
    for (const auto& result : results)
    {
        for (size_t i = 0; i < result.faults.size(); ++i)
        {
            const auto& fault = result.faults[i];
            const std::string head =
                Quote(result.label) + ',' + std::to_string(i) + ',' + Quote(fault.kind) + ',' +
                Quote(fault.what) + ',' + FormatNs(fault.beginPs) + ',' +
                (fault.endPs < 0 ? "" : FormatNs(fault.endPs)) + ',' +
                std::to_string(fault.lostPackets) + ',' + std::to_string(fault.lostBytes) + ',' +
                std::to_string(fault.droppedPackets) + ',' +
                std::to_string(fault.retransmittedPackets) + ',' + std::to_string(fault.timeouts) +
                ',';
            const std::string tail =
                retries ? ',' + std::to_string(fault.replayedFrames) + '\n' : "\n";
            for (size_t job = 0; job < result.jobs.size(); ++job)
            {
                out << head << Quote(result.jobs[job].name) << ','
                    << FormatNs(fault.standstillPs[job]) << tail;
            }
        }
    }
}

} // namespace ns3
