// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reinforcement-graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint32_t CONTROLLER = 0; //!< rank

// Channels behind those of a training step, which has 64 for each purpose.
constexpr uint32_t SAMPLES = 1024;
constexpr uint32_t CONTROL = 1025;
constexpr uint32_t WEIGHTS = 2048;

} // namespace

ReinforcementGraph::ReinforcementGraph(const ReinforcementLoop& loop, FabricJob& job)
    : m_loop(loop),
      m_job(job),
      m_weights(job.graph, "weights", WEIGHTS),
      m_samples(job.graph, "samples", SAMPLES),
      m_control(job.graph, "rollout control", CONTROL),
      m_rollout(job.graph.AddLabel("rollout")),
      m_reward(job.graph.AddLabel("reward")),
      m_logProbs(job.graph.AddLabel("log-probabilities")),
      m_generated(job.graph.GetRankCount(), NONE),
      m_updated(job.graph.GetRankCount(), NONE),
      m_synced(job.graph.GetRankCount(), NONE),
      m_arrived(loop.batches.size())
{
}

void
ReinforcementGraph::Build()
{
    const auto iterations = static_cast<uint32_t>(m_loop.batches.size());
    for (uint32_t turn = 0; turn < iterations + m_loop.staleness; ++turn)
    {
        if (turn < iterations)
        {
            AddRollout(turn);
        }
        if (turn >= m_loop.staleness)
        {
            AddUpdate(turn - m_loop.staleness);
            AddWeights(turn - m_loop.staleness);
        }
    }
}

void
ReinforcementGraph::Mark(LoopMark kind,
                         uint32_t iteration,
                         uint32_t node,
                         uint32_t part,
                         uint32_t count,
                         double value)
{
    m_job.marks.push_back({node, static_cast<uint32_t>(kind), iteration, part, count, value});
}

uint32_t
ReinforcementGraph::AddKernel(uint32_t rank, int64_t timePs, uint16_t label, uint32_t after)
{
    const uint32_t node = m_job.graph.AddCompute(rank, timePs, label);
    if (after != NONE)
    {
        m_job.graph.AddDependency(after, node);
    }
    return node;
}

std::vector<uint32_t>
ReinforcementGraph::BeginTogether(const std::vector<uint32_t>& ranks)
{
    std::vector<uint32_t> begins;
    for (const uint32_t rank : ranks)
    {
        begins.push_back(
            m_control.Join(rank, {m_generated[rank], m_updated[rank], m_synced[rank]}));
    }
    const uint32_t first = ranks.front();
    std::vector<uint32_t> ready{begins.front()};
    for (size_t i = 1; i < ranks.size() && begins[i] != NONE; ++i)
    {
        ready.push_back(
            m_control.Send(ranks[i], first, LoopMessages::NOTICE_BYTES, begins[i], begins.front())
                .recv);
    }
    begins.front() = m_control.Join(first, ready);
    for (size_t i = 1; i < ranks.size() && begins[i] != NONE; ++i)
    {
        begins[i] =
            m_control.Send(first, ranks[i], LoopMessages::NOTICE_BYTES, begins.front(), begins[i])
                .recv;
    }
    if (begins.front() == NONE)
    {
        begins.front() = m_job.graph.AddJoin(first); // something that a mark can name
    }
    return begins;
}

std::vector<uint32_t>
ReinforcementGraph::AddSegments(uint32_t iteration,
                                uint32_t replica,
                                const std::vector<uint32_t>& begins)
{
    const auto& ranks = m_loop.layout.replicas[replica];
    const auto& segments = m_loop.batches[iteration].rollouts[replica];
    std::vector<uint32_t> ends;
    int64_t wholePs = 0;
    uint32_t last = begins.front();
    for (const auto& segment : segments)
    {
        wholePs += segment.timePs;
        last = AddKernel(ranks.front(), segment.timePs, m_rollout, last);
        ends.push_back(last);
    }
    for (size_t i = 1; i < ranks.size(); ++i)
    {
        const uint32_t kernel = AddKernel(ranks[i], wholePs, m_rollout, begins[i]);
        const auto notice = m_control.Send(ranks[i],
                                           ranks.front(),
                                           LoopMessages::NOTICE_BYTES,
                                           kernel,
                                           ends.back());
        last = m_control.Join(ranks.front(), {last, notice.recv});
        m_generated[ranks[i]] = kernel;
    }
    ends.back() = last;
    m_generated[ranks.front()] = last;
    return ends;
}

void
ReinforcementGraph::AddRollout(uint32_t iteration)
{
    const auto& batch = m_loop.batches[iteration];
    for (uint32_t replica = 0; replica < m_loop.layout.replicas.size(); ++replica)
    {
        const auto begins = BeginTogether(m_loop.layout.replicas[replica]);
        Mark(LoopMark::ROLLOUT_BEGIN, iteration, begins.front(), replica);
        const auto ends = AddSegments(iteration, replica, begins);
        const auto& segments = batch.rollouts[replica];
        uint32_t longest = 0;
        for (size_t i = 0; i < segments.size(); ++i)
        {
            AddReward(iteration, replica, segments[i], ends[i]);
            for (const uint32_t response : segments[i].finished)
            {
                longest = std::max(longest, batch.responses[replica][response].tokens);
            }
        }
        Mark(LoopMark::ROLLOUT_END, iteration, ends.back(), replica, 0, longest);
    }
}

