// SPDX-License-Identifier: GPL-2.0-only

#include "training-step.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

namespace
{

using Kind = PipelinePlan::Kind;
using PieceKind = TrainingPiece::Kind;

constexpr uint32_t NONE = TrainingGraph::NONE;

/** Whether a task completes the gradients of weights. */
bool
MakesGradients(Kind kind)
{
    return kind == Kind::BACKWARD || kind == Kind::WEIGHT_GRADIENT;
}

const char*
GetLabel(Kind kind)
{
    return kind == Kind::FORWARD           ? "forward"
           : kind == Kind::WEIGHT_GRADIENT ? "weight gradients"
                                           : "backward";
}

uint64_t
Bytes(uint64_t parameters, double each)
{
    return static_cast<uint64_t>(std::ceil(static_cast<double>(parameters) * each));
}

} // namespace

TrainingStep::TrainingStep(const TrainingSetup& setup,
                           const ParallelGrid& grid,
                           const PipelinePlan& plan,
                           TrainingCollectives& collectives)
    : m_setup(setup),
      m_grid(grid),
      m_plan(plan),
      m_graph(grid.GetRankCount(), collectives),
      m_blocks(MakeTrainingBlocks(setup, grid, plan.GetPartCount())),
      m_position(grid.GetRankCount()),
      m_gradients(plan.GetPartCount()),
      m_gate(grid.GetRankCount(), NONE),
      m_begin(2 * plan.GetPartCount() * plan.pathOfMicroBatch.size()),
      m_end(m_begin.size())
{
    if (plan.paths.size() > 1 && setup.zeroStage > 1)
    {
        throw InputError("ZeroStage is " + std::to_string(setup.zeroStage) +
                         "; expected 0 or 1 with a schedule that holds the model twice");
    }
    using Grid = ParallelGrid;
    const auto stages = static_cast<uint32_t>(plan.stages.size());
    m_groups.assign(stages, std::vector<Groups>(static_cast<size_t>(TrainingTraffic::COUNT)));
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        m_stageRanks.push_back(grid.GetStage(stage));
        for (uint32_t i = 0; i < m_stageRanks.back().size(); ++i)
        {
            m_position[m_stageRanks.back()[i]] = i;
        }
    }
    const auto addGroups = [&](TrainingTraffic traffic, const Groups& groups) {
        for (const auto& group : groups)
        {
            m_groups[grid.GetIndex(group[0], Grid::PIPELINE)][static_cast<size_t>(traffic)]
                .push_back(group);
        }
    };
    addGroups(TrainingTraffic::TENSOR, grid.GetGroups({Grid::TENSOR}));
    addGroups(TrainingTraffic::CONTEXT, grid.GetGroups({Grid::CONTEXT}));
    addGroups(TrainingTraffic::EXPERT, grid.GetGroups({Grid::EXPERT}));
    addGroups(TrainingTraffic::GRADIENTS,
              grid.GetGroups({Grid::CONTEXT, Grid::EXPERT, Grid::DATA}));
    addGroups(TrainingTraffic::EXPERT_GRADIENTS, grid.GetGroups({Grid::CONTEXT, Grid::DATA}));

    for (uint32_t path = 0; path < plan.paths.size(); ++path)
    {
        const auto tasks = static_cast<uint32_t>(
            std::count(plan.pathOfMicroBatch.begin(), plan.pathOfMicroBatch.end(), path));
        for (uint32_t part = 0; part < plan.GetPartCount(); ++part)
        {
            m_gradients[part].stages.push_back(plan.paths[path][part].stage);
            m_gradients[part].tasksLeft.push_back(tasks);
        }
    }
    for (uint32_t part = 0; part < plan.GetPartCount(); ++part)
    {
        auto& gradients = m_gradients[part];
        gradients.readyCount.resize(m_blocks[part].size(), 0);
        gradients.ready.assign(m_blocks[part].size(),
                               std::vector<std::vector<uint32_t>>(gradients.stages.size()));
    }
}

CommunicationGraph
TrainingStep::Build()
{
    for (uint32_t stage = 0; stage < m_plan.stages.size(); ++stage)
    {
        WriteStage(stage);
    }
    ConnectStages();
    ReduceTiedEmbedding();
    UpdateParameters();
    return std::move(m_graph.Get());
}

size_t
TrainingStep::PassageIndex(uint32_t microBatch, uint32_t part, bool forward) const
{
    return 2 * (size_t{microBatch} * m_plan.GetPartCount() + part) + (forward ? 0 : 1);
}

