// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_RESULT_H
#define AI_FABRIC_FABRIC_RESULT_H

#include "reportable-metrics.h"

#include "ns3/checkpointed-run.h"
#include "ns3/critical-path.h"
#include "ns3/fabric-lint.h"
#include "ns3/fabric-sampler.h"
#include "ns3/fabric-statistics.h"
#include "ns3/fabric-workload.h"
#include "ns3/gpu-server.h"
#include "ns3/inference-request.h"
#include "ns3/job-account.h"
#include "ns3/job-figure.h"
#include "ns3/link-statistics.h"
#include "ns3/message-records.h"
#include "ns3/node-span.h"
#include "ns3/path-recorder.h"
#include "ns3/pause-log.h"
#include "ns3/queue-histogram.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** For fewer values the 99th percentile is the largest value, and is not shown as a percentile. */
constexpr size_t LEAST_FOR_P99 = 100;

/**
 * The distribution of slowdown = completion time / ideal time, at least 1 on an idle network.
 */
struct MessageSlowdown
{
    double median{0};   //!< 50th percentile by nearest rank; 0 without messages
    double p99{0};      //!< 99th percentile by nearest rank
    double largest{0};  //!< largest slowdown
    size_t messages{0}; //!< number of messages
};

/** Waiting times of one job on one fabric. */
struct WaitReport
{
    JobAccount account;               //!< account of each rank's time
    CriticalPath path;                //!< critical path of the job
    std::vector<uint32_t> hostOfRank; //!< host index
};

/** A job with the times of each node of its graph. */
struct RecordedJob
{
    FabricJob job;               //!< job as it was run
    std::vector<NodeSpan> spans; //!< by node
};

/**
 * Ideal times of messages from a given time on, for the wiring by optical switches from then on.
 */
struct LaterIdeals
{
    int64_t fromPs;                     //!< begin of the time; ends with the next LaterIdeals
    std::vector<int64_t> idealPsOfKind; //!< by kind of record: ideal time on an idle network, in ps
    std::vector<int64_t> wirePsOfKind;  //!< by kind of record: time of the wires alone, in ps
};

/** Result of one job on one fabric. */
struct JobResult
{
    std::string name;                   //!< unique in the scenario
    MessageRecords records;             //!< in the order posted
    std::vector<int64_t> idealPsOfKind; //!< by kind of record: ideal time on an idle network, in ps
    std::vector<int64_t> wirePsOfKind;  //!< by kind of record: time of the wires alone, in ps
    std::vector<LaterIdeals> later;     //!< ideal times of other wirings, ascending; usually empty
    std::vector<InferenceRequest> requests; //!< requests that it has served, if any
    MessageSlowdown slowdown;               //!< slowdown of the messages that succeeded
    bool complete{false};                   //!< true: everything was done, without failure
    uint32_t ranks{0};                      //!< number of its GPUs
    uint64_t failedAggregates{0}; //!< parts in operations of the network that were given up
    int64_t durationPs{0};        //!< time from its start to its last completion, in ps
    int64_t idealDurationPs{0};   //!< see GetIdealDurationPs(); in ps
    uint64_t collectiveBytes{0};  //!< size times iterations; 0: not a collective
    double busFactor{0};          //!< bus bandwidth over algorithm bandwidth
    double idleFraction{0};       //!< mean idle fraction of its GPUs, in [0, 1]
    bool computes{false};         //!< true: the job has computations, so idleFraction has a meaning
    std::optional<WaitReport> waits;             //!< waiting times; empty unless requested
    std::shared_ptr<const RecordedJob> recorded; //!< for the timeline; null: none
    std::vector<JobFigure> figures;              //!< figures of its kind; empty unless complete
    std::vector<JobFlow> flows;                  //!< FabricJob::flows
    std::optional<std::vector<CheckpointedRun::Loss>> losses; //!< of a job with checkpoints
    Ptr<const GpuServer> server;       //!< servers whose hosts NVLink joins; null: no NVLink
    bool northSouth{false};            //!< true: its hosts are those of the north-south network
    int64_t measureFromPs{0};          //!< messages that begin from then on count, in ps
    int64_t measureUntilPs{INT64_MAX}; //!< messages that begin before then count, in ps

