// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_EXECUTOR_H
#define AI_FABRIC_GRAPH_EXECUTOR_H

#include "aggregate-runner.h"
#include "collective-runner.h"
#include "fabric-gpu.h"
#include "graph-cycles.h"
#include "graph-messenger.h"
#include "graph-progress.h"
#include "host-share.h"
#include "job-end.h"
#include "job-gpus.h"
#include "job-shares.h"
#include "job-standing.h"
#include "message-record.h"
#include "node-span.h"
#include "restartable-parts.h"

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/dependency-counter.h"
#include "ns3/fabric-units.h"
#include "ns3/fabric-workload.h"
#include "ns3/frozen-attributes.h"
#include "ns3/job-runner.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Runs the communication graph of a job over the NICs and GPUs of its ranks.
 *
 * Each node counts its pending conditions: its predecessors, the start time (of a SEND that has
 * one), the SENDs that have to leave before it, the message (of a RECV). When the count is zero a
 *     SEND                    is posted to the network, see GraphMessenger, and is complete when it
 *                             has been acknowledged;
 *     RECV                    is complete;
 *     REDUCE, COPY, COMPUTE   occupies its stream of the rank's GPU and is complete when the
 *                             operation is done;
 *     JOIN                    is complete, after its delay if it has one;
 *     AGGREGATE               is posted to its rank's share in the tree of its group, and is
 *                             complete when the result has arrived;
 *     COLLECTIVE              is complete when the law says, see CollectiveRunner.
 * A message between two ranks of the same host is a copy by the sender's GPU, on the stream of the
 * SEND, and leaves no record.
 *
 * Nodes that become ready at one instant start in the order in which they became ready. Nodes that
 * one event made ready start in the order of their numbers. If a message fails, the job fails:
 * nodes that depend on the message never start, all other nodes run to their end. After the stop
 * time nodes do not start any more, and started nodes run to their end.
 *
 * Each host has a share of the graph. Shares do not touch each other's data, so shares of different
 * hosts may run in parallel (FabricSimulatorImpl::SetDomains()), see JobShares. The end of the job
 * is known END_NOTICE_PS after the end of its last node; by then all shares agree.
 *
 * The job starts at its start time unless SetStartTime() says otherwise. The executor may be
 * installed on any Node; usually it is on the Node of the first rank.
 *
 * A job with checkpoints that fails is aborted: GPUs drop its operations, its messages in the
 * network end, and it restarts or is given up, see CheckpointedRun.
 *
 * A job with a JobDriver runs the parts that the driver starts instead of the whole graph. It is
 * complete when the driver is done and no part is at work.
 *
 * Invariant: the job is finished if and only if nothing is in flight and nothing can start any
 * more.
 *
 * The class has more than 20 members and 25 public functions, as it joins the parts of a job and
 * answers for all of them. No packet passes it.
 */
