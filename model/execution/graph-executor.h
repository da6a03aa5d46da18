// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_EXECUTOR_H
#define AI_FABRIC_GRAPH_EXECUTOR_H

#include "aggregate-runner.h"
#include "fabric-gpu.h"
#include "graph-messenger.h"
#include "job-gpus.h"
#include "job-parts.h"
#include "message-record.h"
#include "node-span.h"

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/dependency-counter.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/fabric-workload.h"
#include "ns3/read-once.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <iosfwd>
#include <queue>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Runs the communication graph of a job over the NICs and GPUs of its ranks.
 *
 * Each node counts what it still waits for: its predecessors, the start time (of a SEND that has
 * one), the message (of a RECV). When the count is zero a
 *     SEND                    is posted to the network, see GraphMessenger, and is complete when it
 *                             has been acknowledged;
 *     RECV                    is complete;
 *     REDUCE, COPY, COMPUTE   occupies its stream of the rank's GPU and is complete when that is
 *                             done;
 *     JOIN                    is complete, after its delay if it has one;
 *     AGGREGATE               is posted to its rank's share in the tree of its group, and is
 *                             complete when the result is there.
 * A message between two ranks of the same host is a copy by the sender's GPU, on the stream of the
 * SEND, and leaves no record.
 *
 * Nodes that become ready at one instant start in the order in which they became ready; those that
 * one event made ready start in the order of their numbers. If a message fails, so does the job:
 * nodes that depend on it never start, all others run to their end. After the stop time no node
 * starts any more, and those that have started run to their end.
 *
 * It starts at the job's start time unless SetStartTime() says otherwise. One engine runs the whole
 * job, so it may be installed on any Node; by custom on that of the first rank.
 *
 * A job with a JobDriver runs the parts that the driver starts, in place of the whole graph, and is
 * complete when the driver is done and no part is at work.
 *
 * Invariant: it is finished if and only if nothing is in flight and nothing can start any more.
 */
