// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_EXECUTOR_H
#define AI_FABRIC_GRAPH_EXECUTOR_H

#include "aggregate-runner.h"
#include "executor-share.h"
#include "fabric-gpu.h"
#include "graph-messenger.h"
#include "job-gpus.h"
#include "job-parts.h"
#include "message-record.h"
#include "node-span.h"

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/dependency-counter.h"
#include "ns3/fabric-units.h"
#include "ns3/fabric-workload.h"
#include "ns3/read-once.h"
#include "ns3/shared-action.h"
#include "ns3/traced-callback.h"

#include <atomic>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Runs the communication graph of a job over the NICs and GPUs of its ranks.
 *
 * Each node counts what it still waits for: its predecessors, the start time (of a SEND that has
 * one), the SENDs that have to leave before it, the message (of a RECV). When the count is zero a
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
 * Each host has a share of the graph, and shares touch nothing of each other's: those of different
 * hosts may be at work side by side (FabricSimulatorImpl::SetDomains()). Where hosts act on each
 * other without a message (a driver, groups, a dependency between ranks of two hosts), there is one
 * share of all, see GetShareOfRank(). That the job is over is known END_NOTICE_PS after its last
 * node ended, by then nobody is in doubt.
 *
 * It starts at the job's start time unless SetStartTime() says otherwise. It may be installed on
 * any Node; by custom on that of the first rank.
 *
 * A job with checkpoints that fails is aborted: GPUs drop what they do for it, what is on its way
 * in the network ends, and it begins again or is given up, see CheckpointedRun.
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
                            private ExecutorShareOwner,
                            private AggregateClient
{
  public:
    /** How long after its end a job is finished, in ps; no window of time may be longer. */
    static constexpr int64_t END_NOTICE_PS = 2'000'000;

    /** @return the TypeId */
    static TypeId GetTypeId();

    GraphExecutor();
    ~GraphExecutor() override;

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

    /** @return by rank: its share; ranks of one share act on each other without a message */
    const std::vector<uint32_t>& GetShareOfRank() const
    {
        return m_shareOfRank;
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

    /**
     * Changes bytes and times of a node.
     *
     * @param number of a node whose part is not at work
     * @param change see CommunicationGraph::Edit()
     */
    template <typename Change>
    void EditNodeOfPart(uint32_t number, const Change& change)
    {
        m_job.graph.Edit(number, change);
    }

    /** @return whether a GPU of a rank hangs */
    bool AreGpusHung() const
    {
        return m_gpus.AreHung();
    }

    /** @return whether it has come to its end; complete, failed or stopped */
    bool IsFinished() const
    {
        return m_finished;
    }

    /** @return whether it has come to its end and everything was done */
    bool IsComplete() const
    {
        return m_finished && !HasFailed() && IsEverythingDone();
    }

    /**
     * @return whether it only waits for a known time: no node is at work, and the next one starts
     *         at the start of the job, of a message or of a request
     */
    bool IsIdle();

    /** @return whether a message has failed */
    bool HasFailed() const
    {
        return m_failedTicks.load(std::memory_order_relaxed) != NEVER;
    }

    /** @return AGGREGATE nodes that the network has given up */
    uint64_t GetFailedAggregates() const;

    /**
     * Before it starts: other processes run some of the hosts, and with each all that it shares.
     *
     * @param isHere whether this process runs a host
     */
    void KeepHosts(const std::function<bool(const Node&)>& isHere);

    /** After KeepHosts() and the run. @param to where what this process knows is appended */
    void SaveRecords(std::string& to);

    /**
     * Takes what SaveRecords() has written in all processes.
     *
     * @param from by process, this one too; what they wrote begins there
     */
    void LoadRecords(std::vector<const char*> from);

    /** @return when it started, in ps; -1 if it has not */
    int64_t GetStartPs() const
    {
        return m_startPs;
    }

    /** @return when the latest completed node so far ended, in ps; -1 if none is complete */
    int64_t GetFinishPs() const;

    /** @return nodes that are complete */
    uint64_t GetCompletedNodes() const;

    /** @return nodes of the graph */
    uint64_t GetNodeCount() const
    {
        return m_job.graph.GetNodes().size();
    }

    /** @return see GraphMessenger::GetRecords() */
    const MessageRecords& GetRecords() const
    {
        return m_messenger.GetRecords();
    }

    /** The job is over for whoever asks. @return see GraphMessenger::TakeRecords() */
    MessageRecords TakeRecords()
    {
        return m_messenger.TakeRecords();
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

    /** How far a job is, wherever its hosts are run. */
    struct Standing
    {
        bool isEverythingDone;
        bool waitsForTime;
        bool hasWorkInFlight;
        int64_t finishPs; //!< see GetFinishPs()
    };

    Standing GetStanding();
    void SaveShares(std::string& to) const;
    void LoadShares(const char*& from);
    void EndIfComplete();
    /** What is in the memory of a GPU of the job is lost. */
    void OnCrash();
    /** Of a job with checkpoints: no node starts any more, and GPUs and times are not waited for.
     */
    void AbortStep();
    /** A message has failed and nothing is under way. @return whether the driver goes on */
    bool Recover();
    void MakeShares();
    bool AreHostsApart() const;
    void PlaceShares();
    void PrepareDependencies();
    /** @return whether all nodes are complete, or with a driver all that it wants */
    bool IsEverythingDone() const;
    bool WaitsForTime() const;
    bool HasWorkInFlight() const;

    void OnTimer(ExecutorShare& share) override;
    void OnMessageEnd(uint32_t send, int64_t finishedPs, const char* failure) override;
    void OnMessageArrival(uint32_t recv, int64_t arrivedPs) override;
    void OnMessageDeparture(uint32_t send) override;
    void OnGpuDone(uint32_t node, int64_t startedPs, int64_t finishedPs) override;
    void OnAggregateDone(uint32_t node, int64_t finishedPs, bool success) override;

    // What belongs to a node: its share is that of its rank.

    /** A node waits for nothing any more. */
    void Start(uint32_t number, ExecutorShare& share);
    /** Posts a SEND, or has the GPU copy it if it stays on its host. */
    void Post(const CommunicationGraph::Node& node, uint32_t number, ExecutorShare& share);
    /** Gives a node to its GPU; without one it is done at once. */
    void Occupy(const CommunicationGraph::Node& node, uint32_t number, ExecutorShare& share);
    void Arrive(uint32_t recv, int64_t arrivedPs, ExecutorShare& share);
    /** For m_spans. */
    void MarkStart(uint32_t node, int64_t startPs);
    /** For m_spans. */
    void MarkEnd(uint32_t node, int64_t endPs);
    /** All of a SEND has been sent: those that wait for that alone become ready. */
    void Leave(uint32_t send, ExecutorShare& share);
    /** A node is done: those that wait for it alone become ready. */
    void Complete(uint32_t node, ExecutorShare& share);
    /** A node is given up, and the job with it. */
    void Fail(uint32_t node);
    void StartReady(ExecutorShare& share);
    void LookForEnd(ExecutorShare& share);
    void AskForEnd(ExecutorShare& share, int64_t sinceTicks, bool isComplete = false);
    /** Between windows: the job ends if nothing is left or nothing can start any more. */
    void EndIfOver();

    /** @param node its number @return the share of its rank */
    ExecutorShare& GetShare(uint32_t node)
    {
        return *m_shares[m_shareOfRank[m_job.graph.GetNodes()[node].rank]];
    }

    static constexpr int64_t NEVER = INT64_MAX;

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

    std::vector<uint32_t> m_shareOfRank;
    std::vector<std::unique_ptr<ExecutorShare>> m_shares; //!< at least 1 once there is a job
    std::atomic<uint32_t> m_sharesLeft{0};                //!< that have nodes left
    std::atomic<int64_t> m_failedTicks{NEVER};            //!< when the first message failed
    TickClock m_clock;
    int64_t m_startPs{-1};  //!< -1: not yet
    int64_t m_finishPs{-1}; //!< once it is finished
    bool m_stopped{false};  //!< no node starts any more
    bool m_aborted{false};  //!< nor until the driver goes on, see AbortStep()
    bool m_finished{false};
    std::optional<SharedAction> m_endIfOver;     //!< EndIfOver(), once it has started
    std::optional<SharedAction> m_endIfComplete; //!< EndIfComplete(), once it has started
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_EXECUTOR_H
