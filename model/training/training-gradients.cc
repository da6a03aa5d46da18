// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-gradients.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

namespace
{

uint64_t
Bytes(uint64_t parameters, double each)
{
    return static_cast<uint64_t>(std::ceil(static_cast<double>(parameters) * each));
}

} // namespace

TrainingGradients::TrainingGradients(const TrainingSetup& setup,
                                     const ParallelGrid& grid,
                                     const PipelinePlan& plan,
                                     const std::vector<std::vector<TrainingBlock>>& blocks,
                                     const TrainingGroups& groups,
                                     TrainingGraph& graph)
    : m_setup(setup),
      m_grid(grid),
      m_plan(plan),
      m_blocks(blocks),
      m_groups(groups),
      m_graph(graph),
      m_parts(blocks.size()),
      m_gate(graph.Get().GetRankCount(), TrainingGraph::NONE)
{
    if (plan.paths.size() > 1 && setup.zeroStage > 1)
    {
        throw InputError("ZeroStage is " + std::to_string(setup.zeroStage) +
                         "; expected 0 or 1 with a schedule that keeps two copies of the model");
    }
    for (uint32_t path = 0; path < plan.paths.size(); ++path)
    {
        const auto tasks = static_cast<uint32_t>(
            std::count(plan.pathOfMicroBatch.begin(), plan.pathOfMicroBatch.end(), path));
        for (uint32_t part = 0; part < m_parts.size(); ++part)
        {
            m_parts[part].stages.push_back(plan.paths[path][part].stage);
            m_parts[part].tasksLeft.push_back(tasks);
        }
    }
    for (uint32_t part = 0; part < m_parts.size(); ++part)
    {
        m_parts[part].readyCount.resize(blocks[part].size(), 0);
        m_parts[part].ready.assign(blocks[part].size(),
                                   std::vector<std::vector<uint32_t>>(m_parts[part].stages.size()));
    }
}

/** Gathers the parameters of a block while the block before it is computed, not earlier. */
void
TrainingGradients::Gather(uint32_t stage,
                          uint32_t part,
                          uint32_t block,
                          std::vector<uint32_t>& last)
{
    if (m_setup.zeroStage < 3)
    {
        return;
    }
    const auto& sizes = m_blocks[part][block];
    const auto gather = [&](TrainingTraffic traffic, uint64_t parameters) {
        if (m_groups.CountMembers(traffic) < 2 || parameters == 0)
        {
            return;
        }
        for (const auto& group : m_groups.Get(stage, traffic))
        {
            std::vector<uint32_t> after;
            for (const uint32_t rank : group)
            {
                after.push_back(m_gate[rank]);
            }
            const auto done = m_graph.Collective(TrainingTraffic::PARAMETERS,
                                                 CollectiveOperation::ALL_GATHER,
                                                 group,
                                                 Bytes(parameters, m_setup.parameterBytes),
                                                 after,
                                                 traffic);
            for (size_t i = 0; i < group.size(); ++i)
            {
                auto& before = last[m_groups.GetPosition(group[i])];
                before = m_graph.Join(group[i], {before, done[i]});
            }
        }
    };
    gather(TrainingTraffic::GRADIENTS, sizes.parameters);
    gather(TrainingTraffic::EXPERT_GRADIENTS, sizes.expertParameters);
    for (const uint32_t rank : m_groups.GetRanks(stage))
    {
        m_gate[rank] = m_graph.GetLastCompute(rank);
    }
}

void
TrainingGradients::Add(uint32_t stage,
                       uint32_t part,
                       uint32_t block,
                       const std::vector<uint32_t>& last)
{
    auto& gradients = m_parts[part];
    const size_t holder = GetHolder(part, stage);
    if (m_setup.zeroStage < 2 && gradients.tasksLeft[holder] > 1)
    {
        return;
    }
    gradients.ready[block][holder] = last;
    if (++gradients.readyCount[block] < gradients.stages.size())
    {
        return;
    }
    gradients.readyCount[block] = 0;
    ++gradients.blocksReady;
    const auto& sizes = m_blocks[part][block];
    gradients.denseBytes += Bytes(sizes.parameters, m_setup.gradientBytes);
    gradients.expertBytes += Bytes(sizes.expertParameters, m_setup.gradientBytes);
    const bool all = gradients.blocksReady == m_blocks[part].size();
    gradients.blocksReady = all ? 0 : gradients.blocksReady;
    const auto reduce = [&](TrainingTraffic traffic, uint64_t& bytes) {
        if (bytes > 0 && (all || bytes >= m_setup.bucketBytes))
        {
            Reduce(part, block, traffic, bytes);
            bytes = 0;
        }
    };
    reduce(TrainingTraffic::GRADIENTS, gradients.denseBytes);
    reduce(TrainingTraffic::EXPERT_GRADIENTS, gradients.expertBytes);
}

void
TrainingGradients::EndTask(uint32_t stage, uint32_t part)
{
    --m_parts[part].tasksLeft[GetHolder(part, stage)];
}

