// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_STRAGGLERS_H
#define AI_FABRIC_TRAINING_STRAGGLERS_H

#include "training-groups.h"

#include "ns3/communication-graph.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"
#include "ns3/validated-object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * GPUs of a training job that are not equally fast, and kernels that do not always take the same
 * time. A kernel k of rank r takes
 *
 *     its length * S(r) * J(k, r),   S(r) = GpuFactor * (SlowFactor with probability SlowShare)
 *
 * S is drawn once for each rank and J for each of its kernels. With the same seed, every graph of a
 * job has the same S, whatever the transport. Checkpoints' copies are not kernels.
 *
 * If ranks stand for others (law), the times of all ranks are computed along the graph: a kernel
 * ends at its own time on each rank, and a collective begins when the last rank of its group does.
 * Each kernel of the graph then ends when it ends on the slowest rank.
 */
class TrainingStragglers : public ValidatedObject
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param stream number of the first random stream @return number of streams used */
    int64_t AssignStreams(int64_t stream);

    /** @return false if all factors are 1 */
    bool AreThere() const;

    /**
     * Changes the times of the kernels of a graph in which each rank stands for itself.
     *
     * @param graph graph of a step or of several
     * @param ranks number of its ranks that compute: the first ones
     */
    void Stretch(CommunicationGraph& graph, uint32_t ranks) const;

    /**
     * Changes the times of the kernels of a graph in which each rank stands for those of its stage.
     * A kernel takes the mean time of all ranks, and the JOIN behind it with the label WAIT the
     * rest.
     *
     * @param graph graph without messages whose ranks are the stages
     * @param groups groups of all ranks, not folded
     */
    void StretchFolded(CommunicationGraph& graph, const TrainingGroups& groups) const;

    static constexpr const char* WAIT = "stragglers"; //!< label of waits behind kernels

  private:
    /** @return S by rank */
    std::vector<double> DrawGpus(uint32_t ranks) const;
    /** @return variable of J, at the beginning of its stream; null: always 1 */
    Ptr<RandomVariableStream> MakeKernelFactor() const;

    double m_slowShare;           //!< probability that a GPU is slow, [0, 1]
    double m_slowFactor;          //!< factor of slow GPUs
    ObjectFactory m_gpuFactor;    //!< a RandomVariableStream
    ObjectFactory m_kernelFactor; //!< a RandomVariableStream
    int64_t m_stream{-1};         //!< the first stream; -1: ns-3 chooses
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_STRAGGLERS_H
