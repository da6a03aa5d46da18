// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_GRADIENTS_H
#define AI_FABRIC_TRAINING_GRADIENTS_H

#include "pipeline-plan.h"
#include "training-block.h"
#include "training-graph.h"
#include "training-groups.h"
#include "training-setup.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Exchange between data parallel ranks in a step: gradients, and parameters that the ranks share.
 *
 * Gradients are reduced over all ranks that hold the same parameters, once the last micro-batch has
 * added to them, block by block while the rest is still computed, in portions of at least
 * bucketBytes (arXiv 2006.15704, 3.2.3). By ZeroStage (ZeRO, arXiv 1910.02054, 5), with the bytes
 * that a rank sends, in units of the bytes of its parameters, for m micro-batches:
 *
 *     0   all-reduce of gradients (DDP)                                                 2
 *     1   reduce-scatter; after the update all-gather of parameters                     2
 *     2   as 1, but gradients are reduced after every micro-batch                       m + 1
 *     3   as 2, but every block's parameters are gathered before it is computed,        3 m
 *         forward and backward; those of the next block arrive while one is computed
 *         (FSDP, arXiv 2304.11277, 3.3)
 *
 * The update of a rank waits for all its reductions.
 */
class TrainingGradients
{
  public:
    /**
     * All arguments except the graph outlive this object and do not change.
     *
     * @param setup settings of the step
     * @param grid grid of all ranks
     * @param plan plan of the pipeline
     * @param blocks blocks by part
     * @param groups groups of the ranks
     * @param graph gets the collectives
     * @throw InputError if the plan holds parameters twice although ranks share them (ZeRO)
     */
    TrainingGradients(const TrainingSetup& setup,
                      const ParallelGrid& grid,
                      const PipelinePlan& plan,
                      const std::vector<std::vector<TrainingBlock>>& blocks,
                      const TrainingGroups& groups,
                      TrainingGraph& graph);

    /**
     * Gathers the parameters of a block, if the ranks share them.
     *
     * @param stage stage that computes the block next
     * @param part part of the block
     * @param block number of the block in the part
     * @param last by position in the stage: node that the block waits for; set to the end of the
     *         gathering
     */
    void Gather(uint32_t stage, uint32_t part, uint32_t block, std::vector<uint32_t>& last);

    /**
     * Notes that a micro-batch has added to the gradients of a block.
     *
     * @param stage stage of the micro-batch
     * @param part part of the block
     * @param block number of the block in the part
     * @param last by position in the stage: node that has completed the gradients
     */
    void Add(uint32_t stage, uint32_t part, uint32_t block, const std::vector<uint32_t>& last);

    /**
     * Notes that a micro-batch has added to all gradients of a part.
     *
     * @param stage stage of the micro-batch
     * @param part number of the part
     */
    void EndTask(uint32_t stage, uint32_t part);

    /**
     * @param stage stage that computes a block
     * @param part part of the block
     * @param block number of the block in the part
     * @return estimated number of nodes that Gather() adds
     */
    double CountGathering(uint32_t stage, uint32_t part, uint32_t block) const;

    /**
     * To be called before anything is added.
     *
     * @return estimated number of nodes that Add() and Update() add in all
     */
    double CountReductions() const;

    /** After all computation: adds the last reductions, and the update of all parameters. */
    void Update();

  private:
    /** Progress of the gradients of one part. */
    struct Part
    {
        std::vector<uint32_t> stages;    //!< stages that hold the part
        std::vector<uint32_t> tasksLeft; //!< by holder: tasks left until its gradients are complete
        std::vector<uint32_t> readyCount; //!< by block: number of holders whose gradients are
                                          //!< complete
        /** By block, holder and position: node that has completed the gradients. */
        std::vector<std::vector<std::vector<uint32_t>>> ready;
        uint32_t blocksReady{0}; //!< blocks whose gradients are complete at all holders
        uint64_t denseBytes{0};  //!< bytes of dense gradients that wait for more
        uint64_t expertBytes{0}; //!< bytes of routed experts' gradients that wait for more
    };

    using Group = TrainingGroups::Group;

    size_t GetHolder(uint32_t part, uint32_t stage) const;
    std::vector<Group> GetHolders(uint32_t part, TrainingTraffic traffic) const;
    void Reduce(uint32_t part, uint32_t block, TrainingTraffic traffic, uint64_t bytes);
    void ReduceTiedEmbedding();
    void GatherUpdated(const std::vector<uint32_t>& updated);
    int64_t GetOptimizerPs(uint32_t stage) const;

    const TrainingSetup& m_setup;
    const ParallelGrid& m_grid;
    const PipelinePlan& m_plan;
    const std::vector<std::vector<TrainingBlock>>& m_blocks; //!< by part
    const TrainingGroups& m_groups;
    TrainingGraph& m_graph;
    std::vector<Part> m_parts;    //!< parts of the model
    std::vector<uint32_t> m_gate; //!< by rank: node that the next gathering of parameters waits for
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_GRADIENTS_H
