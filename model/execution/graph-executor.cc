// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-executor.h"

#include "checkpointed-run.h"
#include "node-description.h"

#include "ns3/boolean.h"
#include "ns3/graph-check.h"
#include "ns3/input-error.h"
#include "ns3/log.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GraphExecutor");
NS_OBJECT_ENSURE_REGISTERED(GraphExecutor);

namespace
{

using Kind = CommunicationGraph::Kind;

} // namespace

TypeId
GraphExecutor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GraphExecutor")
            .SetParent<Application>()
            .SetGroupName("AiFabric")
            .AddConstructor<GraphExecutor>()
            .AddAttribute("RecordSpans",
                          "Record when each node of the graph starts and ends, for reports about "
                          "waiting; 16 B per node.",
                          BooleanValue(false),
                          ReadOnce(MakeBooleanAccessor(&GraphExecutor::m_recordSpans)),
                          MakeBooleanChecker())
            .AddTraceSource("Message",
                            "A message was acknowledged or given up.",
                            MakeTraceSourceAccessor(&GraphExecutor::m_messageTrace),
                            "ns3::MessageRecord::TracedCallback");
    return tid;
}

GraphExecutor::GraphExecutor() = default;
GraphExecutor::~GraphExecutor() = default;

void
GraphExecutor::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& share : m_shares)
    {
        share->ClearTimers();
    }
    m_messenger.Dispose();
    if (m_job.driver)
    {
        m_job.driver->Dispose();
    }
    m_gpus.Clear();
    m_aggregates.Clear();
    m_finishCallback = Callback<void, Ptr<GraphExecutor>>();
    Application::DoDispose();
}

void
GraphExecutor::SetJob(FabricJob job,
                      std::vector<HostTransports> transportsOfRank,
                      std::vector<Ptr<FabricGpu>> gpuOfRank)
{
    NS_ASSERT_MSG(m_startPs < 0, "the job has started");
    const size_t ranks = job.graph.GetRankCount();
    if (job.hostOfRank.size() != ranks || transportsOfRank.size() != ranks ||
        gpuOfRank.size() != ranks)
    {
        throw InputError("job " + job.name + ": " + std::to_string(ranks) + " ranks on " +
                         std::to_string(job.hostOfRank.size()) + " hosts with " +
                         std::to_string(transportsOfRank.size()) + " NICs and " +
                         std::to_string(gpuOfRank.size()) + " GPUs; expected one of each per rank");
    }
    CheckGraph(job.graph);
    if (job.checkpoints)
    {
        const auto run = CreateObject<CheckpointedRun>();
        run->SetPlan(*job.checkpoints);
        job.driver = run;
        job.partBegin = {0};
    }
    m_job = std::move(job);
    MakeShares();
    m_messenger.SetJob(m_job, m_shareOfRank, std::move(transportsOfRank), this);
    m_gpus.SetGpus(std::move(gpuOfRank));
    if (m_job.checkpoints)
    {
        m_gpus.SetCrashCallback(MakeCallback(&GraphExecutor::OnCrash, this));
        const auto run = StaticCast<CheckpointedRun>(m_job.driver);
        m_gpus.SetReplaceCallback(MakeCallback(&CheckpointedRun::OnReplace, run));
        m_gpus.SetResumeCallback(MakeCallback(&CheckpointedRun::OnResume, run));
    }
    SetStartTime(TimeStep(m_clock.ToTicks(m_job.startPs)));
}

/** Counts the conditions that every node waits for, including start times. */
void
GraphExecutor::PrepareDependencies()
{
    const auto& nodes = m_job.graph.GetNodes();
    m_progress.assign(nodes.size(), Progress::BLOCKED);
    m_spans.assign(m_recordSpans ? nodes.size() : 0, NodeSpan());
    m_dependencies = DependencyCounter(m_job.graph);
    if (!m_recordSpans && !m_job.graph.HasKernels())
    {
        m_job.graph.ForgetDependencies(); // needed by reports about waiting and by ideal times
    }
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto& node = nodes.GetRelative(number);
        if (node.kind == Kind::SEND && node.timePs > 0)
        {
            m_dependencies.Add(number);
            GetShare(number).Wait(m_startPs + node.timePs, number);
        }
        if (m_dependencies.IsReady(number))
        {
            GetShare(number).ready.push_back(number);
        }
    }
}

void
GraphExecutor::StartPart(uint32_t part)
{
    if (m_finished || m_stopped)
    {
        return;
    }
    const auto [begin, end] = m_parts.Start(part);
    m_aggregates.Continue(m_job.graph, begin, end);
    for (uint32_t node = begin; node < end; ++node)
    {
        m_progress[node] = Progress::BLOCKED;
        if (!m_spans.empty())
        {
            m_spans[node] = NodeSpan(); // of the last time that it ran
        }
        m_dependencies.Reset(node, m_parts.GetWaitsAtFirst(node));
        if (m_dependencies.IsReady(node))
        {
            m_shares.front()->ready.push_back(node);
        }
    }
    StartReady(*m_shares.front());
}

