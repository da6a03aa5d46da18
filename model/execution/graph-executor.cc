// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-executor.h"

#include "checkpointed-run.h"
#include "node-description.h"

#include "ns3/boolean.h"
#include "ns3/graph-check.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/node.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GraphExecutor");
NS_OBJECT_ENSURE_REGISTERED(GraphExecutor);

namespace
{

using Kind = CommunicationGraph::Kind;
using Progress = GraphProgress::State;

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
    m_shares.ForEach([](HostShare& share) { share.ClearTimers(); });
    m_messenger.Dispose();
    if (m_job.driver)
    {
        m_job.driver->Dispose();
    }
    m_gpus.Clear();
    m_aggregates.Clear();
    m_collectives.SetTimes(nullptr);
    m_finishCallback = Callback<void, Ptr<GraphExecutor>>();
    for (const auto& [follower, node] : std::exchange(m_followers, {}))
    {
        follower->Dispose(); // it has never started
    }
    Application::DoDispose();
}

void
GraphExecutor::SetJob(FabricJob job,
                      std::vector<HostTransports> transportsOfRank,
                      std::vector<Ptr<FabricGpu>> gpuOfRank,
                      std::vector<Ptr<FabricGpu>> foldedGpus)
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
    m_shares.Make(m_job, *this);
    m_messenger.SetJob(m_job, m_shares.GetNumbers(), std::move(transportsOfRank), this);
    m_gpus.SetGpus(std::move(gpuOfRank));
    if (m_job.checkpoints)
    {
        m_gpus.SetOthers(std::move(foldedGpus));
        m_gpus.SetCrashCallback(MakeCallback(&GraphExecutor::OnCrash, this));
        const auto run = StaticCast<CheckpointedRun>(m_job.driver);
        m_gpus.SetHangCallback(MakeCallback(&CheckpointedRun::OnHang, run));
        m_gpus.SetReplaceCallback(MakeCallback(&CheckpointedRun::OnReplace, run));
        m_gpus.SetResumeCallback(MakeCallback(&CheckpointedRun::OnResume, run));
    }
    SetStartTime(TimeStep(m_clock.ToTicks(m_job.startPs)));
}

void
GraphExecutor::AddFollower(Ptr<GraphExecutor> follower, Ptr<Node> node)
{
    m_followers.emplace_back(follower, node);
}

GraphCycles&
GraphExecutor::WatchCycles(std::function<void()> onArrival)
{
    m_onArrival = std::move(onArrival);
    m_cycles = std::make_unique<GraphCycles>(
        GraphCycles::Parts{m_job, m_dependencies, m_progress, m_shares, m_messenger, m_gpus});
    return *m_cycles;
}

/** Counts the conditions that every node waits for, including start times. */
void
GraphExecutor::PrepareDependencies()
{
    const auto& nodes = m_job.graph.GetNodes();
    m_dependencies = DependencyCounter(m_job.graph);
    m_progress.Begin(nodes.size(), m_recordSpans); // when the counter has freed its tables
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
GraphExecutor::EditNodeOfPart(uint32_t number,
                              const std::function<void(CommunicationGraph::Node&)>& change)
{
    m_job.graph.Edit(number, change);
}

std::optional<uint32_t>
GraphExecutor::GetNodeId() const
{
    return GetNode() ? std::optional<uint32_t>(GetNode()->GetId()) : std::nullopt;
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
        m_progress.Reset(node);
        m_dependencies.Reset(node, m_parts.GetWaitsAtFirst(node));
        if (m_dependencies.IsReady(node))
        {
            m_shares.GetFirst().ready.push_back(node);
        }
    }
    StartReady(m_shares.GetFirst());
}

