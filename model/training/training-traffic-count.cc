// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-traffic-count.h"

#include "training-block.h"
#include "training-groups.h"
#include "training-operation.h"

#include "ns3/communication-graph.h"

#include <map>
#include <tuple>

namespace ns3
{

namespace
{

/** @return traffic of a group's members in a collective */
TrafficNotice::Count
CountCollective(const TrainingOperation& piece,
                const TrainingGroups::Group& group,
                CollectiveLibrary& collectives,
                const std::vector<uint32_t>& serverOfRank)
{
    TrafficNotice::Count count;
    if (piece.bytes > 0)
    {
        for (const auto& node :
             collectives.Get(piece.operation, group, piece.bytes, piece.routing)->GetNodes())
        {
            const bool isSent = node.kind == CommunicationGraph::Kind::SEND;
            if (isSent || node.kind == CommunicationGraph::Kind::AGGREGATE)
            {
                const size_t peer = isSent ? node.peer : (node.rank + 1) % group.size();
                count.AddMessage(node.bytes,
                                 serverOfRank[group[node.rank]] == serverOfRank[group[peer]]);
            }
        }
    }
    return count;
}

} // namespace

TrafficNotice::Count
CountTrainingTraffic(const TrainingSetup& setup,
                     const ParallelGrid& grid,
                     const PipelinePlan& plan,
                     CollectiveLibrary& collectives,
                     const std::vector<uint32_t>& serverOfRank)
{
    const auto blocks = MakeTrainingBlocks(setup, grid, plan.GetPartCount());
    const TrainingGroups groups(grid);
    // Traffic of all ranks of a stage, by stage, part and kind of task.
    std::map<std::tuple<uint32_t, uint32_t, PipelinePlan::Kind>, TrafficNotice::Count> ofTask;
    TrafficNotice::Count sum;
    for (uint32_t stage = 0; stage < plan.stages.size(); ++stage)
    {
        for (const PipelinePlan::Task& task : plan.stages[stage])
        {
            const uint32_t part = plan.GetPart(stage, task.chunk);
            const auto [entry, isNew] = ofTask.try_emplace({stage, part, task.kind});
            if (isNew)
            {
                using Key = std::tuple<TrainingTraffic,
                                       CollectiveOperation,
                                       uint64_t,
                                       TrainingOperation::Routing>;
                std::map<Key, TrafficNotice::Count> ofPiece; // layers are equal
                for (const auto& piece :
                     MakeTrainingOperations(setup, grid, blocks[part], task.kind))
                {
                    if (piece.kind != TrainingOperation::Kind::COLLECTIVE)
                    {
                        continue;
                    }
                    const auto [known, isFirst] = ofPiece.try_emplace(
                        {piece.traffic, piece.operation, piece.bytes, piece.routing});
                    for (const auto& group : groups.Get(stage, piece.traffic))
                    {
                        if (!isFirst)
                        {
                            break;
                        }
                        known->second.Add(CountCollective(piece, group, collectives, serverOfRank));
                    }
                    entry->second.Add(known->second);
                }
            }
            sum.Add(entry->second);
        }
    }
    const uint64_t boundaryBytes = GetBoundaryBytes(setup, grid);
    for (const uint32_t number : plan.pathOfMicroBatch)
    {
        const auto& path = plan.paths[number];
        for (size_t part = 0; part + 1 < path.size(); ++part)
        {
            const auto& from = groups.GetRanks(path[part].stage);
            const auto& to = groups.GetRanks(path[part + 1].stage);
            TrafficNotice::Count oneWay;
            for (size_t i = 0; i < from.size(); ++i)
            {
                if (from[i] != to[i])
                {
                    oneWay.AddMessage(boundaryBytes, serverOfRank[from[i]] == serverOfRank[to[i]]);
                }
            }
            sum.Add(oneWay, 2); // forward and backward
        }
    }
    return sum;
}

} // namespace ns3