    /** @param record record of a message @return true if the message took NVLink */
    bool IsScaleUp(const MessageRecord& record) const
    {
        return server &&
               server->GetServerOf(record.sourceHost) == server->GetServerOf(record.destHost);
    }

    /** @param channel channel of a message @return its terms */
    const JobFlow& GetFlow(uint32_t channel) const
    {
        static const JobFlow none;
        return channel < flows.size() ? flows[channel] : none;
    }

    /**
     * @param kind kind of a record
     * @param partBytes bytes of each part of such a message, see FabricNetwork::GetPartBytes()
     * @return largest rate of each part on the wire in bit/s; 0: no limit
     */
    uint64_t GetMaxPartRatebps(const MessageRecords::Kind& kind, uint64_t partBytes) const
    {
        const uint64_t parts = (kind.bytes + partBytes - 1) / partBytes;
        return (GetFlow(kind.channel).maxRatebps + parts - 1) / parts;
    }

    /** @param message index of its record @return true if it arrived and was acknowledged */
    bool HasSucceeded(size_t message) const
    {
        return records.HasEnded(message) && !records.GetFailure(message);
    }

    /** @return true if some messages do not count, see IsMeasured() */
    bool HasWindow() const
    {
        return measureFromPs > 0 || measureUntilPs < INT64_MAX;
    }

    /** @param message index of its record @return true if it counts in tables of messages */
    bool IsMeasured(size_t message) const
    {
        const int64_t startPs = HasWindow() ? records[message].startPs : measureFromPs;
        return startPs >= measureFromPs && startPs < measureUntilPs;
    }

    /**
     * Ideal time for the wiring with light at the begin of the message, or for a faster wiring that
     * gets light before the message ends. So no message is faster than its ideal because it has
     * waited for the faster wiring.
     *
     * @param message index of its record
     * @return ideal time on an idle network, in ps
     */
    int64_t GetIdealPs(size_t message) const
    {
        const int64_t firstPs = idealPsOfKind[records.GetKind(message)];
        return later.empty() ? firstPs : FindLeast(message, firstPs, &LaterIdeals::idealPsOfKind);
    }

    /** @param message index of its record @return time of the wires alone, in ps */
    int64_t GetWirePs(size_t message) const
    {
        const int64_t firstPs = wirePsOfKind[records.GetKind(message)];
        return later.empty() ? firstPs : FindLeast(message, firstPs, &LaterIdeals::wirePsOfKind);
    }

    /** @return number of messages that count */
    size_t CountMeasured() const;

    /** @param message index of a record that has ended @return slowdown of the message */
    double GetSlowdown(size_t message) const
    {
        const auto record = records[message];
        return static_cast<double>(record.finishedPs - record.startPs) /
               static_cast<double>(GetIdealPs(message));
    }

    /** @return algorithm bandwidth in byte/s, as nccl-tests counts it; 0 unless complete */
    double GetAlgorithmBandwidth() const;
    /** @return bus bandwidth in byte/s, as nccl-tests counts it; 0 unless complete */
    double GetBusBandwidth() const;
    /** @return 100 * ideal / real duration; 0 unless complete */
    double GetPercentOfIdeal() const;

  private:
    /** @return shortest time over the wirings that a message has met, in ps */
    int64_t FindLeast(size_t message,
                      int64_t firstPs,
                      std::vector<int64_t> LaterIdeals::*timesOfKind) const;
};

/** Result of one kind of background traffic on one fabric. */
struct BackgroundResult
{
    /** One flow of the traffic. */
    struct Flow
    {
        uint32_t sourceHost;    //!< host index
        uint32_t destHost;      //!< host index
        uint64_t receivedBytes; //!< payload that its receiver has taken, in bytes
    };

    std::string name;        //!< name of the background traffic
    std::vector<Flow> flows; //!< all its flows
    int64_t durationPs{0};   //!< time from its start to its stop or the end of the run, in ps

    /** @param bytes bytes received @return goodput over the duration in bit/s */
    double GetGoodputbps(uint64_t bytes) const;
    /** @return goodput of all flows together in bit/s */
    double GetGoodputbps() const;
};