void
GraphExecutor::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_startPs = m_clock.ToPs(NowTicks());
    NotifyRead("its job started");
    NS_LOG_INFO("job " << m_job.name << ": starts, " << m_job.hostOfRank.size() << " ranks, "
                       << m_job.graph.GetNodes().size() << " nodes");
    PrepareDependencies();
    if (m_cycles)
    {
        m_cycles->Begin();
    }
    m_shares.Begin();
    m_end.Begin([this] { EndIfOver(); }, [this] { EndIfComplete(); });
    m_collectives.Begin(m_job.graph, m_shares.GetCount());
    m_messenger.Connect();
    if (m_job.driver)
    {
        m_parts = RestartableParts(m_job.partBegin, m_dependencies, m_progress.GetCount());
        m_shares.GetFirst().ready.clear(); // nothing starts by itself
    }
    m_gpus.Begin(m_job.graph);
    m_shares.Place([this](uint32_t rank) { return m_messenger.FindNode(rank); });
    if (m_job.driver)
    {
        m_job.driver->Begin(this);
    }
    m_shares.ForEach([this](HostShare& share) {
        if (share.isHere)
        {
            share.StartTimer();
            StartReady(share);
        }
    });
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
GraphExecutor::OnTimer(HostShare& share)
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
        if (m_job.graph.GetNodes().GetRelative(number).kind != Kind::SEND)
        {
            --share.inFlight;
            share.finishPs = std::max(share.finishPs, duePs);
            m_progress.MarkEnd(number, duePs);
            Complete(number, share);
        }
        else
        {
            if (m_dependencies.Release(number))
            {
                share.ready.push_back(number);
            }
            if (m_cycles)
            {
                m_cycles->NoteRelease(number);
            }
        }
    }
    share.StartTimer();
    StartReady(share);
}

void
GraphExecutor::OnMessageEnd(uint32_t send, int64_t finishedPs, const char* failure)
{
    const uint32_t rank = m_job.graph.GetNodes()[send].rank;
    HostShare& share = m_shares.OfRank(rank);
    --share.inFlight;
    share.finishPs = std::max(share.finishPs, finishedPs);
    m_progress.MarkEnd(send, finishedPs);
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
    HostShare& share = GetShare(recv);
    share.finishPs = std::max(share.finishPs, arrivedPs);
    Arrive(recv, arrivedPs, share);
    StartReady(share);
}

void
GraphExecutor::OnMessageDeparture(uint32_t send)
{
    if (m_dependencies.GetFollowers().Get(send)[0] > 0 && !m_aborted)
    {
        GetShare(send).NoteDeparture(send); // the NIC is at work
    }
}

void
GraphExecutor::Leave(uint32_t send, HostShare& share)
{
    m_dependencies.GetFollowers().ForEach(send, [&](uint32_t follower) {
        if (m_dependencies.Release(follower))
        {
            share.ready.push_back(follower);
        }
    });
    if (m_cycles)
    {
        m_cycles->NoteLeft(send);
    }
}

