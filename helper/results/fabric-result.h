// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_RESULT_H
#define AI_FABRIC_FABRIC_RESULT_H

#include "fabric-abilities.h"

#include "ns3/critical-path.h"
#include "ns3/fabric-lint.h"
#include "ns3/fabric-sampler.h"
#include "ns3/fabric-statistics.h"
#include "ns3/fabric-workload.h"
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

/** Of fewer values the 99th percentile is the greatest of them, and is not called a percentile. */
constexpr size_t LEAST_FOR_P99 = 100;

/**
 * The distribution of slowdown = completion time over ideal time, at least 1 on an idle network.
 */
struct MessageSlowdown
{
    double median{0};   //!< 50th percentile by nearest rank; 0 without messages
    double p99{0};      //!< 99th percentile by nearest rank
    double largest{0};  //!< greatest
    size_t messages{0}; //!< of which these are
};

/** Who waited for what in one job on one fabric. */
struct WaitReport
{
    JobAccount account;               //!< what the time of each rank was made of
    CriticalPath path;                //!< what its length was made of
    std::vector<uint32_t> hostOfRank; //!< host index
};

/** A job and when each node of its graph was at work. */
struct RecordedJob
{
    FabricJob job;               //!< as it was run
    std::vector<NodeSpan> spans; //!< by node
};

/** Ideal times of messages from a time on, as optical switches had wired the network then. */
struct LaterIdeals
{
    int64_t fromPs;                     //!< until those of the next one
    std::vector<int64_t> idealPsOfKind; //!< by kind of record, on an idle network
    std::vector<int64_t> wirePsOfKind;  //!< by kind of record, by the wires alone
};

/** What became of one job on one fabric. */
struct JobResult
{
    std::string name;                       //!< unique in the scenario
    MessageRecords records;                 //!< in the order posted
    std::vector<int64_t> idealPsOfKind;     //!< by kind of record, on an idle network
    std::vector<int64_t> wirePsOfKind;      //!< by kind of record, by the wires alone
    std::vector<LaterIdeals> later;         //!< of other wirings, ascending; none is usual
    std::vector<InferenceRequest> requests; //!< that it has served, if it serves any
    MessageSlowdown slowdown;               //!< of the messages that succeeded
    bool complete{false};                   //!< everything was done, and without failure
    uint64_t failedAggregates{0};           //!< parts in operations of the network, given up
    int64_t durationPs{0};                  //!< from its start to its last completion
    int64_t idealDurationPs{0};             //!< see GetIdealDurationPs()
    uint64_t collectiveBytes{0};            //!< size times iterations; 0 if it is no collective
    double busFactor{0};                    //!< bus bandwidth over algorithm bandwidth
    double idleFraction{0};                 //!< mean of its GPUs, in [0, 1]
    bool computes{false};                   //!< so that an idle GPU says something
    std::optional<WaitReport> waits;        //!< who waited for what; none unless it was asked for
    std::shared_ptr<const RecordedJob> recorded; //!< for the timeline; null: none
    std::vector<JobFigure> figures;              //!< of its kind; none unless complete
    uint32_t gpusPerNvlink{1};                   //!< consecutive hosts that NVLink joins
    bool northSouth{false};                      //!< its hosts are those of that network
    int64_t measureFromPs{0};                    //!< messages count that begin from then on
    int64_t measureUntilPs{INT64_MAX};           //!< and before then

    /** @param record of a message @return whether it took NVLink */
    bool IsScaleUp(const MessageRecord& record) const
    {
        return record.sourceHost / gpusPerNvlink == record.destHost / gpusPerNvlink;
    }

    /** @param message index of its record @return whether it arrived and was acknowledged */
    bool HasSucceeded(size_t message) const
    {
        return records.HasEnded(message) && !records.GetFailure(message);
    }

    /** @return whether some messages do not count, see IsMeasured() */
    bool HasWindow() const
    {
        return measureFromPs > 0 || measureUntilPs < INT64_MAX;
    }

    /** @param message index of its record @return whether it counts in tables of messages */
    bool IsMeasured(size_t message) const
    {
        const int64_t startPs = HasWindow() ? records[message].startPs : measureFromPs;
        return startPs >= measureFromPs && startPs < measureUntilPs;
    }

    /**
     * Of the wiring that has light when it begins, or of a faster one that gets light before it
     * ends, so that nothing is faster than its ideal because it has waited for that.
     *
     * @param message index of its record
     * @return how long it would take on an idle network
     */
    int64_t GetIdealPs(size_t message) const
    {
        const int64_t firstPs = idealPsOfKind[records.GetKind(message)];
        return later.empty() ? firstPs : FindLeast(message, firstPs, &LaterIdeals::idealPsOfKind);
    }

    /** @param message index of its record @return how long it would take by the wires alone */
    int64_t GetWirePs(size_t message) const
    {
        const int64_t firstPs = wirePsOfKind[records.GetKind(message)];
        return later.empty() ? firstPs : FindLeast(message, firstPs, &LaterIdeals::wirePsOfKind);
    }

    /** @return how many messages count */
    size_t CountMeasured() const;

    /** @param message index of its record, which has ended @return its slowdown */
    double GetSlowdown(size_t message) const
    {
        const auto record = records[message];
        return static_cast<double>(record.finishedPs - record.startPs) /
               static_cast<double>(GetIdealPs(message));
    }

