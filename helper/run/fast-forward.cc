// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fast-forward.h"

#include "run-counts.h"
#include "run-threads.h"

#include "ns3/fabric-simulator-impl.h"
#include "ns3/fabric-units.h"
#include "ns3/random-draws.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

constexpr size_t KEPT_NODES = 1 << 22;  //!< nodes at work in all looks that are kept: 16 MB
constexpr uint64_t EVENTS_OF_PART = 2;  //!< events for each part of the state that a look reads
constexpr uint64_t LARGEST_STRIDE = 64; //!< messages between two looks at most
constexpr uint32_t LEAST_CYCLES = 3;    //!< two are simulated, to be compared

/** @return all numbers of the counts of a result, modulo 2^64 */
std::vector<uint64_t>
ReadNumbers(FabricResult& counts)
{
    std::vector<uint64_t> numbers;
    VisitNumbers(counts,
                 [&numbers](auto& number) { numbers.push_back(static_cast<uint64_t>(number)); });
    return numbers;
}

/** @return name of a congestion control with state that counts cannot show; empty: there is none */
std::string
FindOtherControl(const FabricParts& parts)
{
    for (const auto& nic : parts.nics)
    {
        for (const auto& pair : nic->GetQueuePairs())
        {
            const auto needs = pair->GetCongestionControl().GetNeeds();
            if (needs.telemetry || needs.digest || needs.tags || needs.acknowledgements ||
                needs.delay || needs.demand || needs.probePs > 0 || needs.ownNotifications)
            {
                return pair->GetCongestionControl().GetInstanceTypeId().GetName();
            }
        }
    }
    return {};
}

} // namespace

FastForward::FastForward(const FabricScenario& scenario,
                         const RunOptions& options,
                         const BuiltFabric& built,
                         const RunRecords& records)
    : m_built(built),
      m_obstacle(FindObstacle(scenario, options, built, records)),
      m_parts(built.network.GetParts()),
      m_event(MakeFabricEvent<FastForward, &FastForward::OnLook>(this))
{
    if (m_obstacle.empty())
    {
        m_cycles = &built.jobs.front()->WatchCycles([this] {
            if (m_trial || ++m_calls % m_stride == 0)
            {
                m_event->Schedule(NowTicks()); // behind all other events of this instant
            }
        });
        FabricSimulatorImpl::GetActive()->SetTrace(&m_trace);
    }
}

void
FastForward::Finish()
{
    if (m_cycles)
    {
        m_cycles->Restore();
    }
}

FastForward::~FastForward()
{
    m_event->Clear();
    if (m_cycles && FabricSimulatorImpl::GetActive())
    {
        FabricSimulatorImpl::GetActive()->SetTrace(nullptr);
    }
}

std::string
FastForward::FindObstacle(const FabricScenario& scenario,
                          const RunOptions& options,
                          const BuiltFabric& built,
                          const RunRecords& records)
{
    const std::string ofThread = FindNeedOfOneThread(scenario, options, built.network, records);
    if (!ofThread.empty())
    {
        return ofThread;
    }
    if (options.parallel.ranks > 1)
    {
        return "several processes simulate it";
    }
    if (built.jobs.size() != 1)
    {
        return "it has " + std::to_string(built.jobs.size()) + " jobs";
    }
    if (built.jobs.front()->GetJob().driver)
    {
        return "its job runs operations many times";
    }
    if (!scenario.failures.empty())
    {
        return "it has failures";
    }
    if (scenario.sampler || scenario.hpcc.queues)
    {
        return "queues are sampled over time";
    }
    if (!scenario.captures.GetTexts().empty())
    {
        return "packets are captured";
    }
    if (scenario.stopTime > Time(0) || scenario.until > Time(0))
    {
        return "it ends at a given time";
    }
    if (!built.network.transports.front()->HasQueuePairs())
    {
        return built.network.transports.front()->GetInstanceTypeId().GetName() +
               " adapts to each acknowledgement";
    }
    return {};
}

uint64_t
FastForward::GetNetworkDigest(int64_t nowTicks) const
{
    std::vector<const LeanEvent*> pending;
    FabricSimulatorImpl::GetActive()->VisitPending(
        [&](const LeanEvent& event) { pending.push_back(&event); });
    std::sort(pending.begin(), pending.end(), [](const auto* one, const auto* other) {
        return one->GetOrder() < other->GetOrder();
    });
    pending.erase(std::unique(pending.begin(), pending.end()), pending.end());
    uint64_t digest = pending.size();
    for (const auto* const event : pending)
    {
        digest = HashDraw(digest, event->GetOrder());
        digest = HashDraw(digest, static_cast<uint64_t>(event->GetDue() - nowTicks));
    }
    for (const auto& channel : m_parts.channels)
    {
        for (const uint32_t side : {0U, 1U})
        {
            const auto port = StaticCast<FabricNetDevice>(channel->GetDevice(side));
            uint64_t bytes = 0;
            for (uint8_t lane = 0; lane < port->GetLaneCount(); ++lane)
            {
                bytes = HashDraw(bytes, port->GetQueueBytes(lane));
            }
            digest = HashDraw(digest, bytes);
        }
    }
    return digest;
}

FastForward::Look
FastForward::TakeLook() const
{
    Look look;
    look.ticks = NowTicks();
    look.position = m_cycles->GetPosition(TickClock().ToPs(look.ticks));
    look.digest = HashDraw(look.position.digest, GetNetworkDigest(look.ticks));
    look.parts = look.position.nodes.size() + 8 * m_parts.channels.size();
    return look;
}