void
GraphExecutor::OnGpuDone(uint32_t number, int64_t startedPs, int64_t finishedPs)
{
    const auto node = m_job.graph.GetNodes()[number];
    HostShare& share = m_shares.OfRank(node.rank);
    --share.inFlight;
    share.finishPs = std::max(share.finishPs, finishedPs);
    m_progress.MarkStart(number, startedPs);
    m_progress.MarkEnd(number, finishedPs);
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
    HostShare& share = GetShare(number);
    --share.inFlight;
    share.finishPs = std::max(share.finishPs, finishedPs);
    m_progress.MarkEnd(number, finishedPs);
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
GraphExecutor::StartReady(HostShare& share)
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
GraphExecutor::Start(uint32_t number, HostShare& share)
{
    const auto node = m_job.graph.GetNodes()[number];
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    NS_LOG_LOGIC("job " << m_job.name << ": " << DescribeNode(m_job, number));
    m_progress.MarkStart(number, nowPs);
    if (m_cycles)
    {
        m_cycles->NoteStart(number);
    }
    switch (node.kind)
    {
    case Kind::SEND:
        Post(node, number, share);
        break;
    case Kind::RECV:
        if (m_progress.Get(number) == Progress::ARRIVED)
        {
            m_progress.MarkEnd(number, nowPs);
            Complete(number, share);
        }
        else
        {
            m_progress.Set(number, Progress::STARTED);
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
            m_progress.Set(number, Progress::STARTED);
            share.Wait(nowPs + node.timePs, number);
            share.StartTimer();
            break;
        }
        m_progress.MarkEnd(number, nowPs);
        Complete(number, share);
        break;
    case Kind::AGGREGATE:
        m_progress.Set(number, Progress::STARTED);
        ++share.inFlight;
        m_aggregates.Start(m_job.graph, number);
        break;
    case Kind::COLLECTIVE:
        m_progress.Set(number, Progress::STARTED);
        ++share.inFlight;
        StartCollective(number, nowPs, share);
        break;
    }
}

void
GraphExecutor::StartCollective(uint32_t number, int64_t nowPs, HostShare& share)
{
    const auto [first, endsPs] =
        m_collectives.Start(m_job, number, m_shares.GetNumbers()[GetRank(number)], nowPs);
    for (uint32_t part = 0; part < endsPs.size(); ++part)
    {
        share.Wait(endsPs[part], first + part);
    }
    share.StartTimer();
}

void
GraphExecutor::Occupy(const CommunicationGraph::Node& node, uint32_t number, HostShare& share)
{
    m_progress.Set(number, Progress::STARTED);
    ++share.inFlight;
    if (!m_gpus.Run(node, number, this))
    {
        const int64_t nowPs = m_clock.ToPs(NowTicks());
        OnGpuDone(number, nowPs, nowPs);
    }
}

void
GraphExecutor::Post(const CommunicationGraph::Node& node, uint32_t number, HostShare& share)
{
    if (m_messenger.IsLocal(node))
    {
        Occupy(node, number, share);
        return;
    }
    m_progress.Set(number, Progress::STARTED);
    ++share.inFlight;
    m_gpus.BeginMessage(node.rank, number);
    m_messenger.Post(number);
}

/** The message of a RECV is there. */
void
GraphExecutor::Arrive(uint32_t recv, int64_t arrivedPs, HostShare& share)
{
    if (m_progress.Get(recv) == Progress::STARTED)
    {
        m_progress.MarkEnd(recv, arrivedPs);
        Complete(recv, share);
    }
    else
    {
        m_progress.Set(recv, Progress::ARRIVED);
        if (m_cycles)
        {
            m_cycles->NoteStart(recv);
        }
    }
}

void
GraphExecutor::Complete(uint32_t node, HostShare& share)
{
    NS_LOG_LOGIC("job " << m_job.name << ": " << DescribeNode(m_job, node) << ": done");
    m_progress.Set(node, Progress::DONE);
    ++share.completed;
    m_dependencies.Complete(node, share.ready);
    if (m_cycles)
    {
        m_cycles->NoteDone(node);
        const auto& done = m_job.graph.GetNodes().GetRelative(node);
        if (done.kind == Kind::RECV && done.rank == 0)
        {
            m_onArrival();
        }
    }
    // Nodes of an aborted step that still end do not count.
    if (m_job.driver && !m_aborted && m_parts.Complete(node))
    {
        m_job.driver->OnPartDone(m_parts.GetPart(node), share.finishPs);
    }
}

bool
GraphExecutor::IsEverythingDone() const
{
    return m_job.driver ? !m_parts.AreAtWork() && m_job.driver->IsDone()
                        : GetCompletedNodes() == m_job.graph.GetNodes().size();
}

/** A node is given up, and the job with it. */
void
GraphExecutor::Fail(uint32_t node)
{
    m_progress.Set(node, Progress::FAILED);
    m_end.NoteFailure(NowTicks());
    if (m_job.checkpoints && !m_aborted)
    {
        AbortStep();
    }
}

/** Has somebody look whether the job is over, if it may be. */
void
GraphExecutor::LookForEnd(HostShare& share)
{
    if (m_finished || share.looksForEnd)
    {
        return;
    }
    const int64_t nowTicks = NowTicks();
    if (!m_job.driver)
    {
        m_end.AskIfDone(share, m_shares, nowTicks);
    }
    else if (IsEverythingDone())
    {
        m_end.Ask(share);
    }
    if (m_stopped || m_end.IsFailureDue(nowTicks))
    {
        m_end.Ask(share);
    }
}

void
GraphExecutor::OnCrash()
{
    const auto run = StaticCast<CheckpointedRun>(m_job.driver);
    const bool isAtWork = m_startPs >= 0 && !m_finished && !IsEverythingDone() && run->IsInStep();
    if (isAtWork && !m_aborted)
    {
        NS_LOG_WARN("job " << m_job.name << ": a GPU has crashed");
        run->OnCrash();
        m_end.SetFailedTicks(NowTicks());
        AbortStep();
        m_end.Ask(m_shares.GetFirst());
    }
}

void
GraphExecutor::AbortStep()
{
    m_aborted = true;
    HostShare& share = m_shares.GetFirst();
    share.ready.clear();
    share.departed.clear();
    share.inFlight -= m_gpus.Cancel(this) + share.ForgetTimers() + m_collectives.Forget();
}

bool
GraphExecutor::Recover()
{
    if (m_stopped || !m_job.driver || !m_job.driver->OnFailure(m_clock.ToPs(NowTicks())))
    {
        return false;
    }
    m_end.SetFailedTicks(JobEnd::NEVER);
    m_aborted = false;
    m_parts.GiveUp();
    m_messenger.Reconnect();
    return true;
}

void
GraphExecutor::EndIfOver()
{
    m_shares.ForEach([](HostShare& share) { share.looksForEnd = false; });
    if (m_finished)
    {
        return;
    }
    const JobStanding now = GetStanding();
    const bool isStuck = m_stopped || (HasFailed() && !now.waitsForTime);
    if (!now.isEverythingDone && (!isStuck || now.hasWorkInFlight || Recover()))
    {
        return;
    }
    m_finishPs = std::max(now.finishPs, m_startPs);
    m_finished = true;
    if (m_cycles)
    {
        m_finishPs += m_cycles->GetRemovedPs();
        m_cycles->Restore();
    }
    // of messages that were to start after the stop time
    m_shares.ForEach([](HostShare& share) { share.ClearTimers(); });
    NS_LOG_INFO("job " << m_job.name << ": " << (now.isEverythingDone ? "ends" : "is given up")
                       << " after " << (m_finishPs - m_startPs) / 1000 << " ns");
    if (m_job.checkpoints)
    {
        m_gpus.AddRepeats(StaticCast<CheckpointedRun>(m_job.driver)->GetCountedPerRun());
    }
    m_gpus.End();
    if (now.isEverythingDone && !m_job.driver)
    {
        if (m_cycles || !m_job.graph.HasKernels())
        {
            m_dependencies = DependencyCounter();
        }
        m_progress.Forget();
    }
    m_messenger.Close(now.isEverythingDone);
    for (const auto& [follower, node] : std::exchange(m_followers, {}))
    {
        if (node)
        {
            node->AddApplication(follower); // begins after its start time
        }
    }
    if (!m_finishCallback.IsNull())
    {
        m_finishCallback(Ptr<GraphExecutor>(this));
    }
}

/** @return progress of the job over all processes; called between windows */
JobStanding
GraphExecutor::GetStanding()
{
    const bool waitsForTime =
        m_startPs < 0 || m_shares.HaveTimers() || (m_job.driver && m_job.driver->IsIdle());
    const JobStanding here{m_job.driver ? IsEverythingDone() : m_shares.AreDoneHere(),
                           waitsForTime,
                           m_shares.HaveWorkInFlight(),
                           GetFinishPs(),
                           m_end.GetFailedTicks()};
    const JobStanding standing = here.OverRanks();
    m_end.SetFailedTicks(standing.failedTicks);
    return standing;
}

/** Nothing was left of the shares here: the job ends if they were the last, END_NOTICE_PS ago. */
void
GraphExecutor::EndIfComplete()
{
    if (m_finished)
    {
        return;
    }
    const int64_t doneTicks = GetLatestOverRanks(m_shares.GetDoneTicks());
    const bool isLast = doneTicks + m_clock.ToTicks(END_NOTICE_PS) <= NowTicks();
    if (GetStanding().isEverythingDone && isLast)
    {
        EndIfOver();
    }
}

void
GraphExecutor::KeepHosts(const std::function<bool(const Node&)>& isHere)
{
    // All nodes of a share are of one process.
    m_messenger.SetRanks(
        m_shares.Keep([this](uint32_t rank) { return m_messenger.FindNode(rank); }, isHere));
}

void
GraphExecutor::SaveRecords(std::string& to)
{
    if (!m_gpus.HasEnded())
    {
        m_gpus.End();
    }
    m_shares.Save(to);
    m_progress.Save(to, [this](size_t node) { return m_shares.IsHere(GetRank(node)); });
    m_gpus.Save(to, [this](uint32_t rank) { return m_shares.IsHere(rank); });
    m_messenger.Save(to);
}

void
GraphExecutor::LoadRecords(std::vector<const char*> from)
{
    const auto& shareOfRank = m_shares.GetNumbers();
    for (auto& image : from)
    {
        const auto isHis = m_shares.Load(image);
        m_progress.Load(image, [&](size_t node) { return isHis[shareOfRank[GetRank(node)]]; });
        m_gpus.Load(image, [&](uint32_t rank) { return isHis[shareOfRank[rank]]; });
    }
    m_messenger.Load(from);
}

bool
GraphExecutor::IsIdle()
{
    if (m_finished)
    {
        return false;
    }
    const JobStanding standing = GetStanding();
    return !standing.hasWorkInFlight && standing.waitsForTime;
}

int64_t
GraphExecutor::GetFinishPs() const
{
    return m_finished ? m_finishPs : m_shares.GetFinishPs();
}

double
GraphExecutor::GetIdleFraction(uint32_t rank) const
{
    if (m_startPs < 0)
    {
        return 1;
    }
    const int64_t endPs = m_finished ? m_finishPs : m_clock.ToPs(NowTicks());
    return m_gpus.GetIdleFraction(rank, endPs - m_startPs);
}

JobTimes
GraphExecutor::GetTimes() const
{
    JobTimes times;
    times.durationPs = m_finishPs - m_startPs;
    for (uint32_t rank = 0; rank < m_job.GetComputingRanks(); ++rank)
    {
        times.idleFractionOfRank.push_back(GetIdleFraction(rank));
    }
    const auto& spans = m_progress.GetSpans();
    for (size_t i = 0; i < m_job.marks.size() && !spans.empty(); ++i)
    {
        times.markPs.push_back(spans[m_job.marks[i].node].endPs - m_startPs);
    }
    return times;
}

void
GraphExecutor::DescribeWaits(std::ostream& out, uint64_t maxLines) const
{
    uint64_t count = 0;
    for (uint32_t number = 0; number < m_progress.GetCount(); ++number)
    {
        if (m_progress.Get(number) == Progress::STARTED && count++ < maxLines)
        {
            out << DescribeNode(m_job, number);
            const auto& node = m_job.graph.GetNodes()[number];
            if (node.kind == Kind::SEND && !m_messenger.IsLocal(node))
            {
                out << ": " << m_messenger.DescribeWait(number);
            }
            else if (node.kind == Kind::AGGREGATE)
            {
                out << ": " << m_aggregates.DescribeWait(m_job.graph, number);
            }
            out << '\n';
        }
    }
    if (count > maxLines)
    {
        out << "... and " << count - maxLines << " more\n";
    }
}

} // namespace ns3