void
ReinforcementGraph::AddReward(uint32_t iteration,
                              uint32_t replica,
                              const RolloutSegment& segment,
                              uint32_t end)
{
    const auto& responses = m_loop.batches[iteration].responses[replica];
    const uint32_t from = m_loop.layout.replicas[replica].front();
    uint64_t tokens = 0;
    int64_t longestPs = 0;
    int64_t sumPs = 0;
    for (const uint32_t number : segment.finished)
    {
        const auto& response = responses[number];
        tokens += response.GetTokens();
        longestPs = std::max(longestPs, response.rewardPs);
        sumPs += response.rewardPs;
    }
    Mark(LoopMark::RESPONSES,
         iteration,
         end,
         replica,
         static_cast<uint32_t>(segment.finished.size()),
         static_cast<double>(tokens));
    const auto bytes = static_cast<uint64_t>(
        std::max(1.0, std::ceil(static_cast<double>(tokens) * m_loop.tokenBytes)));
    uint32_t rewarded = end;
    if (!m_loop.rewardReplicas.empty())
    {
        m_arrived[iteration].push_back(AddRewardModel(from, bytes, sumPs, end));
    }
    else if (longestPs > 0)
    {
        // Programs on other machines check the responses, all at once.
        rewarded = m_job.graph.AddJoin(from, longestPs);
        m_job.graph.Edit(rewarded, [this](auto& join) { join.label = m_reward; });
        m_job.graph.AddDependency(end, rewarded);
    }
    if (from == CONTROLLER)
    {
        m_arrived[iteration].push_back(rewarded);
        return;
    }
    m_arrived[iteration].push_back(
        m_samples.Send(from, CONTROLLER, bytes, rewarded, m_updated[CONTROLLER]).recv);
}

/** Has a copy of the reward model read some responses. @return node of the controller */
uint32_t
ReinforcementGraph::AddRewardModel(uint32_t from, uint64_t bytes, int64_t timePs, uint32_t end)
{
    const auto& ranks = m_loop.rewardReplicas[m_rewardTurn++ % m_loop.rewardReplicas.size()];
    const uint32_t first = ranks.front();
    const uint32_t text = m_samples.Send(from, first, bytes, end).recv;
    std::vector<uint32_t> done{AddKernel(first, timePs, m_reward, text)};
    for (size_t i = 1; i < ranks.size(); ++i)
    {
        const auto go = m_control.Send(first, ranks[i], LoopMessages::NOTICE_BYTES, text);
        const uint32_t kernel = AddKernel(ranks[i], timePs, m_reward, go.recv);
        done.push_back(
            m_control.Send(ranks[i], first, LoopMessages::NOTICE_BYTES, kernel, done.front()).recv);
    }
    return m_samples
        .Send(first,
              CONTROLLER,
              LoopMessages::NOTICE_BYTES,
              m_control.Join(first, done),
              m_updated[CONTROLLER])
        .recv;
}

void
ReinforcementGraph::AddUpdate(uint32_t iteration)
{
    const auto& batch = m_loop.batches[iteration];
    const uint32_t whole = m_control.Join(CONTROLLER, m_arrived[iteration]);
    Mark(LoopMark::REWARDED, iteration, whole);
    CommunicationGraph::Placement placement;
    placement.ranks.resize(m_loop.trainingRanks);
    std::iota(placement.ranks.begin(), placement.ranks.end(), 0);
    for (const uint32_t rank : placement.ranks)
    {
        const uint32_t before =
            m_control.Join(rank, {m_generated[rank], m_updated[rank], m_synced[rank]});
        const uint32_t samples =
            rank == CONTROLLER
                ? whole
                : m_samples.Send(CONTROLLER, rank, batch.trainingBytes[rank], whole, before).recv;
        uint32_t begin = m_control.Join(rank, {before, samples});
        if (rank == CONTROLLER)
        {
            Mark(LoopMark::UPDATE_BEGIN, iteration, begin, 0, 0, batch.memoryBytes);
        }
        if (batch.logProbPs[rank] > 0)
        {
            begin = AddKernel(rank, batch.logProbPs[rank], m_logProbs, begin);
        }
        placement.after.push_back(begin);
    }
    const auto ends = m_job.graph.Append(*batch.update, placement);
    for (const uint32_t rank : placement.ranks)
    {
        m_updated[rank] = ends[rank];
        Mark(LoopMark::UPDATE_END, iteration, ends[rank]);
    }
}

void
ReinforcementGraph::AddWeights(uint32_t iteration)
{
    const uint64_t before = m_weights.GetBytes();
    WeightSync::Transfer transfer{m_weights, m_updated, !m_loop.overlapsWeights};
    for (const auto& ranks : m_loop.layout.replicas)
    {
        for (const uint32_t rank : ranks)
        {
            const uint32_t own = m_loop.overlapsWeights ? m_synced[rank] : m_generated[rank];
            transfer.begin[rank] = m_weights.Join(rank, {m_updated[rank], own});
        }
    }
    const auto done = m_loop.sync->Add(m_loop.layout, transfer);
    const auto bytes = static_cast<double>(m_weights.GetBytes() - before);
    for (const auto& ranks : m_loop.layout.replicas)
    {
        for (const uint32_t rank : ranks)
        {
            m_synced[rank] = done[rank];
            Mark(LoopMark::WEIGHTS_IN, iteration, done[rank], 0, 0, bytes);
        }
    }
    for (uint32_t rank = 0; rank < m_loop.trainingRanks && !m_loop.overlapsWeights; ++rank)
    {
        m_synced[rank] = done[rank];
    }
}

} // namespace ns3
