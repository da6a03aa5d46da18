// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-step.h"

#include "training-stragglers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace ns3
{

namespace
{

using Kind = PipelinePlan::Kind;
using PieceKind = TrainingOperation::Kind;

/** @return true if a task completes the gradients of weights */
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

} // namespace

TrainingStep::TrainingStep(const TrainingSetup& setup,
                           const ParallelGrid& grid,
                           const PipelinePlan& plan,
                           TrainingGroups groups,
                           TrainingCollectives& collectives)
    : m_setup(setup),
      m_grid(grid),
      m_plan(plan),
      m_blocks(MakeTrainingBlocks(setup, grid, plan.GetPartCount())),
      m_groups(std::move(groups)),
      m_graph(m_groups.GetRankCount(), collectives),
      m_gradients(setup, grid, plan, m_blocks, m_groups, m_graph),
      m_begin(2 * plan.GetPartCount() * plan.pathOfMicroBatch.size()),
      m_end(m_begin.size())
{
}

CommunicationGraph
TrainingStep::Build()
{
    for (uint32_t stage = 0; stage < m_plan.stages.size(); ++stage)
    {
        WriteStage(stage);
    }
    ConnectStages();
    m_gradients.Update();
    return std::move(m_graph.Get());
}

double
TrainingStep::CountNodes() const
{
    std::map<std::pair<uint32_t, Kind>, double> ofTask; // tasks of one kind and part are equal
    double nodes = m_gradients.CountReductions();
    for (uint32_t stage = 0; stage < m_plan.stages.size(); ++stage)
    {
        const auto ranks = static_cast<double>(m_groups.GetRanks(stage).size());
        for (const auto& task : m_plan.stages[stage])
        {
            const uint32_t part = m_plan.GetPart(stage, task.chunk);
            const auto [entry, isNew] = ofTask.try_emplace({part, task.kind}, ranks);
            if (isNew)
            {
                for (const auto& piece :
                     MakeTrainingOperations(m_setup, m_grid, m_blocks[part], task.kind))
                {
                    double more = ranks;
                    if (piece.kind == PieceKind::COLLECTIVE)
                    {
                        more = m_graph.CountNodes(piece.traffic,
                                                  piece.operation,
                                                  m_groups.Get(stage, piece.traffic),
                                                  piece.bytes,
                                                  piece.async || task.overlapsNext,
                                                  piece.routing);
                    }
                    else if (piece.kind == PieceKind::PARAMETERS)
                    {
                        more = m_gradients.CountGathering(stage, part, piece.block);
                    }
                    else if (piece.kind == PieceKind::GRADIENTS)
                    {
                        more = 0;
                    }
                    entry->second += more;
                }
            }
            nodes += entry->second;
        }
    }
    for (const uint32_t path : m_plan.pathOfMicroBatch)
    {
        const auto& places = m_plan.paths[path];
        for (size_t part = 0; part + 1 < places.size(); ++part)
        {
            // Two messages of two nodes each: one forward, one backward.
            nodes += places[part].stage == places[part + 1].stage
                         ? 0
                         : 4.0 * static_cast<double>(m_groups.GetRanks(places[part].stage).size());
        }
    }
    return nodes;
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
        // Overlapping tasks compute in turns.
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
    pass.pieces = MakeTrainingOperations(m_setup, m_grid, m_blocks[pass.part], task.kind);
    pass.overlaps = overlaps;
    for (const uint32_t rank : m_groups.GetRanks(stage))
    {
        pass.last.push_back(m_graph.Get().AddJoin(rank));
    }
    pass.pending.assign(pass.last.size(), TrainingGraph::NONE);
    if (task.kind != Kind::WEIGHT_GRADIENT)
    {
        m_begin[PassageIndex(task.microBatch, pass.part, task.kind == Kind::FORWARD)] = pass.last;
    }
    return pass;
}

/** Adds `count` kernels of a pass to the graph, and the pieces up to the next kernel. */
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
TrainingStep::WritePiece(Pass& pass, const TrainingOperation& piece)
{
    const auto& ranks = m_groups.GetRanks(pass.stage);
    switch (piece.kind)
    {
    case PieceKind::COMPUTE:
        for (size_t i = 0; i < ranks.size(); ++i)
        {
            pass.last[i] = Compute(piece, pass.task.kind, ranks[i], pass.last[i]);
        }
        break;
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
        m_gradients.Gather(pass.stage, pass.part, piece.block, pass.last);
        break;
    case PieceKind::GRADIENTS:
        m_gradients.Add(pass.stage, pass.part, piece.block, pass.last);
        break;
    }
}

/**
 * Adds a kernel of a rank. A rank that stands for its stage computes for the mean time of all
 * ranks, then waits until the slowest has ended.
 *
 * @param after further node to wait for
 * @return node that ends it
 */
uint32_t
TrainingStep::Compute(const TrainingOperation& piece, Kind kind, uint32_t rank, uint32_t after)
{
    const bool isAlone = m_groups.GetRankCount() == m_grid.GetRankCount();
    const auto& lengthsPs = piece.lengthsPs;
    const int64_t lengthPs = lengthsPs.empty() || !isAlone
                                 ? piece.lengthPs
                                 : lengthsPs[m_grid.GetIndex(rank, ParallelGrid::EXPERT)];
    uint32_t last = m_graph.Compute(rank, lengthPs, m_graph.Get().AddLabel(GetLabel(kind)), after);
    const auto wait = [&](const char* why, int64_t waitPs) {
        const uint32_t join = m_graph.Get().AddJoin(rank, waitPs, m_graph.Get().AddLabel(why));
        m_graph.Get().AddDependency(last, join);
        m_graph.Hold(rank, join);
        last = join;
    };
    if (m_setup.stragglers && !isAlone)
    {
        wait(TrainingStragglers::WAIT, 0); // StretchFolded() sets its time
    }
    if (!lengthsPs.empty() && !isAlone)
    {
        wait("uneven experts", *std::max_element(lengthsPs.begin(), lengthsPs.end()) - lengthPs);
    }
    return last;
}

void
TrainingStep::WriteCollective(Pass& pass, const TrainingOperation& piece)
{
    for (const auto& group : m_groups.Get(pass.stage, piece.traffic))
    {
        std::vector<uint32_t> after;
        for (const uint32_t rank : group)
        {
            after.push_back(pass.last[m_groups.GetPosition(rank)]);
        }
        const auto done = m_graph.Collective(piece.traffic,
                                             piece.operation,
                                             group,
                                             piece.bytes,
                                             after,
                                             std::nullopt,
                                             piece.routing);
        for (size_t i = 0; i < group.size(); ++i)
        {
            if (piece.async)
            {
                pass.pending[m_groups.GetPosition(group[i])] = done[i];
                continue;
            }
            pass.last[m_groups.GetPosition(group[i])] = done[i];
            if (!pass.overlaps)
            {
                m_graph.Hold(group[i], done[i]);
            }
        }
    }
}

/** Ends a task: all its pieces are in the graph. */
void
TrainingStep::Finish(const Pass& pass)
{
    const auto kind = pass.task.kind;
    if (MakesGradients(kind))
    {
        m_gradients.EndTask(pass.stage, pass.part);
    }
    if (kind != Kind::WEIGHT_GRADIENT)
    {
        m_end[PassageIndex(pass.task.microBatch, pass.part, kind == Kind::FORWARD)] = pass.last;
    }
}

/** Sends activations to the next part and their gradients back to the part before. */
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
            const auto& sources = m_groups.GetRanks(path[from].stage);
            const auto& targets = m_groups.GetRanks(path[to].stage);
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

} // namespace ns3