void
GraphExecutor::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_startPs = m_clock.ToPs(NowTicks());
    NotifyRead("its job started");
    NS_LOG_INFO("job " << m_job.name << ": starts, " << m_job.hostOfRank.size() << " ranks, "
                       << GetNodeCount() << " nodes");
    PrepareDependencies();
    for (const auto& share : m_shares)
    {
        if (!share->isHere)
        {
            share->Leave();
        }
    }
    m_endIfOver.emplace([this] { EndIfOver(); });
    m_endIfComplete.emplace([this] { EndIfComplete(); });
    m_messenger.Connect();
    if (m_job.driver)
    {
        m_parts = JobParts(m_job.partBegin, m_dependencies, static_cast<uint32_t>(GetNodeCount()));
        m_shares.front()->ready.clear(); // nothing starts by itself
    }
    m_gpus.Begin(m_job.graph);
    PlaceShares();
    m_sharesLeft = static_cast<uint32_t>(
        std::count_if(m_shares.begin(), m_shares.end(), [](const auto& share) {
            return share->isHere;
        }));
    if (m_job.driver)
    {
        m_job.driver->Begin(this);
    }
    for (const auto& share : m_shares)
    {
        if (share->isHere)
        {
            share->StartTimer();
            StartReady(*share);
        }
    }
}

void
GraphExecutor::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (m_startPs >= 0 && !m_finished)
    {
        m_stopped = true;
        EndIfOver();
    }
}

void
GraphExecutor::OnTimer(ExecutorShare& share)
{
    for (const uint32_t send : std::exchange(share.departed, {}))
    {
        Leave(send, share);
    }
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    while (share.HasTimers() && share.GetFirstTimer().first <= nowPs)
    {
        const auto [duePs, number] = share.GetFirstTimer();
        share.PopTimer();
        if (m_job.graph.GetNodes()[number].kind == Kind::JOIN)
        {
            --share.inFlight;
            share.finishPs = std::max(share.finishPs, duePs);
            MarkEnd(number, duePs);
            Complete(number, share);
        }
        else if (m_dependencies.Release(number))
        {
            share.ready.push_back(number);
        }
    }
    share.StartTimer();
    StartReady(share);
}

void
GraphExecutor::OnMessageEnd(uint32_t send, int64_t finishedPs, const char* failure)
{
    const uint32_t rank = m_job.graph.GetNodes()[send].rank;
    ExecutorShare& share = *m_shares[m_shareOfRank[rank]];
    --share.inFlight;
    share.finishPs = std::max(share.finishPs, finishedPs);
    MarkEnd(send, finishedPs);
    if (!m_messageTrace.IsEmpty())
    {
        m_messageTrace(m_messenger.GetRecord(send));
    }
    m_gpus.EndMessage(rank, send);
    if (!failure)
    {
        Complete(send, share);
    }
    else
    {
        NS_LOG_WARN("job " << m_job.name << ": " << DescribeNode(m_job, send) << ": " << failure);
        Fail(send);
    }
    StartReady(share);
}

void
GraphExecutor::OnMessageArrival(uint32_t recv, int64_t arrivedPs)
{
    ExecutorShare& share = GetShare(recv);
    share.finishPs = std::max(share.finishPs, arrivedPs);
    Arrive(recv, arrivedPs, share);
    StartReady(share);
}

void
GraphExecutor::OnMessageDeparture(uint32_t send)
{
    if (m_dependencies.GetFollowers(send)[0] > 0 && !m_aborted)
    {
        GetShare(send).NoteDeparture(send); // the NIC is at work
    }
}

void
GraphExecutor::Leave(uint32_t send, ExecutorShare& share)
{
    const uint32_t* const followers = m_dependencies.GetFollowers(send);
    for (uint32_t i = 1; i <= followers[0]; ++i)
    {
        if (m_dependencies.Release(send + followers[i]))
        {
            share.ready.push_back(send + followers[i]);
        }
    }
}

void
GraphExecutor::OnGpuDone(uint32_t number, int64_t startedPs, int64_t finishedPs)
{
    const auto node = m_job.graph.GetNodes()[number];
    ExecutorShare& share = *m_shares[m_shareOfRank[node.rank]];
    --share.inFlight;
    share.finishPs = std::max(share.finishPs, finishedPs);
    MarkStart(number, startedPs);
    MarkEnd(number, finishedPs);
    if (node.kind == Kind::SEND)
    {
        Leave(number, share); // on the same host
        Arrive(node.match, finishedPs, share);
    }
    Complete(number, share);
    StartReady(share);
}