    /** @return algorithm bandwidth in byte/s, as nccl-tests has it; 0 unless complete */
    double GetAlgorithmBandwidth() const;
    /** @return bus bandwidth in byte/s, as nccl-tests has it; 0 unless complete */
    double GetBusBandwidth() const;
    /** @return 100 * ideal / real duration; 0 unless complete */
    double GetPercentOfIdeal() const;

  private:
    /** @return the least time over the wirings that a message has met */
    int64_t FindLeast(size_t message,
                      int64_t firstPs,
                      std::vector<int64_t> LaterIdeals::*timesOfKind) const;
};

/** What one kind of background traffic got through on one fabric. */
struct BackgroundResult
{
    /** One flow of it. */
    struct Flow
    {
        uint32_t sourceHost;    //!< host index
        uint32_t destHost;      //!< host index
        uint64_t receivedBytes; //!< payload that its receiver has taken
    };

    std::string name;        //!< of the background
    std::vector<Flow> flows; //!< all of it
    int64_t durationPs{0};   //!< from its start to its stop or the end of the run

    /** @param bytes received @return in bit/s over the duration */
    double GetGoodputbps(uint64_t bytes) const;
    /** @return that of all flows together, in bit/s */
    double GetGoodputbps() const;
};

/** The links of one network. */
struct NetworkLinks
{
    std::string network;               //!< "fabric", "plane 1", ..., "north-south" or "nvlink"
    std::vector<LinkStatistics> links; //!< by link id, both directions in turn
};

/** Something that went wrong, once, and what became of it. */
struct FaultResult
{
    std::string kind;                  //!< type of the failure, as in scenarios
    std::string what;                  //!< that failed
    size_t failure{0};                 //!< index among those of the scenario
    int64_t beginPs{0};                //!< when it began
    int64_t endPs{-1};                 //!< when it was over; -1: not before the end of the run
    uint64_t lostPackets{0};           //!< on its links, while it lasted
    uint64_t lostBytes{0};             //!< frame bytes of these
    uint64_t replayedFrames{0};        //!< by its links, while it lasted
    uint64_t droppedPackets{0};        //!< by switches, as they had no way, until the next fault
    uint64_t retransmittedPackets{0};  //!< by all queue pairs, until the next fault begins
    uint64_t timeouts{0};              //!< of all queue pairs, until the next fault begins
    std::vector<int64_t> standstillPs; //!< by job: the longest without the end of a message
    /** Others had data before it began, its links have none in the whole run. */
    bool carriedNothing{false};
};

/** What became of the workload on one fabric. */
struct FabricResult
{
    std::string label;                                 //!< of the fabric
    std::string slug;                                  //!< of the fabric, see ScenarioFabric
    uint32_t seed{1};                                  //!< of the draw
    FabricAbilities abilities;                         //!< of the network between hosts or servers
    FabricAbilities scaleUpAbilities;                  //!< of NVLink, if there is any
    FabricAbilities northSouthAbilities;               //!< of that network, if there is one
    std::vector<JobResult> jobs;                       //!< in the order of the scenario
    std::vector<BackgroundResult> background;          //!< in the order of the scenario
    FabricStatistics statistics;                       //!< of the network between hosts or servers
    std::optional<FabricStatistics> scaleUpStatistics; //!< of NVLink, if there is any
    std::optional<FabricStatistics> northSouthStatistics; //!< of that network, if there is one
    std::vector<std::string> problems;  //!< violations and what was left undone; empty: all is well
    std::vector<std::string> warnings;  //!< of what may go wrong, known before the run
    std::vector<std::string> notes;     //!< what is no problem but should not be overlooked
    std::vector<NetworkLinks> networks; //!< what their links carried
    int64_t endPs{0};                   //!< when the simulation ended
    std::vector<FaultResult> faults;    //!< in the order of their begin
    std::optional<PauseLog> pauses;     //!< if they were asked for
    std::vector<std::vector<PathUse>> paths;  //!< if they were: of the first of the networks
    std::vector<LintFinding> findings;        //!< settings that do not fit each other
    std::string stallReport;                  //!< who waits for what; empty: it did not stall
    bool interrupted{false};                  //!< by the user, before its end
    MessageSlowdown slowdown;                 //!< of all messages
    std::vector<FabricSampler::Queue> queues; //!< that were sampled
    std::vector<FabricSampler::QueueSample> queueSamples; //!< by time
    std::vector<FabricSampler::RateSample> rateSamples;   //!< by time
    std::optional<QueueHistogram::Record> histogram;      //!< if it was asked for
    double idleFraction{0};                               //!< mean over the GPUs of all jobs
    int64_t durationPs{0};                                //!< when the last job ended
    uint64_t events{0};                                   //!< that the engine ran
    double wallSeconds{0};                                //!< of the run, without setting it up

    /** @return whether every job is */
    bool IsComplete() const;
};

/**
 * @param count of values, at least 1
 * @param share of them, in [0, 1]
 * @return where that percentile is among the sorted values, by nearest rank
 */
size_t NearestRank(size_t count, double share);

/** @param values any order, changed @return their distribution */
MessageSlowdown Summarize(std::vector<double>& values);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_RESULT_H