void
TrainingStep::WriteStage(uint32_t stage)
{
    const auto& tasks = m_plan.stages[stage];
    for (size_t i = 0; i < tasks.size(); ++i)
    {
        std::vector<Pass> passes;
        passes.push_back(MakePass(stage, tasks[i], tasks[i].overlapsNext));
        if (tasks[i].overlapsNext)
        {
            passes.push_back(MakePass(stage, tasks[++i], true));
        }
        for (auto& pass : passes)
        {
            WriteKernels(pass, 0);
        }
        // Tasks that overlap take turns at computing.
        for (bool more = true; more;)
        {
            more = false;
            for (auto& pass : passes)
            {
                WriteKernels(pass, 1);
                more = more || pass.next < pass.pieces.size();
            }
        }
        for (const auto& pass : passes)
        {
            Finish(pass);
        }
    }
}

TrainingStep::Pass
TrainingStep::MakePass(uint32_t stage, const PipelinePlan::Task& task, bool overlaps)
{
    Pass pass;
    pass.task = task;
    pass.stage = stage;
    pass.part = m_plan.GetPart(stage, task.chunk);
    pass.pieces = MakeTrainingPieces(m_setup, m_grid, m_blocks[pass.part], task.kind);
    pass.overlaps = overlaps;
    for (const uint32_t rank : m_stageRanks[stage])
    {
        pass.last.push_back(m_graph.Get().AddJoin(rank));
    }
    pass.pending.assign(pass.last.size(), NONE);
    if (task.kind != Kind::WEIGHT_GRADIENT)
    {
        m_begin[PassageIndex(task.microBatch, pass.part, task.kind == Kind::FORWARD)] = pass.last;
    }
    return pass;
}

/** Writes so many kernels of a pass, and what comes before the one after them. */
void
TrainingStep::WriteKernels(Pass& pass, uint32_t count)
{
    for (; pass.next < pass.pieces.size(); ++pass.next)
    {
        const auto& piece = pass.pieces[pass.next];
        if (piece.kind == PieceKind::COMPUTE && count-- == 0)
        {
            return;
        }
        WritePiece(pass, piece);
    }
}

void
TrainingStep::WritePiece(Pass& pass, const TrainingPiece& piece)
{
    const auto& ranks = m_stageRanks[pass.stage];
    switch (piece.kind)
    {
    case PieceKind::COMPUTE: {
        const uint16_t label = m_graph.Get().AddLabel(GetLabel(pass.task.kind));
        for (size_t i = 0; i < ranks.size(); ++i)
        {
            pass.last[i] = m_graph.Compute(ranks[i], piece.lengthPs, label, pass.last[i]);
        }
        break;
    }
    case PieceKind::COLLECTIVE:
        WriteCollective(pass, piece);
        break;
    case PieceKind::AWAIT:
        for (size_t i = 0; i < ranks.size(); ++i)
        {
            pass.last[i] = m_graph.Join(ranks[i], {pass.last[i], pass.pending[i]});
        }
        break;
    case PieceKind::PARAMETERS:
        GatherParameters(pass, piece.block);
        break;
    case PieceKind::GRADIENTS:
        AddGradients(pass, piece.block);
        break;
    }
}

void
TrainingStep::WriteCollective(Pass& pass, const TrainingPiece& piece)
{
    for (const auto& group : m_groups[pass.stage][static_cast<size_t>(piece.traffic)])
    {
        std::vector<uint32_t> after;
        for (const uint32_t rank : group)
        {
            after.push_back(pass.last[m_position[rank]]);
        }
        const auto done =
            m_graph.Collective(piece.traffic, piece.operation, group, piece.bytes, after);
        for (size_t i = 0; i < group.size(); ++i)
        {
            if (piece.async)
            {
                pass.pending[m_position[group[i]]] = done[i];
                continue;
            }
            pass.last[m_position[group[i]]] = done[i];
            if (!pass.overlaps)
            {
                m_graph.Hold(group[i], done[i]);
            }
        }
    }
}