/** The links of one network. */
struct NetworkLinks
{
    std::string network;               //!< "fabric", "plane 1", ..., "north-south" or "nvlink"
    std::vector<LinkStatistics> links; //!< by link id, both directions in turn
};

/** One fault and its effects. */
struct FaultResult
{
    std::string kind;                 //!< type of the failure, as in scenarios
    std::string what;                 //!< failed part in words
    size_t failure{0};                //!< index of the failure in the scenario
    int64_t beginPs{0};               //!< begin of the fault in ps
    int64_t endPs{-1};                //!< end of the fault in ps; -1: not before the end of the run
    uint64_t lostPackets{0};          //!< packets lost on its links while it lasted
    uint64_t lostBytes{0};            //!< bytes of their frames
    uint64_t replayedFrames{0};       //!< frames sent again by its links while it lasted
    uint64_t droppedPackets{0};       //!< packets without a route that switches dropped until the
                                      //!< next fault
    uint64_t retransmittedPackets{0}; //!< packets sent again by all queue pairs, until the next
                                      //!< fault begins
    uint64_t timeouts{0};             //!< timeouts of all queue pairs, until the next fault begins
    std::vector<int64_t> standstillPs; //!< by job: longest time without the end of a message, in ps
    std::vector<std::optional<int64_t>> lostPs; //!< by job: losses of a job with checkpoints until
                                                //!< the next fault begins, in ps
    /** True: its links carried no data in the whole run, although others had before it began. */
    bool carriedNothing{false};
};

/** Result of the workload on one fabric. */
struct FabricResult
{
    std::string label;                     //!< label of the fabric
    std::string slug;                      //!< name of the fabric in file names, see ScenarioFabric
    uint32_t seed{1};                      //!< seed of the draw
    ReportableMetrics abilities;           //!< network between hosts or servers
    ReportableMetrics scaleUpAbilities;    //!< NVLink, if there is any
    ReportableMetrics northSouthAbilities; //!< north-south network, if there is one
    std::vector<JobResult> jobs;           //!< in the order of the scenario
    std::vector<BackgroundResult> background;             //!< in the order of the scenario
    FabricStatistics statistics;                          //!< network between hosts or servers
    std::optional<FabricStatistics> scaleUpStatistics;    //!< NVLink, if there is any
    std::optional<FabricStatistics> northSouthStatistics; //!< north-south network, if there is one
    std::vector<std::string> problems;       //!< violations and unfinished work; empty: none
    std::vector<std::string> warnings;       //!< possible problems known before the run
    std::vector<std::string> notes;          //!< facts that are not problems but should be noticed
    std::vector<NetworkLinks> networks;      //!< loads of the links of each network
    int64_t endPs{0};                        //!< end of the simulation in ps
    std::vector<FaultResult> faults;         //!< in the order of their begin
    std::optional<PauseLog> pauses;          //!< empty unless requested
    std::vector<std::vector<PathUse>> paths; //!< empty unless requested: by network
    std::vector<LintFinding> findings;       //!< settings that do not fit each other
    std::string stallReport;  //!< description of waiting parts; empty: the run did not stall
    bool interrupted{false};  //!< true: ended by the user, before its end
    MessageSlowdown slowdown; //!< slowdown of all messages
    std::vector<FabricSampler::Queue> queues;             //!< queues that were sampled
    std::vector<FabricSampler::QueueSample> queueSamples; //!< by time
    std::vector<FabricSampler::RateSample> rateSamples;   //!< by time
    std::optional<QueueHistogram::Record> histogram;      //!< empty unless requested
    double idleFraction{0}; //!< mean idle fraction of the GPUs of all jobs, in [0, 1]
    int64_t durationPs{0};  //!< end of the last job in ps
    uint64_t events{0};     //!< events that the engine ran
    double wallSeconds{0};  //!< wall time of the run in seconds, without building

    /** @return true if every job is complete */
    bool IsComplete() const;
};

/**
 * @param count number of values, at least 1
 * @param share percentile as a share, in [0, 1]
 * @return index of that percentile in the sorted values, by nearest rank
 */
size_t NearestRank(size_t count, double share);

/** @param values values in any order; the order changes @return their distribution */
MessageSlowdown Summarize(std::vector<double>& values);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_RESULT_H
