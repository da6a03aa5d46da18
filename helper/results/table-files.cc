// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "table-files.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

using Format = ResultFormat;

/** A message of a job. */
struct FlowRow
{
    const FabricResult& result;
    const JobResult& job;
    size_t message;       //!< index of its record
    MessageRecord record; //!< its record

    bool HasEnded() const
    {
        return record.finishedPs != MessageRecord::NOT_YET;
    }
};

/** A sample of a queue. */
struct QueueRow
{
    const FabricResult& result;
    const FabricSampler::Queue& queue;
    const FabricSampler::QueueSample& sample;
};

/** A sample of a sender. */
struct RateRow
{
    const FabricResult& result;
    const FabricSampler::RateSample& sample;
};

/** A flow of background traffic. */
struct BackgroundRow
{
    const FabricResult& result;
    const BackgroundResult& traffic;
    const BackgroundResult::Flow& flow;
};

bool
HasWindow(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return !result.jobs.empty() && result.jobs.front().HasWindow();
}

/** @return true if a flow of a job is as asked */
template <typename Test>
bool
AnyFlow(const FabricResult& result, Test test)
{
    return std::any_of(result.jobs.begin(), result.jobs.end(), [test](const auto& job) {
        return std::any_of(job.flows.begin(), job.flows.end(), test);
    });
}

bool
HasNames(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return AnyFlow(result, [](const JobFlow& flow) { return !flow.name.empty(); });
}

bool
HasLimits(const FabricScenario& /*scenario*/, const FabricResult& result)
{
    return AnyFlow(result, [](const JobFlow& flow) { return flow.maxRatebps > 0; });
}

} // namespace

ResultTable
MakeFlowTable()
{
    using Row = FlowRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        MakeJobColumn<Row>(),
        {"source_host",
         Format::COUNT,
         "index of the sending host",
         [](auto& row) -> ResultCell { return row.record.sourceHost; }},
        {"dest_host",
         Format::COUNT,
         "index of the receiving host",
         [](auto& row) -> ResultCell { return row.record.destHost; }},
        {"channel",
         Format::COUNT,
         "number of the queue pair between the two",
         [](auto& row) -> ResultCell { return row.record.channel; }},
        {"priority",
         Format::COUNT,
         "priority or virtual lane",
         [](auto& row) -> ResultCell { return row.record.serviceLevel; }},
        {"size_bytes",
         Format::BYTES,
         "payload",
         [](auto& row) -> ResultCell { return row.record.bytes; }},
        {"start_ns",
         Format::TIME,
         "time of posting, from the start of the simulation",
         [](auto& row) -> ResultCell { return row.record.startPs; }},
        {"fct_ns",
         Format::TIME,
         "time from posting to the last acknowledgement; empty if unfinished",
         [](auto& row) {
             return row.HasEnded() ? ResultCell(row.record.finishedPs - row.record.startPs)
                                   : ResultCell();
         }},
        {"ideal_ns",
         Format::TIME,
         "the same on an idle network; see ideal-time.rst",
         [](auto& row) -> ResultCell { return row.job.GetIdealPs(row.message); }},
        {"slowdown",
         Format::RATIO,
         "fct_ns / ideal_ns; empty if unfinished",
         [](auto& row) {
             return row.HasEnded() ? ResultCell(row.job.GetSlowdown(row.message)) : ResultCell();
         }},
        {"one_way_ns",
         Format::TIME,
         "time from posting to the arrival of the last byte; empty without arrival",
         [](auto& row) {
             return row.record.arrivedPs != MessageRecord::NOT_YET
                        ? ResultCell(row.record.arrivedPs - row.record.startPs)
                        : ResultCell();
         }},
        {"status",
         Format::TEXT,
         "success, retry-exceeded, flushed or unfinished",
         [](auto& row) -> ResultCell {
             return !row.HasEnded()      ? "unfinished"
                    : row.record.failure ? row.record.failure
                                         : "success";
         }},
        {"wire_ns",
         Format::TIME,
         "lower bound from the wires alone, the same for every fabric; see ideal-time.rst",
         [](auto& row) -> ResultCell { return row.job.GetWirePs(row.message); }},
        {"network",
         Format::TEXT,
         "fabric, nvlink inside a server (see servers.rst), or north-south, whose hosts are the "
         "servers (see topologies.rst)",
         [](auto& row) -> ResultCell {
             return row.job.northSouth              ? "north-south"
                    : row.job.IsScaleUp(row.record) ? "nvlink"
                                                    : "fabric";
         }},
        {"measured",
         Format::COUNT,
         "only with measure: 1 if it begins in the window, else 0",
         [](auto& row) -> ResultCell { return row.job.IsMeasured(row.message); },
         {},
         &HasWindow},
        {"flow",
         Format::TEXT,
         "only with named flows: name of its flow",
         [](auto& row) -> ResultCell { return row.job.GetFlow(row.record.channel).name; },
         {},
         &HasNames},
        {"max_rate_bps",
         Format::BIT_RATE,
         "only with limits of flows: largest rate of its sender on the wire; empty without a limit",
         [](auto& row) {
             const uint64_t ratebps = row.job.GetFlow(row.record.channel).maxRatebps;
             return ratebps > 0 ? ResultCell(ratebps) : ResultCell();
         },
         {},
         &HasLimits},
    };
    return MakeResultTable("flows.csv",
                           "A row per message",
                           nullptr,
                           columns,
                           [](auto&, auto& result, const auto& write) {
                               for (const auto& job : result.jobs)
                               {
                                   for (size_t i = 0; i < job.records.size(); ++i)
                                   {
                                       write({result, job, i, job.records[i]});
                                   }
                               }
                           });
}