/** One block's parameters come while the block before it is computed, and no earlier. */
void
TrainingStep::GatherParameters(Pass& pass, uint32_t block)
{
    if (m_setup.zeroStage < 3)
    {
        return;
    }
    const auto& sizes = m_blocks[pass.part][block];
    const auto gather = [&](TrainingTraffic traffic, uint64_t parameters) {
        for (const auto& group : m_groups[pass.stage][static_cast<size_t>(traffic)])
        {
            if (group.size() < 2 || parameters == 0)
            {
                continue;
            }
            std::vector<uint32_t> after;
            for (const uint32_t rank : group)
            {
                after.push_back(m_gate[rank]);
            }
            const auto done = m_graph.Collective(TrainingTraffic::PARAMETERS,
                                                 TrainingCollectives::ALL_GATHER,
                                                 group,
                                                 Bytes(parameters, m_setup.parameterBytes),
                                                 after);
            for (size_t i = 0; i < group.size(); ++i)
            {
                auto& last = pass.last[m_position[group[i]]];
                last = m_graph.Join(group[i], {last, done[i]});
            }
        }
    };
    gather(TrainingTraffic::GRADIENTS, sizes.parameters);
    gather(TrainingTraffic::EXPERT_GRADIENTS, sizes.expertParameters);
    for (const uint32_t rank : m_stageRanks[pass.stage])
    {
        m_gate[rank] = m_graph.GetLastCompute(rank);
    }
}

/** The gradients of a block are complete on this stage, or have one micro-batch more in them. */
void
TrainingStep::AddGradients(Pass& pass, uint32_t block)
{
    auto& gradients = m_gradients[pass.part];
    const size_t holder = static_cast<size_t>(
        std::find(gradients.stages.begin(), gradients.stages.end(), pass.stage) -
        gradients.stages.begin());
    if (m_setup.zeroStage < 2 && gradients.tasksLeft[holder] > 1)
    {
        return;
    }
    gradients.ready[block][holder] = pass.last;
    if (++gradients.readyCount[block] < gradients.stages.size())
    {
        return;
    }
    gradients.readyCount[block] = 0;
    ++gradients.blocksReady;
    const auto& sizes = m_blocks[pass.part][block];
    gradients.denseBytes += Bytes(sizes.parameters, m_setup.gradientBytes);
    gradients.expertBytes += Bytes(sizes.expertParameters, m_setup.gradientBytes);
    const bool last = gradients.blocksReady == m_blocks[pass.part].size();
    gradients.blocksReady = last ? 0 : gradients.blocksReady;
    const auto reduce = [&](TrainingTraffic traffic, uint64_t& bytes) {
        if (bytes > 0 && (last || bytes >= m_setup.bucketBytes))
        {
            ReduceGradients(pass.part, block, traffic, bytes);
            bytes = 0;
        }
    };
    reduce(TrainingTraffic::GRADIENTS, gradients.denseBytes);
    reduce(TrainingTraffic::EXPERT_GRADIENTS, gradients.expertBytes);
}

/** @return by group: the ranks that hold the same parameters of a part */
TrainingStep::Groups
TrainingStep::GetHolders(uint32_t part, TrainingTraffic traffic) const
{
    Groups holders;
    for (const uint32_t stage : m_gradients[part].stages)
    {
        const auto& groups = m_groups[stage][static_cast<size_t>(traffic)];
        holders.resize(groups.size());
        for (size_t i = 0; i < groups.size(); ++i)
        {
            holders[i].insert(holders[i].end(), groups[i].begin(), groups[i].end());
        }
    }
    return holders;
}

/** @param block the last one of those whose gradients are reduced together */
void
TrainingStep::ReduceGradients(uint32_t part,
                              uint32_t block,
                              TrainingTraffic traffic,
                              uint64_t bytes)
{
    const auto& gradients = m_gradients[part];
    for (const auto& group : GetHolders(part, traffic))
    {
        if (group.size() < 2)
        {
            continue;
        }
        std::vector<uint32_t> after;
        for (const uint32_t rank : group)
        {
            const uint32_t stage = m_grid.GetIndex(rank, ParallelGrid::PIPELINE);
            const auto holder = std::find(gradients.stages.begin(), gradients.stages.end(), stage) -
                                gradients.stages.begin();
            after.push_back(gradients.ready[block][holder][m_position[rank]]);
        }
        m_graph.Collective(traffic,
                           m_setup.zeroStage == 0 ? TrainingCollectives::ALL_REDUCE
                                                  : TrainingCollectives::REDUCE_SCATTER,
                           group,
                           bytes,
                           after);
    }
}

/** Takes note that a task is written. */
void
TrainingStep::Finish(const Pass& pass)
{
    const auto kind = pass.task.kind;
    if (MakesGradients(kind))
    {
        auto& gradients = m_gradients[pass.part];
        const auto holder =
            std::find(gradients.stages.begin(), gradients.stages.end(), pass.stage) -
            gradients.stages.begin();
        --gradients.tasksLeft[holder];
    }
    if (kind != Kind::WEIGHT_GRADIENT)
    {
        m_end[PassageIndex(pass.task.microBatch, pass.part, kind == Kind::FORWARD)] = pass.last;
    }
}

