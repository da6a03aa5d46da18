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
 * What data parallel ranks exchange in a step: gradients, and parameters that they share out.
 *
 * Gradients are reduced over all ranks that hold the same parameters, once the last micro-batch has
 * added to them, block by block while the rest is still computed, at least bucketBytes together
 * (arXiv 2006.15704, 3.2.3). By ZeroStage (ZeRO, arXiv 1910.02054, 5), with the bytes that a rank
 * sends, in units of those of its parameters, for m micro-batches:
 *
 *     0   all-reduce of gradients (DDP)                                                 2
 *     1   reduce-scatter; after the update all-gather of parameters                     2
 *     2   as 1, and gradients are reduced after every micro-batch                       m + 1
 *     3   as 2, but every block's parameters are gathered before it is computed,        3 m
 *         forward and backward; those of the next one come while one is computed
 *         (FSDP, arXiv 2304.11277, 3.3)
 *
 * The update of a rank waits for all its reductions.
 */
class TrainingGradients
{
  public:
    /**
     * All but the graph outlive this and do not change.
     *
     * @param setup of the step
     * @param plan of the pipeline
     * @param blocks by part
     * @param groups of the ranks
     * @param graph gets the collectives
     * @throw InputError if the plan holds parameters twice and they are to be shared out
     */
    TrainingGradients(const TrainingSetup& setup,
                      const PipelinePlan& plan,
                      const std::vector<std::vector<TrainingBlock>>& blocks,
                      const TrainingGroups& groups,
                      TrainingGraph& graph);

    /**
     * Gathers the parameters of a block, if they are shared out.
     *
     * @param stage that computes it next
     * @param part it belongs to
     * @param block number in the part
     * @param last by position in the stage: what the block waits for; gets the gathering too
     */
    void Gather(uint32_t stage, uint32_t part, uint32_t block, std::vector<uint32_t>& last);

    /**
     * A micro-batch has added to the gradients of a block.
     *
     * @param stage where
     * @param part that the block belongs to
     * @param block number in the part
     * @param last by position in the stage: the node that has completed them
     */
    void Add(uint32_t stage, uint32_t part, uint32_t block, const std::vector<uint32_t>& last);

    /**
     * A micro-batch has added to all gradients of a part.
     *
     * @param stage where
     * @param part which
     */
    void EndTask(uint32_t stage, uint32_t part);

    /**
     * @param stage that computes a block
     * @param part the block belongs to
     * @param block number in the part
     * @return how many nodes Gather() adds, about
     */
    double CountGathering(uint32_t stage, uint32_t part, uint32_t block) const;

    /** Before anything is added. @return how many nodes Add() and Update() add in all, about */
    double CountReductions() const;

    /** Everything is computed: the last reductions, and the update of all parameters. */
    void Update();

  private:
    /** What becomes of the gradients of one part. */
    struct Part
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

    using Group = TrainingGroups::Group;

    size_t GetHolder(uint32_t part, uint32_t stage) const;
    std::vector<Group> GetHolders(uint32_t part, TrainingTraffic traffic) const;
    void Reduce(uint32_t part, uint32_t block, TrainingTraffic traffic, uint64_t bytes);
    void ReduceTiedEmbedding();
    void GatherUpdated(const std::vector<uint32_t>& updated);

    const TrainingSetup& m_setup;
    const PipelinePlan& m_plan;
    const std::vector<std::vector<TrainingBlock>>& m_blocks; //!< by part
    const TrainingGroups& m_groups;
    TrainingGraph& m_graph;
    std::vector<Part> m_parts;    //!< of the model
    std::vector<uint32_t> m_gate; //!< by rank: what the next gathering of parameters waits for
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_GRADIENTS_H