void
FastForward::OnLook()
{
    if (m_trial && NowTicks() < m_trial->begin.ticks + m_trial->periodTicks)
    {
        return;
    }
    Look look = TakeLook();
    // Looks may cost a small part of the events between them.
    const uint64_t events = Simulator::GetEventCount();
    if (events - m_events < EVENTS_OF_PART * look.parts && !m_trial)
    {
        m_stride = std::min(2 * m_stride, LARGEST_STRIDE);
    }
    m_events = events;
    if (m_trial)
    {
        if (!Continue(look))
        {
            m_trial.reset();
            m_looks.clear();
            m_seen.clear();
            m_keptNodes = 0;
        }
        return;
    }
    // A state that returns soon may do so for a few cycles only, as the hops of a ring do: the same
    // state, with as many cycles to come, returns with the next collective.
    uint64_t key = look.digest;
    for (const bool isFirst : {true, false})
    {
        const auto found = m_seen.find(key);
        const bool isKnown = found != m_seen.end() && found->second + m_looks.size() >= m_count;
        const Look* const before =
            isKnown ? &m_looks[m_looks.size() - (m_count - found->second)] : nullptr;
        const uint32_t cycles = before ? m_cycles->Count(before->position, look.position) : 0;
        if (cycles >= LEAST_CYCLES)
        {
            m_trial = std::make_unique<Trial>();
            m_trial->periodTicks = look.ticks - before->ticks;
            m_trial->digest = look.digest;
            FabricResult counts;
            CollectCounts(m_built, counts);
            BeginCycle(look, ReadNumbers(counts));
            return;
        }
        m_seen[key] = m_count;
        if (isFirst)
        {
            key = HashDraw(look.digest, cycles);
        }
    }
    ++m_count;
    m_keptNodes += look.position.nodes.size();
    m_looks.push_back(std::move(look));
    while (m_keptNodes > KEPT_NODES && m_looks.size() > 1)
    {
        m_keptNodes -= m_looks.front().position.nodes.size();
        m_looks.pop_front();
    }
    if (m_seen.size() > 4 * m_looks.size() + 4096)
    {
        m_seen.clear();
    }
}

void
FastForward::BeginCycle(Look& look, std::vector<uint64_t> numbers)
{
    m_trial->begin = std::move(look);
    m_trial->numbers = std::move(numbers);
    m_trial->draws = RandomDraws::GetCount();
    m_trace.Begin(m_trial->begin.ticks);
}

std::string
FastForward::FindHiddenState(const FabricResult& counts) const
{
    const auto& seen = counts.statistics;
    if (seen.ecnMarks > 0 || seen.cnps > 0)
    {
        return "packets were marked";
    }
    if (seen.drops > 0 || seen.trims > 0 || seen.losses > 0 || seen.retransmittedPackets > 0 ||
        seen.timeouts > 0)
    {
        return "packets were lost";
    }
    if (RandomDraws::GetCount() != m_trial->draws)
    {
        return "numbers were drawn";
    }
    const auto control = FindOtherControl(m_parts);
    return control.empty() ? "" : control + " adapts to each acknowledgement";
}

bool
FastForward::Continue(Look& look)
{
    Trial& trial = *m_trial;
    if (look.ticks != trial.begin.ticks + trial.periodTicks || look.digest != trial.digest)
    {
        return false;
    }
    FabricResult counts;
    CollectCounts(m_built, counts);
    if (const auto reason = FindHiddenState(counts); !reason.empty())
    {
        m_refusals.insert(reason);
        return false;
    }
    const uint64_t trace = m_trace.GetHash();
    auto numbers = ReadNumbers(counts);
    std::vector<uint64_t> growth(numbers.size());
    std::transform(numbers.begin(),
                   numbers.end(),
                   trial.numbers.begin(),
                   growth.begin(),
                   std::minus<>());
    const bool isFirst = trial.growth.empty();
    const bool repeats = !isFirst && trace == trial.trace && growth == trial.growth;
    const uint32_t cycles = repeats ? m_cycles->Count(trial.begin.position, look.position) : 0;
    if (cycles > 0)
    {
        LeaveOut(look, cycles, std::move(growth));
        return false;
    }
    if (!isFirst)
    {
        m_refusals.insert(repeats ? "the job goes on in another way" : "events differ");
        return false;
    }
    trial.trace = trace;
    trial.growth = std::move(growth);
    BeginCycle(look, std::move(numbers));
    return true;
}

void
FastForward::LeaveOut(const Look& look, uint32_t cycles, std::vector<uint64_t> growth)
{
    const TickClock clock;
    const int64_t periodPs = clock.ToPs(look.ticks) - clock.ToPs(m_trial->begin.ticks);
    m_cycles->Remove(m_trial->begin.position,
                     look.position,
                     cycles,
                     periodPs,
                     clock.ToPs(look.ticks));
    m_left.push_back({std::move(growth), cycles, periodPs});
}

void
FastForward::AddTo(FabricResult& result)
{
    int64_t removedPs = 0;
    uint64_t cycles = 0;
    for (const auto& left : m_left)
    {
        auto growth = left.growth.begin();
        VisitNumbers(result, [&](auto& number) { number += left.cycles * *growth++; });
        removedPs += left.cycles * left.periodPs;
        cycles += left.cycles;
    }
    result.endPs += removedPs;
    std::string reason = m_obstacle;
    if (reason.empty())
    {
        reason = m_refusals.empty() ? "no state came back" : *m_refusals.begin();
    }
    if (m_left.empty())
    {
        result.notes.push_back("fast-forward left out nothing: " + reason);
        return;
    }
    char text[160];
    std::snprintf(text,
                  sizeof text,
                  "fast-forward left out %.2f %% of the time: %llu cycles at %zu places",
                  100 * static_cast<double>(removedPs) / static_cast<double>(result.endPs),
                  static_cast<unsigned long long>(cycles),
                  m_left.size());
    result.notes.push_back(text);
}

} // namespace ns3