void
GraphExecutor::OnAggregateDone(uint32_t number, int64_t finishedPs, bool success)
{
    ExecutorShare& share = GetShare(number);
    --share.inFlight;
    share.finishPs = std::max(share.finishPs, finishedPs);
    MarkEnd(number, finishedPs);
    if (success)
    {
        Complete(number, share);
    }
    else
    {
        NS_LOG_WARN("job " << m_job.name << ": " << DescribeNode(m_job, number) << ": failed");
        Fail(number);
        ++share.failedAggregates;
    }
    StartReady(share);
}

/** Starts ready nodes, and nodes that become ready by that; checks whether the job is done. */
void
GraphExecutor::StartReady(ExecutorShare& share)
{
    if (share.starting)
    {
        return;
    }
    share.starting = true;
    for (size_t i = 0; i < share.ready.size() && !m_stopped && !m_aborted; ++i)
    {
        Start(share.ready[i], share);
    }
    share.ready.clear();
    share.starting = false;
    LookForEnd(share);
}

void
GraphExecutor::Start(uint32_t number, ExecutorShare& share)
{
    const auto node = m_job.graph.GetNodes()[number];
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    NS_LOG_LOGIC("job " << m_job.name << ": " << DescribeNode(m_job, number));
    MarkStart(number, nowPs);
    switch (node.kind)
    {
    case Kind::SEND:
        Post(node, number, share);
        break;
    case Kind::RECV:
        if (m_progress[number] == Progress::ARRIVED)
        {
            MarkEnd(number, nowPs);
            Complete(number, share);
        }
        else
        {
            m_progress[number] = Progress::STARTED;
        }
        break;
    case Kind::REDUCE:
    case Kind::COPY:
    case Kind::COMPUTE:
        Occupy(node, number, share);
        break;
    case Kind::JOIN:
        if (node.timePs > 0)
        {
            ++share.inFlight;
            m_progress[number] = Progress::STARTED;
            share.Wait(nowPs + node.timePs, number);
            share.StartTimer();
            break;
        }
        MarkEnd(number, nowPs);
        Complete(number, share);
        break;
    case Kind::AGGREGATE:
        m_progress[number] = Progress::STARTED;
        ++share.inFlight;
        m_aggregates.Start(m_job.graph, number);
        break;
    }
}

void
GraphExecutor::Occupy(const CommunicationGraph::Node& node, uint32_t number, ExecutorShare& share)
{
    m_progress[number] = Progress::STARTED;
    ++share.inFlight;
    if (!m_gpus.Run(node, number, this))
    {
        const int64_t nowPs = m_clock.ToPs(NowTicks());
        OnGpuDone(number, nowPs, nowPs);
    }
}

void
GraphExecutor::Post(const CommunicationGraph::Node& node, uint32_t number, ExecutorShare& share)
{
    if (m_messenger.IsLocal(node))
    {
        Occupy(node, number, share);
        return;
    }
    m_progress[number] = Progress::STARTED;
    ++share.inFlight;
    m_gpus.BeginMessage(node.rank, number);
    m_messenger.Post(number);
}

/** The message of a RECV is there. */
void
GraphExecutor::Arrive(uint32_t recv, int64_t arrivedPs, ExecutorShare& share)
{
    if (m_progress[recv] == Progress::STARTED)
    {
        MarkEnd(recv, arrivedPs);
        Complete(recv, share);
    }
    else
    {
        m_progress[recv] = Progress::ARRIVED;
    }
}

void
GraphExecutor::MarkStart(uint32_t node, int64_t startPs)
{
    if (!m_spans.empty())
    {
        m_spans[node].startPs = startPs;
    }
}

void
GraphExecutor::MarkEnd(uint32_t node, int64_t endPs)
{
    if (!m_spans.empty())
    {
        // A node that ended before the tick of its start took no time.
        m_spans[node].endPs = std::max(m_spans[node].startPs, endPs);
    }
}

void
GraphExecutor::Complete(uint32_t node, ExecutorShare& share)
{
    NS_LOG_LOGIC("job " << m_job.name << ": " << DescribeNode(m_job, node) << ": done");
    m_progress[node] = Progress::DONE;
    ++share.completed;
    m_dependencies.Complete(node, share.ready);
    // Nodes of an aborted step that still end do not count.
    if (m_job.driver && !m_aborted && m_parts.Complete(node))
    {
        m_job.driver->OnPartDone(m_parts.GetPart(node), share.finishPs);
    }
}

} // namespace ns3