/** @return index of a stage among the stages that hold a part */
size_t
TrainingGradients::GetHolder(uint32_t part, uint32_t stage) const
{
    const auto& stages = m_parts[part].stages;
    return static_cast<size_t>(std::find(stages.begin(), stages.end(), stage) - stages.begin());
}

/** @return by group: the ranks that hold the same parameters of a part */
std::vector<TrainingGradients::Group>
TrainingGradients::GetHolders(uint32_t part, TrainingTraffic traffic) const
{
    std::vector<Group> holders;
    for (const uint32_t stage : m_parts[part].stages)
    {
        const auto& groups = m_groups.Get(stage, traffic);
        holders.resize(groups.size());
        for (size_t i = 0; i < groups.size(); ++i)
        {
            holders[i].insert(holders[i].end(), groups[i].begin(), groups[i].end());
        }
    }
    return holders;
}

/** @param block last one of the blocks whose gradients are reduced together */
void
TrainingGradients::Reduce(uint32_t part, uint32_t block, TrainingTraffic traffic, uint64_t bytes)
{
    const auto& gradients = m_parts[part];
    if (m_groups.CountMembers(traffic) * gradients.stages.size() < 2)
    {
        return;
    }
    for (const auto& group : GetHolders(part, traffic))
    {
        std::vector<uint32_t> after;
        for (const uint32_t rank : group)
        {
            const size_t holder = GetHolder(part, m_groups.GetStage(rank));
            after.push_back(gradients.ready[block][holder][m_groups.GetPosition(rank)]);
        }
        m_graph.Collective(traffic,
                           m_setup.zeroStage == 0 ? CollectiveOperation::ALL_REDUCE
                                                  : CollectiveOperation::REDUCE_SCATTER,
                           group,
                           bytes,
                           after);
    }
}

/**
 * Sums the gradients of an embedding that the first and the last stage both hold. If every stage at
 * an end holds both ends of the model, that has been done already.
 */
void
TrainingGradients::ReduceTiedEmbedding()
{
    const auto& path = m_plan.paths[0];
    const uint32_t first = path.front().stage;
    const uint32_t last = path.back().stage;
    if (!m_setup.shape.tied || first == last || m_plan.paths.size() > 1)
    {
        return;
    }
    const uint64_t bytes =
        Bytes(uint64_t{m_setup.shape.vocabulary} * m_setup.shape.hidden, m_setup.gradientBytes) /
        m_grid.GetSize(ParallelGrid::TENSOR);
    for (size_t i = 0; i < m_groups.GetRanks(first).size(); ++i)
    {
        const std::vector<uint32_t> pair{m_groups.GetRanks(first)[i], m_groups.GetRanks(last)[i]};
        std::vector<uint32_t> after;
        for (const uint32_t rank : pair)
        {
            after.push_back(m_graph.Join(
                rank,
                {m_graph.GetLast(TrainingTraffic::GRADIENTS, rank), m_graph.GetLastCompute(rank)}));
        }
        m_graph.Collective(TrainingTraffic::EMBEDDING,
                           CollectiveOperation::ALL_REDUCE,
                           pair,
                           bytes,
                           after);
    }
}

void
TrainingGradients::Update()
{
    ReduceTiedEmbedding();
    std::vector<uint32_t> updated;
    const uint16_t label = m_graph.Get().AddLabel("optimizer");
    std::vector<int64_t> lengthsPs;
    for (uint32_t stage = 0; stage < m_groups.GetStageCount(); ++stage)
    {
        lengthsPs.push_back(GetOptimizerPs(stage));
    }
    for (uint32_t rank = 0; rank < m_gate.size(); ++rank)
    {
        const uint32_t reduced =
            m_graph.Join(rank,
                         {m_graph.GetLast(TrainingTraffic::GRADIENTS, rank),
                          m_graph.GetLast(TrainingTraffic::EXPERT_GRADIENTS, rank),
                          m_graph.GetLast(TrainingTraffic::EMBEDDING, rank),
                          m_graph.GetLastCompute(rank)});
        const int64_t lengthPs = lengthsPs[m_groups.GetStage(rank)];
        updated.push_back(lengthPs > 0 ? m_graph.Compute(rank, lengthPs, label, reduced) : reduced);
    }
    if (m_setup.zeroStage == 1 || m_setup.zeroStage == 2)
    {
        GatherUpdated(updated);
    }
}

/**
 * The update reads and writes the optimizer's state, reads gradients and writes parameters. Before
 * it, gradients are checked and scaled (read and written), summed for their norm, and clipped (read
 * and written); afterwards they are set to zero.
 *
 * @return time to update the parameters of a rank of a stage, in ps
 */
