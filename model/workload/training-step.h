// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_TRAINING_STEP_H
#define AI_FABRIC_TRAINING_STEP_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-block.h"
#include "training-graph.h"
#include "training-setup.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Makes the communication graph of one training step.
 *
 * Each rank computes the tasks of its stage in the order of the plan, piece by piece (see
 * MakeTrainingPieces()). Stream 0 of a rank waits for the collectives between its pieces, except
 * that of two tasks which overlap one computes meanwhile. What goes to the next stage is sent when
 * the task is complete, while the rank goes on.
 *
 * Gradients are reduced over all ranks that hold the same parameters, once the last micro-batch has
 * added to them, block by block while the rest is still computed, at least bucketBytes together
 * (arXiv 2006.15704, 3.2.3). ZeroStage (ZeRO, arXiv 1910.02054, 5; bytes per parameter in units of
 * those of a parameter):
 *
 *     0   all-reduce of gradients (DDP)                                                 2
 *     1   reduce-scatter; after the update all-gather of parameters                     2
 *     2   as 1, and gradients are reduced after every micro-batch                       m + 1
 *     3   as 2, and every block's parameters are gathered before it is computed,        3 m
 *         forward and backward; that of the next one comes while one is computed
 *         (FSDP, arXiv 2304.11277, 3.3)
 *
 * With m micro-batches; the update waits for all reductions of its rank.
 */
class TrainingStep
{
  public:
    /**
     * @param setup of the step
     * @param grid of the ranks; as many stages as the plan
     * @param plan of the pipeline
     * @param collectives how groups communicate
     */
    TrainingStep(const TrainingSetup& setup,
                 const ParallelGrid& grid,
                 const PipelinePlan& plan,
                 TrainingCollectives& collectives);

    /** @return the graph, whose ranks are those of the grid; once */
    CommunicationGraph Build();

  private:
    /** A task of a stage that is being written. */
    struct Pass
    {
        PipelinePlan::Task task;
        uint32_t stage;
        uint32_t part;
        std::vector<TrainingPiece> pieces;
        size_t next{0};                //!< index of the next piece
        bool overlaps{false};          //!< stream 0 need not wait for its collectives
        std::vector<uint32_t> last;    //!< by position in the stage: its last node
        std::vector<uint32_t> pending; //!< by position in the stage: what AWAIT waits for
    };

    /** What becomes of the gradients of one part. */
    struct PartGradients
    {
        std::vector<uint32_t> stages;     //!< that hold it
        std::vector<uint32_t> tasksLeft;  //!< by holder: until its gradients are complete
        std::vector<uint32_t> readyCount; //!< by block: holders that have its gradients
        std::vector<std::vector<std::vector<uint32_t>>> ready; //!< by block, holder and position:
                                                               //!< the node that has completed them
        uint32_t blocksReady{0}; //!< with the gradients of all holders
        uint64_t denseBytes{0};  //!< that wait for more
        uint64_t expertBytes{0}; //!< likewise, of routed experts
    };

    using Groups = std::vector<std::vector<uint32_t>>;

    void WriteStage(uint32_t stage);
    Pass MakePass(uint32_t stage, const PipelinePlan::Task& task, bool overlaps);
    void WriteKernels(Pass& pass, uint32_t count);
    void WritePiece(Pass& pass, const TrainingPiece& piece);
    void WriteCollective(Pass& pass, const TrainingPiece& piece);
    void GatherParameters(Pass& pass, uint32_t block);
    void AddGradients(Pass& pass, uint32_t block);
    void ReduceGradients(uint32_t part, uint32_t block, TrainingTraffic traffic, uint64_t bytes);
    void Finish(const Pass& pass);
    void ConnectStages();
    void ReduceTiedEmbedding();
    void UpdateParameters();
    Groups GetHolders(uint32_t part, TrainingTraffic traffic) const;
    size_t PassageIndex(uint32_t microBatch, uint32_t part, bool forward) const;

    const TrainingSetup& m_setup;
    const ParallelGrid& m_grid;
    const PipelinePlan& m_plan;
    TrainingGraph m_graph;
    std::vector<std::vector<TrainingBlock>> m_blocks; //!< by part
    std::vector<std::vector<uint32_t>> m_stageRanks;  //!< by stage
    std::vector<uint32_t> m_position;                 //!< by rank: index in m_stageRanks
    std::vector<std::vector<Groups>> m_groups;        //!< by stage and traffic
    std::vector<PartGradients> m_gradients;           //!< by part
    std::vector<uint32_t> m_gate; //!< by rank: what the next gathering of parameters waits for
    std::vector<std::vector<uint32_t>> m_begin; //!< by passage: its first nodes, by position
    std::vector<std::vector<uint32_t>> m_end;   //!< by passage: its last nodes, by position
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_STEP_H