class GraphExecutor final : public Application,
                            public FrozenAttributes,
                            private JobRunner,
                            private GpuClient,
                            private GraphMessengerClient,
                            private HostShareOwner,
                            private AggregateClient
{
  public:
    /**
     * Time from the end of a job until it is finished, in ps; a window of time may not be longer.
     */
    static constexpr int64_t END_NOTICE_PS = JobEnd::NOTICE_PS;

    /** @return the TypeId */
    static TypeId GetTypeId();

    GraphExecutor();
    ~GraphExecutor() override;

    /**
     * Sets the job; must be called before the start.
     *
     * @param job job to run
     * @param transportsOfRank by rank: the transports of its host
     * @param gpuOfRank by rank: the GPU of its host; null: its operations take no time
     * @param foldedGpus GPUs of FabricJob::foldedHosts, whose crashes and hangs concern the job
     * @throw InputError if the graph is invalid or the numbers of ranks differ
     */
    void SetJob(FabricJob job,
                std::vector<HostTransports> transportsOfRank,
                std::vector<Ptr<FabricGpu>> gpuOfRank,
                std::vector<Ptr<FabricGpu>> foldedGpus = {});

    /**
     * Must be called before the start if the graph has groups.
     *
     * @param members by group and rank, see AggregateRunner::Members
     */
    void SetAggregation(AggregateRunner::Members members)
    {
        m_aggregates.SetMembers(std::move(members), this);
    }

    /**
     * Must be called before the start if the graph has collectives by law.
     *
     * @param times law of the collectives
     */
    void SetCollectives(std::shared_ptr<ServerCollectives> times)
    {
        m_collectives.SetTimes(std::move(times));
    }

    /**
     * Has the job watch where its graph stands, for the removal of cycles; called before the start
     * of a job that one thread runs, without a driver.
     *
     * @param onArrival called when a message to rank 0 is complete
     * @return the cycles of the graph, valid from the start of the job
     */
    GraphCycles& WatchCycles(std::function<void()> onArrival);

    /** @return the shares; ranks of one share act on each other without a message */
    const JobShares& GetShares() const
    {
        return m_shares;
    }

    /** @return job that it runs */
    const FabricJob& GetJob() const
    {
        return m_job;
    }

    /**
     * @param follower executor of a job that starts when this one has ended
     * @param node node that runs it; null: another process does
     */
    void AddFollower(Ptr<GraphExecutor> follower, Ptr<Node> node);

    /** @param callback called once, when the job is finished */
    void SetFinishCallback(Callback<void, Ptr<GraphExecutor>> callback)
    {
        m_finishCallback = callback;
    }

    /** @return true if the job has ended: complete, failed or stopped */
    bool IsFinished() const
    {
        return m_finished;
    }

    /** @return true if the job has ended and all its nodes are done */
    bool IsComplete() const
    {
        return m_finished && !HasFailed() && IsEverythingDone();
    }

    /**
     * @return true if the job only waits for a known time: no node is at work, and the next node
     * starts at the start of the job, of a message or of a request
     */
    bool IsIdle();

    /** @return whether a message has failed */
    bool HasFailed() const
    {
        return m_end.GetFailedTicks() != JobEnd::NEVER;
    }

    /**
     * Must be called before the start if other processes run some of the hosts. All hosts of a
     * share must belong to the same process.
     *
     * @param isHere returns true if this process runs the host
     */
    void KeepHosts(const std::function<bool(const Node&)>& isHere);

    /**
     * Must be called after KeepHosts() and the run.
     *
     * @param to string to which this process's results are appended
     */
    void SaveRecords(std::string& to);

    /**
     * Reads the output of SaveRecords() of all processes.
     *
     * @param from by process, including this one: begin of its output
     */
    void LoadRecords(std::vector<const char*> from);

    /** @return start of the job in ps; -1: not started */
    int64_t GetStartPs() const override
    {
        return m_startPs;
    }

    /** @return bytes of the collectives by law that this process has begun */
    uint64_t GetCollectiveBytes() const
    {
        return m_collectives.GetBytes();
    }

    /** @return end of the latest completed node in ps; -1: no node is complete */
    int64_t GetFinishPs() const;

    /** @return number of completed nodes; removed cycles count when the job is finished */
    uint64_t GetCompletedNodes() const
    {
        return m_shares.GetCompleted() + (m_cycles && m_finished ? m_cycles->GetRemovedNodes() : 0);
    }

    /** @return see GraphMessenger::GetRecords() */
    const MessageRecords& GetRecords() const
    {
        return m_messenger.GetRecords();
    }

    /**
     * Moves the lists of successors out; called after the job's end.
     *
     * @return counter of the graph, with the counts of the end; empty if it was freed, or is that
     * of a graph without its cycles
     */
    DependencyCounter TakeDependencies()
    {
        return m_cycles ? DependencyCounter() : std::exchange(m_dependencies, {});
    }

    /**
     * Moves the records out; called after the job's end.
     *
     * @return see GraphMessenger::TakeRecords()
     */
    MessageRecords TakeRecords()
    {
        return m_messenger.TakeRecords();
    }

    /** @param visit see GraphMessenger::VisitSenders(); not called before the start */
    template <typename Visit>
    void VisitSenders(const Visit& visit) const
    {
        m_messenger.VisitSenders(visit);
    }

    /** @return times of each node's work, by node; empty unless RecordSpans is set */
    const std::vector<NodeSpan>& GetSpans() const
    {
        return m_progress.GetSpans();
    }

    /**
     * @param rank rank of the job
     * @return fraction of the time from the start to the end, or to now, in which stream 0 of the
     * rank's GPU was idle, in [0, 1]
     */
    double GetIdleFraction(uint32_t rank) const;

    /** @return times of the job; requires that it has finished */
    JobTimes GetTimes() const;

    /**
     * Writes a line for each node that has started and not ended, including each RECV that waits
     * only for its message.
     *
     * @param out output stream
     * @param maxLines largest number of lines; one more line counts the other nodes
     */
    void DescribeWaits(std::ostream& out, uint64_t maxLines) const;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    JobStanding GetStanding();
    void EndIfComplete();
    /** Called when the memory contents of a GPU of the job are lost. */
    void OnCrash();
    /**
     * Aborts the step of a job with checkpoints: nodes do not start any more, and the job does not
     * wait for GPUs and times.
     */
    void AbortStep();
    /**
     * Called after a message has failed, when nothing is in flight.
     *
     * @return true if the driver continues
     */
    bool Recover();
    void PrepareDependencies();
    /**
     * @return true if all nodes are complete or, with a driver, the driver is done and no part is
     * at work
     */
    bool IsEverythingDone() const;

    void StartPart(uint32_t part) override;
    void EditNodeOfPart(uint32_t number,
                        const std::function<void(CommunicationGraph::Node&)>& change) override;

    bool AreGpusHung() const override
    {
        return m_gpus.AreHung();
    }

    const std::string& GetJobName() const override
    {
        return m_job.name;
    }

    std::optional<uint32_t> GetNodeId() const override;
    void OnTimer(HostShare& share) override;
    void OnMessageEnd(uint32_t send, int64_t finishedPs, const char* failure) override;
    void OnMessageArrival(uint32_t recv, int64_t arrivedPs) override;
    void OnMessageDeparture(uint32_t send) override;
    void OnGpuDone(uint32_t node, int64_t startedPs, int64_t finishedPs) override;
    void OnAggregateDone(uint32_t node, int64_t finishedPs, bool success) override;

    // Functions for one node; its share is the share of its rank.

    /** Starts a node without pending conditions. */
    void Start(uint32_t number, HostShare& share);
    /** Posts a SEND, or has the GPU copy the message if it stays on its host. */
    void Post(const CommunicationGraph::Node& node, uint32_t number, HostShare& share);
    /** Starts a part of a collective by law. */
    void StartCollective(uint32_t number, int64_t nowPs, HostShare& share);
    /** Gives a node to its GPU; without a GPU the node is done at once. */
    void Occupy(const CommunicationGraph::Node& node, uint32_t number, HostShare& share);
    void Arrive(uint32_t recv, int64_t arrivedPs, HostShare& share);
    /** Called when a SEND has left completely: nodes that waited only for that become ready. */
    void Leave(uint32_t send, HostShare& share);
    /** Completes a node: nodes that waited only for it become ready. */
    void Complete(uint32_t node, HostShare& share);
    /** Gives a node up, and the job with it. */
    void Fail(uint32_t node);
    void StartReady(HostShare& share);
    void LookForEnd(HostShare& share);
    /** Called between windows: ends the job if nothing is left or nothing can start any more. */
    void EndIfOver();

    /** @param node number of the node @return its rank */
    uint32_t GetRank(size_t node) const
    {
        return m_job.graph.GetNodes()[node].rank;
    }

    /** @param node number of the node @return share of its rank */
    HostShare& GetShare(uint32_t node)
    {
        return m_shares.OfRank(GetRank(node));
    }

    FabricJob m_job;
    GraphMessenger m_messenger;
    JobGpus m_gpus;
    Callback<void, Ptr<GraphExecutor>> m_finishCallback;               //!< null: no callback
    std::vector<std::pair<Ptr<GraphExecutor>, Ptr<Node>>> m_followers; //!< see AddFollower()
    TracedCallback<const MessageRecord&> m_messageTrace;

    DependencyCounter m_dependencies;      //!< pending conditions of each node
    std::unique_ptr<GraphCycles> m_cycles; //!< null: see WatchCycles()
    std::function<void()> m_onArrival;     //!< see WatchCycles()
    RestartableParts m_parts;              //!< used only with a driver
    AggregateRunner m_aggregates;
    CollectiveRunner m_collectives;
    GraphProgress m_progress;
    bool m_recordSpans; //!< attribute
    JobShares m_shares;
    JobEnd m_end;
    TickClock m_clock;
    int64_t m_startPs{-1};  //!< start of the job; -1: not started
    int64_t m_finishPs{-1}; //!< see GetFinishPs(); set when the job is finished
    bool m_stopped{false};  //!< nodes do not start any more
    bool m_aborted{false};  //!< nodes do not start until the driver continues, see AbortStep()
    bool m_finished{false};
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_EXECUTOR_H
