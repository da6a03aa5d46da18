// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "table-files.h"

#include "summary-columns.h"

#include "ns3/csv-text.h"

#include <algorithm>
#include <ostream>
#include <string>

namespace ns3
{

namespace
{

const char*
GetStatus(const MessageRecord& record)
{
    if (record.finishedPs == MessageRecord::NOT_YET)
    {
        return "unfinished";
    }
    return record.failure ? record.failure : "success";
}

/**
 * @param rows gets a row
 * @param head fabric and job, quoted, each with its comma
 * @param job job of the message
 * @param i index of the message
 */
void
AddFlow(RowWriter& rows, const std::string& head, const JobResult& job, size_t i)
{
    const auto record = job.records[i];
    const bool ended = record.finishedPs != MessageRecord::NOT_YET;
    rows.Add(head);
    for (const uint64_t number : {uint64_t{record.sourceHost},
                                  uint64_t{record.destHost},
                                  uint64_t{record.channel},
                                  uint64_t{record.serviceLevel},
                                  record.bytes})
    {
        rows.AddInteger(number);
        rows.Add(',');
    }
    rows.AddNs(record.startPs);
    rows.Add(',');
    if (ended)
    {
        rows.AddNs(record.finishedPs - record.startPs);
    }
    rows.Add(',');
    rows.AddNs(job.GetIdealPs(i));
    rows.Add(',');
    if (ended)
    {
        rows.AddDecimal(job.GetSlowdown(i), 6);
    }
    rows.Add(',');
    if (record.arrivedPs != MessageRecord::NOT_YET)
    {
        rows.AddNs(record.arrivedPs - record.startPs);
    }
    rows.Add(',');
    rows.Add(GetStatus(record));
    rows.Add(',');
    rows.AddNs(job.GetWirePs(i));
    rows.Add(job.northSouth ? ",north-south" : job.IsScaleUp(record) ? ",nvlink" : ",fabric");
    if (job.HasWindow())
    {
        rows.Add(job.IsMeasured(i) ? ",1" : ",0");
    }
    rows.Add('\n');
}

} // namespace

void
WriteFlows(std::ostream& out, const std::vector<FabricResult>& results)
{
    const bool window = std::any_of(results.begin(), results.end(), [](const auto& result) {
        return !result.jobs.empty() && result.jobs.front().HasWindow();
    });
    out << "fabric,job,source_host,dest_host,channel,priority,size_bytes,start_ns,fct_ns,ideal_ns,"
           "slowdown,one_way_ns,status,wire_ns,network"
        << (window ? ",measured\n" : "\n");
    RowWriter rows(out);
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            const std::string head = Quote(result.label) + ',' + Quote(job.name) + ',';
            for (size_t i = 0; i < job.records.size(); ++i)
            {
                AddFlow(rows, head, job, i);
            }
        }
    }
}

void
WriteSummary(std::ostream& out, const std::vector<FabricResult>& results)
{
    using Presence = SummaryColumn::Presence;
    const auto isPresent = [&](const SummaryColumn& column) {
        return column.presence == Presence::ALWAYS ||
               std::any_of(results.begin(), results.end(), [&](const FabricResult& result) {
                   return column.presence == Presence::NORTH_SOUTH
                              ? result.northSouthStatistics.has_value()
                              : std::any_of(result.jobs.begin(),
                                            result.jobs.end(),
                                            [](const auto& job) { return !job.requests.empty(); });
               });
    };
    std::vector<SummaryColumn> columns;
    for (const auto& column : GetSummaryColumns())
    {
        if (isPresent(column))
        {
            out << (columns.empty() ? "" : ",") << column.name;
            columns.push_back(column);
        }
    }
    out << '\n';
    const auto write = [&](const SummaryRow& row) {
        for (const auto& column : columns)
        {
            out << (&column == &columns.front() ? "" : ",") << column.text(row);
        }
        out << '\n';
    };
    for (const auto& result : results)
    {
        std::vector<InferenceRequest> all;
        for (const auto& job : result.jobs)
        {
            all.insert(all.end(), job.requests.begin(), job.requests.end());
        }
        write({result, nullptr, SummarizeRequests(all)});
        for (const auto& job : result.jobs)
        {
            write({result, &job, SummarizeRequests(job.requests)});
        }
    }
}

void
WriteQueues(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,time_ns,queue,link,queue_bytes,sent_packets,sent_frame_bytes\n";
    for (const auto& result : results)
    {
        const std::string head = Quote(result.label) + ',';
        for (const auto& sample : result.queueSamples)
        {
            const auto& queue = result.queues[sample.queue];
            out << head << FormatNs(sample.timePs) << ',' << Quote(queue.name) << ',' << queue.link
                << ',' << sample.queueBytes << ',' << sample.sentPackets << ','
                << sample.sentFrameBytes << '\n';
        }
    }
}

void
WriteRates(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,time_ns,job,source_host,dest_host,channel,priority,queue_pair,rate_bps,"
           "acknowledged_bytes,window_bytes\n";
    for (const auto& result : results)
    {
        const std::string head = Quote(result.label) + ',';
        for (const auto& sample : result.rateSamples)
        {
            out << head << FormatNs(sample.timePs) << ','
                << (sample.job < 0 ? "" : Quote(result.jobs[sample.job].name)) << ','
                << sample.sourceHost << ',' << sample.destHost << ',' << sample.channel << ','
                << unsigned{sample.serviceLevel} << ',' << sample.queuePair << ',' << sample.ratebps
                << ',' << sample.acknowledgedBytes << ',';
            if (sample.windowBytes != FabricSampler::NO_WINDOW)
            {
                out << sample.windowBytes;
            }
            out << '\n';
        }
    }
}

void
WriteBackgroundFlows(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,background,source_host,dest_host,received_bytes,duration_ns,goodput_Gbps\n";
    for (const auto& result : results)
    {
        for (const auto& traffic : result.background)
        {
            for (const auto& flow : traffic.flows)
            {
                out << Quote(result.label) << ',' << Quote(traffic.name) << ',' << flow.sourceHost
                    << ',' << flow.destHost << ',' << flow.receivedBytes << ','
                    << FormatNs(traffic.durationPs) << ','
                    << FormatDecimal(traffic.GetGoodputbps(flow.receivedBytes) / 1e9, 6) << '\n';
            }
        }
    }
}

} // namespace ns3