class GraphExecutor final : public Application,
                            public ReadOnceAttributes,
                            private GpuClient,
                            private GraphMessengerClient,
                            private AggregateClient
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    GraphExecutor();

    /**
     * Only before it starts.
     *
     * @param job what to run
     * @param transportsOfRank by rank: the transports of its host
     * @param gpuOfRank the GPU of each rank's host; a null one takes no time for anything
     * @throw InputError if the graph is invalid or the numbers of ranks differ
     */
    void SetJob(FabricJob job,
                std::vector<HostTransports> transportsOfRank,
                std::vector<Ptr<FabricGpu>> gpuOfRank);

    /**
     * Only before it starts, if the graph has groups.
     *
     * @param members by group and rank, see AggregateRunner::Members
     */
    void SetAggregation(AggregateRunner::Members members)
    {
        m_aggregates.SetMembers(std::move(members), this);
    }

    /** @return what it runs */
    const FabricJob& GetJob() const
    {
        return m_job;
    }

    /** @param callback called once, when it is finished */
    void SetFinishCallback(Callback<void, Ptr<GraphExecutor>> callback)
    {
        m_finishCallback = callback;
    }

    /**
     * Starts a part of the graph, for a JobDriver.
     *
     * @param part index into FabricJob::partBegin, of one that is not at work
     */
    void StartPart(uint32_t part);

    /** @param number of a node whose part is not at work @return it, to change bytes and times */
    CommunicationGraph::Node& GetNodeOfPart(uint32_t number)
    {
        return m_job.graph.GetNode(number);
    }

    /** @return whether it has come to its end; complete, failed or stopped */
    bool IsFinished() const
    {
        return m_finished;
    }

    /** @return whether it has come to its end and everything was done */
    bool IsComplete() const
    {
        return m_finished && !m_failed && IsEverythingDone();
    }

    /**
     * @return whether it only waits for a known time: no node is at work, and the next one starts
     *         at the start of the job, of a message or of a request
     */
    bool IsIdle() const;

    /** @return whether a message has failed */
    bool HasFailed() const
    {
        return m_failed;
    }

    /** @return AGGREGATE nodes that the network has given up */
    uint64_t GetFailedAggregates() const
    {
        return m_failedAggregates;
    }

    /** @return when it started, in ps; -1 if it has not */
    int64_t GetStartPs() const
    {
        return m_startPs;
    }

    /** @return when the latest completed node so far ended, in ps; -1 if none is complete */
    int64_t GetFinishPs() const
    {
        return m_finishPs;
    }

    /** @return nodes that are complete */
    uint64_t GetCompletedNodes() const
    {
        return m_completed;
    }

    /** @return nodes of the graph */
    uint64_t GetNodeCount() const
    {
        return m_job.graph.GetNodes().size();
    }

    /** @return one record per message that was posted, in that order */
    const std::vector<MessageRecord>& GetRecords() const
    {
        return m_messenger.GetRecords();
    }

    /**
     * @param visit see GraphMessenger::VisitSenders(); called with none before the start
     */
    template <typename Visit>
    void VisitSenders(const Visit& visit) const
    {
        m_messenger.VisitSenders(visit);
    }

    /** @return when each node was at work, by node; empty unless RecordSpans is set */
    const std::vector<NodeSpan>& GetSpans() const
    {
        return m_spans;
    }

    /**
     * @param rank who
     * @return the share of the time from the start to the end, or to now, in which stream 0 of
     *         its GPU did nothing, in [0, 1]
     */
    double GetIdleFraction(uint32_t rank) const;

    /** @return what the job took, once it has finished */
    JobTimes GetTimes() const;

    /**
     * Writes a line for each node that has started and not ended, including each RECV that waits
     * only for its message.
     *
     * @param out where to
     * @param maxLines how many at most; one more counts the rest
     */
    void DescribeWaits(std::ostream& out, uint64_t maxLines) const;

  protected:
    void DoDispose() override;

  private:
    /** How far a node is. */
    enum class Progress : uint8_t
    {
        BLOCKED, //!< waits for other nodes
        STARTED, //!< posted, given to the GPU, or a RECV that waits only for its message
        ARRIVED, //!< a RECV whose message has arrived and that waits for other nodes
        FAILED,  //!< a SEND that was given up
        DONE
    };

    void StartApplication() override;
    void StopApplication() override;

    void PrepareDependencies();
    /** @return whether all nodes are complete, or with a driver all that it wants */
    bool IsEverythingDone() const;

    /** Some of m_timers are due. */
    void OnTimer();
    void OnMessageEnd(uint32_t send, const MessageRecord& record) override;
    void OnMessageArrival(uint32_t recv, int64_t arrivedPs) override;
    void OnGpuDone(uint32_t node, int64_t startedPs, int64_t finishedPs) override;
    void OnAggregateDone(uint32_t node, int64_t finishedPs, bool success) override;

    /** A node waits for nothing any more. */
    void Start(uint32_t node);
    /** Posts a SEND, or has the GPU copy it if it stays on its host. */
    void Post(uint32_t node);
    /** Gives a node to its GPU; without one it is done at once. */
    void Occupy(uint32_t node);
    void Arrive(uint32_t recv, int64_t arrivedPs);
    /** For m_spans. */
    void MarkStart(uint32_t node, int64_t startPs);
    /** For m_spans. */
    void MarkEnd(uint32_t node, int64_t endPs);
    /** A node is done: those that wait for it alone become ready. */
    void Complete(uint32_t node);
    void StartReady();
    /** For the next of m_timers. */
    void ScheduleTimer();

    FabricJob m_job;
    GraphMessenger m_messenger;
    JobGpus m_gpus;
    Callback<void, Ptr<GraphExecutor>> m_finishCallback; //!< null: nobody
    TracedCallback<const MessageRecord&> m_messageTrace;

    DependencyCounter m_dependencies; //!< what each node still waits for
    JobParts m_parts;                 //!< only if there is a driver
    AggregateRunner m_aggregates;
    std::vector<Progress> m_progress; //!< by node
    std::vector<NodeSpan> m_spans;    //!< by node, or none
    bool m_recordSpans;               //!< attribute

    using Timer = std::pair<int64_t, uint32_t>; //!< when, in ps; SEND to begin or JOIN to end
    std::priority_queue<Timer, std::vector<Timer>, std::greater<>> m_timers; //!< the next on top
    Ptr<FabricEvent> m_timerEvent;

    std::vector<uint32_t> m_ready; //!< nodes to start now
    TickClock m_clock;
    uint64_t m_completed{0};        //!< nodes
    uint64_t m_inFlight{0};         //!< nodes that have been started and will end by themselves
    uint64_t m_failedAggregates{0}; //!< AGGREGATE nodes without result
    int64_t m_startPs{-1};          //!< -1: not yet
    int64_t m_finishPs{-1};         //!< of the latest node so far; -1: none
    bool m_starting{false};         //!< StartReady() is at work
    bool m_stopped{false};          //!< no node starts any more
    bool m_failed{false};           //!< a message or an AGGREGATE failed
    bool m_finished{false};
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_EXECUTOR_H
