// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "table-files.h"

#include "request-results.h"

#include "ns3/csv-text.h"

#include <algorithm>
#include <cmath>
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

/**
 * Writes TTFT and TPOT of requests, each with a comma behind it; both are empty without requests.
 */
void
WriteRequestColumns(std::ostream& out, const std::vector<InferenceRequest>& requests)
{
    const auto summary = SummarizeRequests(requests);
    for (const auto& times : {summary.ttft, summary.tpot})
    {
        for (const double ps : {times.p50, times.p99})
        {
            out << (ps > 0 ? FormatNs(std::llround(ps)) : "") << ',';
        }
    }
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
    const auto serves = [](const JobResult& job) { return !job.requests.empty(); };
    const bool requests = std::any_of(results.begin(), results.end(), [&](const auto& result) {
        return std::any_of(result.jobs.begin(), result.jobs.end(), serves);
    });
    const bool northSouth =
        std::any_of(results.begin(), results.end(), [](const FabricResult& result) {
            return result.northSouthStatistics.has_value();
        });
    out << "fabric,job,complete,completion_ns,ideal_ns,percent_of_ideal,algbw_GBps,busbw_GBps,"
           "messages,slowdown_p50,slowdown_p99,slowdown_max,gpu_idle_percent,pfc_pause_ns,"
           "credit_stall_ns,ecn_marks,cnps,largest_queue_bytes,drops,pause_frames,data_packet_hops,"
           "packet_hops,"
           "events,wall_s,nvlink_packet_hops,nvlink_bytes,nvlink_stall_ns,nvlink_queue_bytes,"
        << (northSouth ? "north_south_packet_hops,north_south_bytes,north_south_pause_ns,"
                         "north_south_stall_ns,north_south_ecn_marks,north_south_cnps,"
                         "north_south_queue_bytes,north_south_drops,"
                       : "")
        << (requests ? "ttft_p50_ns,ttft_p99_ns,tpot_p50_ns,tpot_p99_ns," : "") << "seed\n";
    const auto slowdown = [&out](const MessageSlowdown& s) {
        for (const double value : {s.median, s.p99, s.largest})
        {
            out << (s.largest > 0 ? FormatDecimal(value, 6) : "") << ',';
        }
    };
    for (const auto& result : results)
    {
        const auto& statistics = result.statistics;
        size_t messages = 0;
        for (const auto& job : result.jobs)
        {
            messages += job.CountMeasured();
        }
        const bool complete = result.IsComplete();
        out << Quote(result.label) << ",all," << complete << ','
            << (complete ? FormatNs(result.durationPs) : "") << ",,,,," << messages << ',';
        slowdown(result.slowdown);
        out << FormatDecimal(100 * result.idleFraction, 3) << ',' << FormatNs(statistics.pfcPausePs)
            << ',' << FormatNs(statistics.creditStallPs) << ',' << statistics.ecnMarks << ','
            << statistics.cnps << ',' << statistics.largestQueueBytes << ',' << statistics.drops
            << ',' << statistics.pauseFrames << ',' << statistics.dataPacketHops << ','
            << statistics.packetHops << ',' << result.events << ','
            << FormatDecimal(result.wallSeconds, 3);
        const auto scaleUp = result.scaleUpStatistics.value_or(FabricStatistics());
        out << ',' << scaleUp.packetHops << ',' << scaleUp.deliveredBytes << ','
            << FormatNs(scaleUp.creditStallPs) << ',' << scaleUp.largestQueueBytes << ',';
        if (const auto& counts = result.northSouthStatistics)
        {
            out << counts->packetHops << ',' << counts->deliveredBytes << ','
                << FormatNs(counts->pfcPausePs) << ',' << FormatNs(counts->creditStallPs) << ','
                << counts->ecnMarks << ',' << counts->cnps << ',' << counts->largestQueueBytes
                << ',' << counts->drops << ',';
        }
        if (requests)
        {
            std::vector<InferenceRequest> all;
            for (const auto& job : result.jobs)
            {
                all.insert(all.end(), job.requests.begin(), job.requests.end());
            }
            WriteRequestColumns(out, all);
        }
        out << result.seed << '\n';
        for (const auto& job : result.jobs)
        {
            out << Quote(result.label) << ',' << Quote(job.name) << ',' << job.complete << ','
                << (job.complete ? FormatNs(job.durationPs) : "") << ','
                << FormatNs(job.idealDurationPs) << ','
                << (job.complete ? FormatDecimal(job.GetPercentOfIdeal(), 3) : "") << ',';
            if (job.complete && job.collectiveBytes > 0)
            {
                out << FormatDecimal(job.GetAlgorithmBandwidth() / 1e9, 4) << ','
                    << FormatDecimal(job.GetBusBandwidth() / 1e9, 4);
            }
            else
            {
                out << ',';
            }
            out << ',' << job.CountMeasured() << ',';
            slowdown(job.slowdown);
            out << FormatDecimal(100 * job.idleFraction, 3) << ",,,,,,,,,,,,,,,,"
                << (northSouth ? ",,,,,,,," : "");
            if (requests)
            {
                WriteRequestColumns(out, job.requests);
            }
            out << result.seed << '\n';
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