/** Hands activations on to the next part and their gradients back to the one before. */
void
TrainingStep::ConnectStages()
{
    const uint64_t bytes = GetBoundaryBytes(m_setup, m_grid);
    const uint16_t activations = m_graph.Get().AddLabel("pipeline activations");
    const uint16_t gradients = m_graph.Get().AddLabel("pipeline gradients");
    const uint32_t parts = m_plan.GetPartCount();
    for (uint32_t microBatch = 0; microBatch < m_plan.pathOfMicroBatch.size(); ++microBatch)
    {
        const auto& path = m_plan.paths[m_plan.pathOfMicroBatch[microBatch]];
        const auto connect = [&](uint32_t from, uint32_t to, bool forward, uint16_t label) {
            const auto& sources = m_stageRanks[path[from].stage];
            const auto& targets = m_stageRanks[path[to].stage];
            const auto& end = m_end[PassageIndex(microBatch, from, forward)];
            const auto& begin = m_begin[PassageIndex(microBatch, to, forward)];
            for (size_t i = 0; i < end.size(); ++i)
            {
                const uint32_t there =
                    sources[i] == targets[i]
                        ? end[i]
                        : m_graph.Transfer(sources[i], targets[i], bytes, label, end[i]);
                m_graph.Get().AddDependency(there, begin[i]);
            }
        };
        for (uint32_t part = 0; part + 1 < parts; ++part)
        {
            connect(part, part + 1, true, activations);
            connect(part + 1, part, false, gradients);
        }
        const auto& end = m_end[PassageIndex(microBatch, parts - 1, true)];
        const auto& begin = m_begin[PassageIndex(microBatch, parts - 1, false)];
        for (size_t i = 0; i < end.size(); ++i)
        {
            m_graph.Get().AddDependency(end[i], begin[i]);
        }
    }
}

/**
 * The first and the last stage add up the gradients of an embedding that both hold. Where every
 * stage at an end holds both ends of the model, that has been done already.
 */
void
TrainingStep::ReduceTiedEmbedding()
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
    for (size_t i = 0; i < m_stageRanks[first].size(); ++i)
    {
        const std::vector<uint32_t> pair{m_stageRanks[first][i], m_stageRanks[last][i]};
        std::vector<uint32_t> after;
        for (const uint32_t rank : pair)
        {
            after.push_back(m_graph.Join(
                rank,
                {m_graph.GetLast(TrainingTraffic::GRADIENTS, rank), m_graph.GetLastCompute(rank)}));
        }
        m_graph.Collective(TrainingTraffic::EMBEDDING,
                           TrainingCollectives::ALL_REDUCE,
                           pair,
                           bytes,
                           after);
    }
}

void
TrainingStep::UpdateParameters()
{
    std::vector<uint32_t> updated;
    const uint16_t label = m_graph.Get().AddLabel("optimizer");
    for (uint32_t rank = 0; rank < m_grid.GetRankCount(); ++rank)
    {
        const uint32_t reduced =
            m_graph.Join(rank,
                         {m_graph.GetLast(TrainingTraffic::GRADIENTS, rank),
                          m_graph.GetLast(TrainingTraffic::EXPERT_GRADIENTS, rank),
                          m_graph.GetLast(TrainingTraffic::EMBEDDING, rank),
                          m_graph.GetLastCompute(rank)});
        updated.push_back(m_setup.optimizerPs > 0
                              ? m_graph.Compute(rank, m_setup.optimizerPs, label, reduced)
                              : reduced);
    }
    if (m_setup.zeroStage != 1 && m_setup.zeroStage != 2)
    {
        return;
    }
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
            for (const auto& group : GetHolders(part, traffic))
            {
                std::vector<uint32_t> after;
                for (const uint32_t rank : group)
                {
                    after.push_back(updated[rank]);
                }
                if (group.size() > 1)
                {
                    m_graph.Collective(TrainingTraffic::PARAMETERS,
                                       TrainingCollectives::ALL_GATHER,
                                       group,
                                       bytes,
                                       after);
                }
            }
        };
        gather(TrainingTraffic::GRADIENTS, dense);
        gather(TrainingTraffic::EXPERT_GRADIENTS, experts);
    }
}

} // namespace ns3
