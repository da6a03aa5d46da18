// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_STEP_H
#define AI_FABRIC_TRAINING_STEP_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-block.h"
#include "training-gradients.h"
#include "training-graph.h"
#include "training-groups.h"
#include "training-setup.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Makes the communication graph of one training step.
 *
 * Each rank computes the tasks of its stage in the order of the plan, piece by piece (see
 * MakeTrainingOperations()). Stream 0 of a rank waits for the collectives between its pieces,
 * except that of two overlapping tasks one computes while the other communicates. The output of a
 * task goes to the next stage when the task is complete, while the rank goes on.
 *
 * TrainingGradients makes the exchange between data parallel ranks.
 */
class TrainingStep
{
  public:
    /**
     * @param setup settings of the step
     * @param grid grid of the ranks; as many stages as the plan
     * @param plan plan of the pipeline
     * @param groups groups of the ranks of the graph, of that grid
     * @param collectives makes the communication
     */
    TrainingStep(const TrainingSetup& setup,
                 const ParallelGrid& grid,
                 const PipelinePlan& plan,
                 TrainingGroups groups,
                 TrainingCollectives& collectives);

    /** To be called before Build(). @return estimated number of nodes of the graph */
    double CountNodes() const;

    /** Builds the graph; to be called once. @return the graph, whose ranks are those of the groups
     */
    CommunicationGraph Build();

  private:
    /** A task of a stage that is being written. */
    struct Pass
    {
        PipelinePlan::Task task;
        uint32_t stage;
        uint32_t part; //!< number of the part of the model
        std::vector<TrainingOperation> pieces;
        size_t next{0};                //!< index of the next piece
        bool overlaps{false};          //!< true: stream 0 need not wait for its collectives
        std::vector<uint32_t> last;    //!< by position in the stage: its last node
        std::vector<uint32_t> pending; //!< by position in the stage: node that AWAIT waits for
    };

    /** Writes the tasks of a stage, in the order of the plan. */
    void WriteStage(uint32_t stage);
    /** @return a task of which nothing is written yet */
    Pass MakePass(uint32_t stage, const PipelinePlan::Task& task, bool overlaps);
    void WriteKernels(Pass& pass, uint32_t count);
    /** Writes the next piece of a task on all ranks of its stage. */
    void WritePiece(Pass& pass, const TrainingOperation& piece);
    uint32_t Compute(const TrainingOperation& piece,
                     PipelinePlan::Kind kind,
                     uint32_t rank,
                     uint32_t after);
    /** Writes a piece that is a collective on all ranks of its stage. */
    void WriteCollective(Pass& pass, const TrainingOperation& piece);
    void Finish(const Pass& pass);
    void ConnectStages();
    /** @return index into m_begin and m_end for a micro-batch in a part */
    size_t PassageIndex(uint32_t microBatch, uint32_t part, bool forward) const;

    const TrainingSetup& m_setup;
    const ParallelGrid& m_grid;
    const PipelinePlan& m_plan;
    const std::vector<std::vector<TrainingBlock>> m_blocks; //!< by part
    const TrainingGroups m_groups;
    TrainingGraph m_graph;
    TrainingGradients m_gradients;
    std::vector<std::vector<uint32_t>> m_begin; //!< by passage: its first nodes, by position
    std::vector<std::vector<uint32_t>> m_end;   //!< by passage: its last nodes, by position
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_STEP_H
