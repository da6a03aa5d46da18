// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "stall-detector.h"

#include "run-cost.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-statistics.h"
#include "ns3/link-outage.h"
#include "ns3/message-transport.h"
#include "ns3/rank-link.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-queue-pair.h"
#include "ns3/run-state.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ns3
{

namespace
{

using Seconds_t = std::chrono::duration<double>;

constexpr double SECONDS_PER_LINE = 0.25;

/** @return members in aggregation trees at its host */
std::vector<Ptr<AggregationMember>>
GetMembers(const RdmaNic& nic)
{
    const auto endpoint = nic.GetPort().GetObject<AggregationEndpoint>();
    return endpoint ? endpoint->GetMembers() : std::vector<Ptr<AggregationMember>>();
}

} // namespace

StallDetector::StallDetector(const std::string& label,
                             const FabricNetwork& network,
                             const std::vector<Ptr<GraphExecutor>>& jobs,
                             Time stallTime,
                             bool showProgress)
    : m_label(label),
      m_network(network),
      m_nics(network.GetParts().nics),
      m_jobs(jobs),
      m_stallTime(stallTime),
      m_period(std::min(MicroSeconds(10), stallTime / 8)),
      m_showProgress(showProgress),
      m_step(m_period),
      m_start(Clock::now()),
      m_shown(m_start)
{
    bool mayWait = false; // for the network
    for (const auto& job : jobs)
    {
        for (const auto& node : job->GetJob().graph.GetNodes())
        {
            const bool sends = node.kind == CommunicationGraph::Kind::SEND ||
                               node.kind == CommunicationGraph::Kind::AGGREGATE;
            m_totalBytes += sends ? node.bytes : 0;
            mayWait = mayWait || sends;
        }
    }
    const auto isDriven = [](const Ptr<GraphExecutor>& job) {
        return PeekPointer(job->GetJob().driver) != nullptr;
    };
    if (std::any_of(jobs.begin(), jobs.end(), isDriven) || RankLink::GetActive())
    {
        m_totalBytes = 0; // unknown
    }
    if (!mayWait && !RankLink::GetActive())
    {
        m_nics.clear(); // visits of all NICs may cost more than the run of a job by law
    }
    m_event = Simulator::Schedule(m_period, &StallDetector::Look, this);
}

StallDetector::~StallDetector()
{
    m_event.Cancel();
    if (m_showProgress)
    {
        std::fputs("\r\033[K", stderr);
    }
}

void
StallDetector::Look()
{
    if (RankLink::Any(SignalWatch::GetSignal() != 0))
    {
        Simulator::Stop();
        return;
    }
    if (!RankLink::Any(!Simulator::IsFinished()))
    {
        m_verdict = "no event is left, but work is";
        Simulator::Stop();
        return;
    }
    if (Simulator::Now() >= m_nextCount)
    {
        m_nextCount = Simulator::Now() + m_stallTime / 8;
        LookForStall();
    }
    if (m_showProgress && Seconds_t(Clock::now() - m_shown).count() > SECONDS_PER_LINE)
    {
        Show();
    }
    PlanLook();
}

/**
 * Schedules the next check a period from now, or twice as far as the last one if nothing happened.
 */
void
StallDetector::PlanLook()
{
    const Time now = Simulator::Now();
    const uint64_t events = Simulator::GetEventCount();
    // The last check is an event itself, which counts on one of the ranks.
    const bool isQuiet = RankLink::Sum(events - m_events) <= 1;
    m_step = isQuiet ? std::min(m_step * 2, Seconds(MOST_STEP_S)) : m_period;
    Time next = now + m_step;
    // To ask all ports costs more than a few short steps.
    if (isQuiet && (m_step >= m_stallTime / 8 || next > m_lastMove + m_stallTime))
    {
        const Patience patience = GetPatience();
        if (patience.hasWork) // a stall is found on time
        {
            next = std::min(next, std::max(m_lastMove + patience.time, now + m_period));
        }
        else
        {
            m_skipped += now - m_lastLook;
        }
    }
    m_events = events;
    m_lastLook = now;
    m_event = Simulator::Schedule(next - now, &StallDetector::Look, this);
}

void
StallDetector::LookForStall()
{
    uint64_t nodes = 0;
    for (const auto& job : m_jobs)
    {
        nodes += job->GetCompletedNodes();
    }
    nodes = RankLink::Sum(nodes);
    const Time now = Simulator::Now();
    // Ranks decide alike, as the rest is asked of all of them.
    bool hasMoved = nodes != m_nodes ||
                    !RankLink::Any(std::any_of(m_jobs.begin(), m_jobs.end(), [](const auto& job) {
                        return !job->IsFinished() && !job->IsIdle();
                    }));
    m_nodes = nodes;
    if (hasMoved)
    {
        m_bytes.reset(); // of every queue pair: not counted as long as nodes complete
    }
    else
    {
        const uint64_t bytes = RankLink::Sum(GetAcknowledgedBytes());
        hasMoved = m_bytes && bytes != *m_bytes;
        m_bytes = bytes;
    }
    if (hasMoved)
    {
        m_lastMove = now;
        m_skipped = Time(0);
        return;
    }
    if (now - m_lastMove - m_skipped < m_stallTime)
    {
        return;
    }
    const Time patience = GetPatience().time;
    if (now - m_lastMove - m_skipped >= patience)
    {
        m_verdict = "nothing has moved for " + std::to_string(patience.GetMicroSeconds()) + " us";
        Simulator::Stop();
    }
}

void
StallDetector::Show()
{
    const auto wall = Clock::now();
    const Time now = Simulator::Now();
    const double done = m_totalBytes == 0 ? 0
                                          : std::min(1.0,
                                                     static_cast<double>(GetAcknowledgedBytes()) /
                                                         static_cast<double>(m_totalBytes));
    const double rate = (now - m_shownTime).ToDouble(Time::US) / Seconds_t(wall - m_shown).count();
    char left[32] = "unknown";
    if (done > 0)
    {
        const double spent = Seconds_t(wall - m_start).count();
        std::snprintf(left, sizeof(left), "%.0f s", std::ceil(spent * (1 - done) / done));
    }
    std::string bar;
    if (m_totalBytes > 0)
    {
        constexpr size_t WIDTH = 20;
        char share[16];
        std::snprintf(share, sizeof(share), "] %.1f %%, ", 100 * done);
        const auto filled = static_cast<size_t>(done * WIDTH);
        bar = '[' + std::string(filled, '#') + std::string(WIDTH - filled, '.') + share;
    }
    std::fprintf(stderr,
                 "\r%s: %s%.1f us simulated, %.0f us per second, ETA %s, %.0f MB\033[K",
                 m_label.c_str(),
                 bar.c_str(),
                 now.ToDouble(Time::US),
                 rate,
                 left,
                 GetMemoryMb());
    std::fflush(stderr);
    m_shown = wall;
    m_shownTime = now;
}

uint64_t
StallDetector::GetAcknowledgedBytes() const
{
    uint64_t bytes = 0;
    for (const auto& nic : m_nics)
    {
        bytes += nic->GetObject<MessageTransport>()->GetAcknowledgedBytes();
        for (const auto& member : GetMembers(*nic))
        {
            bytes += member->GetCounters().answeredBytes;
        }
    }
    return bytes;
}

StallDetector::Patience
StallDetector::GetPatience() const
{
    const int64_t nowPs = Simulator::Now().GetPicoSeconds();
    std::vector<const RdmaNic*> waiting;
    for (const auto& nic : m_nics)
    {
        const auto& channels = nic->GetObject<MessageTransport>()->GetChannels();
        const auto& pairs = nic->GetQueuePairs();
        if (std::any_of(channels.begin(),
                        channels.end(),
                        [&](const auto& channel) {
                            const auto activity = channel->GetActivity(nowPs);
                            return activity && activity->waitsFor;
                        }) ||
            std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) {
                return pair->HasWork();
            }))
        {
            waiting.push_back(PeekPointer(nic));
        }
    }
    const bool hasWork = RankLink::Any(!waiting.empty());
    // A job that computes for days is checked often: the counters of all ports only matter to jobs
    // that wait for the network.
    if (!hasWork)
    {
        return {false, m_stallTime * IDLE_FACTOR};
    }
    const bool hasLost = HasLost();
    const auto& links = m_network.channels;
    const bool hasFailed = std::any_of(links.begin(), links.end(), [](const auto& channel) {
        return HasEverFailed(*channel);
    });
    // An answer over two long links takes four delays, and a pause as much again.
    constexpr int64_t LONGEST_DELAYS = 8;
    int64_t longestPs = 0;
    for (const auto& channel : links)
    {
        longestPs =
            std::max(longestPs, StaticCast<FabricNetDevice>(channel->GetDevice(0))->GetDelayPs());
    }
    Time patience = std::max(m_stallTime, PicoSeconds(LONGEST_DELAYS * longestPs));
    for (const auto* nic : waiting)
    {
        const auto transport = nic->GetObject<MessageTransport>();
        int64_t waitPs = hasLost ? transport->GetLongestWaitPs(TIMEOUTS) : 0;
        if (hasLost && hasFailed)
        {
            // The last timeout may be noticed one timeout late.
            const uint64_t retries = nic->GetConnectionFactory().GetSettings().retryCount;
            const int64_t allPs = transport->GetLongestWaitPs(retries + 1);
            waitPs = std::max(waitPs, allPs + 2 * (allPs - transport->GetLongestWaitPs(retries)));
        }
        patience = std::max(patience, PicoSeconds(waitPs));
        for (const auto& pair : nic->GetQueuePairs())
        {
            const auto& turn = pair->GetTurn();
            if (turn.state == PacketSource::Turn::State::PACED)
            {
                patience = std::max(patience, PicoSeconds(turn.lookPs) - m_lastMove + m_stallTime);
            }
        }
    }
    return {true, TimeStep(RankLink::Max(patience.GetTimeStep()))};
}

/**
 * @return true if packets were dropped or lost, or discarded by receivers because of their order,
 *         so that work may wait for a retransmission
 */
bool
StallDetector::HasLost() const
{
    const auto statistics =
        FabricStatistics::Collect(m_network.GetParts(), Simulator::Now().GetPicoSeconds());
    const bool hasLost =
        statistics.drops > 0 || statistics.losses > 0 || statistics.retransmittedPackets > 0;
    return RankLink::Any(hasLost);
}

} // namespace ns3