int64_t
TrainingGradients::GetOptimizerPs(uint32_t stage) const
{
    constexpr double GRADIENT_PASSES = 7; // one in the update itself
    constexpr double KERNELS = 5;
    const double bytes = 2 * m_setup.optimizerBytes + GRADIENT_PASSES * m_setup.gradientBytes +
                         m_setup.parameterBytes;
    double parameters = 0;
    for (uint32_t part = 0; part < m_blocks.size(); ++part)
    {
        const auto& stages = m_parts[part].stages;
        if (std::find(stages.begin(), stages.end(), stage) == stages.end())
        {
            continue;
        }
        const auto share = [&](TrainingTraffic traffic) {
            const auto copies = static_cast<double>(m_groups.CountMembers(traffic) * stages.size());
            return m_setup.zeroStage > 0 ? 1 / copies : 1.0;
        };
        for (const auto& block : m_blocks[part])
        {
            parameters += static_cast<double>(block.parameters) * share(TrainingTraffic::GRADIENTS);
            parameters += static_cast<double>(block.expertParameters) *
                          share(TrainingTraffic::EXPERT_GRADIENTS);
        }
    }
    return m_setup.optimizerPs + m_setup.kernels.GetStreams(parameters * bytes, KERNELS).ps;
}

/** @param updated by rank: node after which its share of the parameters is new */
void
TrainingGradients::GatherUpdated(const std::vector<uint32_t>& updated)
{
    for (uint32_t part = 0; part < m_blocks.size(); ++part)
    {
        uint64_t dense = 0;
        uint64_t experts = 0;
        for (const auto& block : m_blocks[part])
        {
            dense += Bytes(block.parameters, m_setup.parameterBytes);
            experts += Bytes(block.expertParameters, m_setup.parameterBytes);
        }
        const auto gather = [&](TrainingTraffic traffic, uint64_t bytes) {
            if (m_groups.CountMembers(traffic) * m_parts[part].stages.size() < 2)
            {
                return;
            }
            for (const auto& group : GetHolders(part, traffic))
            {
                std::vector<uint32_t> after;
                for (const uint32_t rank : group)
                {
                    after.push_back(updated[rank]);
                }
                m_graph.Collective(TrainingTraffic::PARAMETERS,
                                   CollectiveOperation::ALL_GATHER,
                                   group,
                                   bytes,
                                   after,
                                   traffic);
            }
        };
        gather(TrainingTraffic::GRADIENTS, dense);
        gather(TrainingTraffic::EXPERT_GRADIENTS, experts);
    }
}

double
TrainingGradients::CountGathering(uint32_t stage, uint32_t part, uint32_t block) const
{
    if (m_setup.zeroStage < 3)
    {
        return 0;
    }
    const auto& sizes = m_blocks[part][block];
    const auto count = [&](TrainingTraffic traffic, uint64_t parameters) {
        return parameters == 0 ? 0
                               : m_graph.CountNodes(traffic,
                                                    CollectiveOperation::ALL_GATHER,
                                                    m_groups.Get(stage, traffic),
                                                    Bytes(parameters, m_setup.parameterBytes));
    };
    return count(TrainingTraffic::GRADIENTS, sizes.parameters) +
           count(TrainingTraffic::EXPERT_GRADIENTS, sizes.expertParameters) +
           static_cast<double>(m_groups.GetRanks(stage).size());
}

double
TrainingGradients::CountReductions() const
{
    double nodes = static_cast<double>(m_gate.size()) *
                   (m_setup.optimizerPs > 0 || m_setup.kernels.HasLaw() ? 2 : 1);
    for (uint32_t part = 0; part < m_parts.size(); ++part)
    {
        const auto count = [&](TrainingTraffic traffic, auto getParameters) {
            const auto groups = GetHolders(part, traffic);
            uint64_t waiting = 0;
            uint64_t parameters = 0;
            double reductions = 0;
            for (size_t block = m_blocks[part].size(); block-- > 0;)
            {
                parameters += getParameters(m_blocks[part][block]);
                waiting += Bytes(getParameters(m_blocks[part][block]), m_setup.gradientBytes);
                if (waiting > 0 && (block == 0 || waiting >= m_setup.bucketBytes))
                {
                    reductions += m_graph.CountNodes(traffic,
                                                     m_setup.zeroStage == 0
                                                         ? CollectiveOperation::ALL_REDUCE
                                                         : CollectiveOperation::REDUCE_SCATTER,
                                                     groups,
                                                     waiting);
                    waiting = 0;
                }
            }
            const double times = m_setup.zeroStage < 2 ? 1 : m_parts[part].tasksLeft.front();
            const bool gathers = m_setup.zeroStage == 1 || m_setup.zeroStage == 2;
            return times * reductions +
                   (gathers ? m_graph.CountNodes(traffic,
                                                 CollectiveOperation::ALL_GATHER,
                                                 groups,
                                                 Bytes(parameters, m_setup.parameterBytes))
                            : 0);
        };
        nodes += count(TrainingTraffic::GRADIENTS,
                       [](const TrainingBlock& block) { return block.parameters; });
        nodes += count(TrainingTraffic::EXPERT_GRADIENTS,
                       [](const TrainingBlock& block) { return block.expertParameters; });
    }
    return nodes;
}

} // namespace ns3