ResultTable
MakeQueueTable()
{
    using Row = QueueRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        {"time_ns",
         Format::TIME,
         "time of the sample",
         [](auto& row) -> ResultCell { return row.sample.timePs; }},
        {"queue",
         Format::TEXT,
         "nodes of its link, and the priority if the scenario names one",
         [](auto& row) -> ResultCell { return row.queue.name; }},
        {"link",
         Format::COUNT,
         "number of its link in the topology; those of further networks (planes, north-south) go "
         "on from there",
         [](auto& row) -> ResultCell { return row.queue.link; }},
        {"queue_bytes",
         Format::BYTES,
         "waiting frames, without the frame on the wire",
         [](auto& row) -> ResultCell { return row.sample.queueBytes; }},
        {"sent_packets",
         Format::COUNT,
         "packets sent by the port since the start, without link control",
         [](auto& row) -> ResultCell { return row.sample.sentPackets; }},
        {"sent_frame_bytes",
         Format::BYTES,
         "frame bytes of these packets; the port was busy for 20 B more per frame (RoCEv2)",
         [](auto& row) -> ResultCell { return row.sample.sentFrameBytes; }},
    };
    return MakeResultTable(
        "queues.csv",
        "A row per sample of a queue; only with output.samples.queues",
        [](auto&, auto& result) { return !result.queueSamples.empty(); },
        columns,
        [](auto&, auto& result, const auto& write) {
            for (const auto& sample : result.queueSamples)
            {
                write({result, result.queues[sample.queue], sample});
            }
        });
}

ResultTable
MakeRateTable()
{
    using Row = RateRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        {"time_ns",
         Format::TIME,
         "time of the sample",
         [](auto& row) -> ResultCell { return row.sample.timePs; }},
        {"job",
         Format::TEXT,
         "name of the job; empty without a job",
         [](auto& row) {
             return row.sample.job < 0 ? ResultCell()
                                       : ResultCell(row.result.jobs[row.sample.job].name);
         }},
        {"source_host",
         Format::COUNT,
         "index of the sending host",
         [](auto& row) -> ResultCell { return row.sample.sourceHost; }},
        {"dest_host",
         Format::COUNT,
         "index of the receiving host",
         [](auto& row) -> ResultCell { return row.sample.destHost; }},
        {"channel",
         Format::COUNT,
         "channel of its messages",
         [](auto& row) -> ResultCell { return row.sample.channel; }},
        {"priority",
         Format::COUNT,
         "priority or virtual lane of its messages",
         [](auto& row) -> ResultCell { return row.sample.serviceLevel; }},
        {"queue_pair",
         Format::COUNT,
         "number of the queue pair at the source; a channel may have several",
         [](auto& row) -> ResultCell { return row.sample.queuePair; }},
        {"rate_bps",
         Format::BIT_RATE,
         "rate on the wire allowed by congestion control or transport",
         [](auto& row) -> ResultCell { return row.sample.ratebps; }},
        {"acknowledged_bytes",
         Format::BYTES,
         "payload since the start; its differences are mean rates",
         [](auto& row) -> ResultCell { return row.sample.acknowledgedBytes; }},
        {"window_bytes",
         Format::BYTES,
         "payload that may be unacknowledged by the congestion control; empty without a window",
         [](auto& row) {
             return row.sample.windowBytes == FabricSampler::NO_WINDOW
                        ? ResultCell()
                        : ResultCell(row.sample.windowBytes);
         }},
        {"flow",
         Format::TEXT,
         "only with named flows: name of its flow",
         [](auto& row) {
             return row.sample.job < 0
                        ? ResultCell()
                        : ResultCell(
                              row.result.jobs[row.sample.job].GetFlow(row.sample.channel).name);
         },
         {},
         &HasNames},
    };
    return MakeResultTable(
        "rates.csv",
        "A row per sample of a sender; only with output.samples.rateInterval",
        [](auto&, auto& result) { return !result.rateSamples.empty(); },
        columns,
        [](auto&, auto& result, const auto& write) {
            for (const auto& sample : result.rateSamples)
            {
                write({result, sample});
            }
        });
}

ResultTable
MakeBackgroundTable()
{
    using Row = BackgroundRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        {"background",
         Format::TEXT,
         "name of the traffic",
         [](auto& row) -> ResultCell { return row.traffic.name; }},
        {"source_host",
         Format::COUNT,
         "index of the sending host",
         [](auto& row) -> ResultCell { return row.flow.sourceHost; }},
        {"dest_host",
         Format::COUNT,
         "index of the receiving host",
         [](auto& row) -> ResultCell { return row.flow.destHost; }},
        {"received_bytes",
         Format::BYTES,
         "payload received",
         [](auto& row) -> ResultCell { return row.flow.receivedBytes; }},
        {"duration_ns",
         Format::TIME,
         "intended sending time",
         [](auto& row) -> ResultCell { return row.traffic.durationPs; }},
        {"goodput_Gbps",
         Format::GOODPUT,
         "8 * received_bytes / duration_ns",
         [](auto& row) -> ResultCell { return row.traffic.GetGoodputbps(row.flow.receivedBytes); }},
    };
    return MakeResultTable(
        "background.csv",
        "A row per flow of background traffic",
        [](auto& scenario, auto&) { return !scenario.background.empty(); },
        columns,
        [](auto&, auto& result, const auto& write) {
            for (const auto& traffic : result.background)
            {
                for (const auto& flow : traffic.flows)
                {
                    write({result, traffic, flow});
                }
            }
        });
}

} // namespace ns3
