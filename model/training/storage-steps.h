// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STORAGE_STEPS_H
#define AI_FABRIC_STORAGE_STEPS_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-block.h"
#include "training-setup.h"
#include "training-storage.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Adds the reads of samples and the checkpoints to a graph of several training steps. The last
 * ranks of the graph are the hosts of the storage.
 *
 * Reads: the ranks of the first stage and of the last one (for the labels) read
 *
 *     tokens of the copy in a step * TokenBytes / (Tensor * Context)
 *
 * for each step: a request to a host of the storage, and a message back. A rank reads for one step
 * after the other, and for a step at most Prefetch steps ahead.
 *
 * Checkpoints: each rank writes its share of the state that it and its copies hold,
 *
 *     CheckpointBytes * (parameters / (Context * Expert * Data) + expert parameters / (C * D))
 *
 * It copies the share to the memory of its host, which takes no time of stream 0 but delays the
 * next step, and then sends it. It does not copy the next share before this one has arrived.
 *
 * Message k of rank r goes to host (r + k) modulo the number of hosts, so hosts are loaded evenly.
 */
class StorageSteps
{
  public:
    /**
     * @param storage settings
     * @param hosts number of hosts of the storage, at least 1
     */
    StorageSteps(const TrainingStorage& storage, uint32_t hosts);

    /**
     * Sets the bytes of each rank; called before the first step.
     *
     * @param setup settings of the step
     * @param grid grid of the ranks
     * @param plan plan of the pipeline
     * @param blocks blocks by part
     */
    void SetBytes(const TrainingSetup& setup,
                  const ParallelGrid& grid,
                  const PipelinePlan& plan,
                  const std::vector<std::vector<TrainingBlock>>& blocks);

    /** @return number of hosts of the storage */
    uint32_t GetHostCount() const
    {
        return m_hosts;
    }

    /** @param rank rank of the model @return bytes that it reads for a step */
    uint64_t GetReadBytes(uint32_t rank) const
    {
        return m_readBytes[rank];
    }

    /** @param rank rank of the model @return bytes that it writes for a checkpoint */
    uint64_t GetWriteBytes(uint32_t rank) const
    {
        return m_writeBytes[rank];
    }

    /** @param steps number of steps @return number of nodes that they add to a graph */
    double CountNodes(uint32_t steps) const;

    /**
     * Called before a step is added.
     *
     * @param graph graph of the ranks of the model and of the storage
     * @param step number of the step
     * @param steps number of all steps
     * @param after by rank of the model: node that the step waits for, or NONE; gets the samples
     */
    void Begin(CommunicationGraph& graph,
               uint32_t step,
               uint32_t steps,
               std::vector<uint32_t>& after);

    /**
     * Called after a step was added.
     *
     * @param graph graph of the ranks of the model and of the storage
     * @param step number of the step
     * @param after by rank of the model: last node of the step; gets the checkpoint
     */
    void End(CommunicationGraph& graph, uint32_t step, std::vector<uint32_t>& after);

  private:
    static constexpr uint32_t NONE = CommunicationGraph::NONE; //!< stands for no node

    /** Adds the read of the samples of a step by a rank. */
    void Read(CommunicationGraph& graph, uint32_t rank, uint32_t step, uint32_t after);
    /** Adds a message with the label and the service level of the storage. */
    std::pair<uint32_t, uint32_t> AddMessage(CommunicationGraph& graph,
                                             uint32_t from,
                                             uint32_t to,
                                             uint64_t bytes,
                                             const char* label) const;
    /** @return rank of the storage for a message of a rank of the model */
    uint32_t GetTarget(uint32_t rank, uint32_t message) const;

    const TrainingStorage& m_storage;
    uint32_t m_hosts;
    std::vector<uint64_t> m_readBytes;  //!< by rank
    std::vector<uint64_t> m_writeBytes; //!< by rank
    std::vector<std::vector<uint32_t>>
        m_samples;                   //!< by step and rank: RECV of the samples, or NONE
    std::vector<uint32_t> m_written; //!< by rank: SEND of the last checkpoint, or NONE
};

} // namespace ns3

#endif // AI_FABRIC_STORAGE_STEPS_H
