// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_WORKLOAD_H
#define AI_FABRIC_TRAINING_WORKLOAD_H

#include "kernel-precision.h"
#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-memory.h"
#include "training-setup.h"

#include "ns3/collective-library.h"
#include "ns3/fabric-workload.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * One step of training a language model: all its micro-batches forward and backward, the reduction
 * of gradients and the update.
 *
 * A ModelDescription, a ParallelLayout and a PipelineSchedule say what is computed where in which
 * order; TrainingStep makes the graph of it. A kernel takes
 *     max(FLOPs / (peak of the FabricGpu * Efficiency), bytes / (bandwidth * MemoryEfficiency))
 * and a step has GlobalBatch / (data parallel copies * MicroBatch) micro-batches.
 */
class TrainingWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    std::vector<JobFigure> DoGetFigures(const FabricJob& job, const JobTimes& times) const override;

    /** @return the ranks as Parallel says; throws InputError if the model does not fit it */
    ParallelGrid MakeGrid(uint32_t ranks) const;
    /** @return what Recompute says; throws InputError if it is nothing */
    RecomputeMode GetRecompute() const;
    /** @return what of the attributes the graph depends on */
    TrainingSetup MakeSetup(const ParallelGrid& grid) const;
    PipelinePlan MakePlan(const ParallelGrid& grid, const TrainingSetup& setup) const;
    /** Throws InputError if a GPU has not so much. */
    void CheckMemory(const TrainingMemory& memory) const;

    ObjectFactory m_model;    //!< a ModelDescription
    ObjectFactory m_parallel; //!< a ParallelLayout
    ObjectFactory m_schedule; //!< a PipelineSchedule
    CollectiveChoices m_collectives;
    uint32_t m_sequence;        //!< tokens; 0: that of the model
    uint32_t m_globalBatch;     //!< sequences; 0: one micro-batch per copy of the model
    uint32_t m_microBatch;      //!< sequences, at least 1
    uint32_t m_zeroStage;       //!< 0 to 3
    uint64_t m_bucketBytes;     //!< gradients that are reduced together, at least
    uint32_t m_layersPerKernel; //!< at least 1
    bool m_sequenceParallel;    //!< tensor parallel ranks share out activations between layers, too
    std::string m_recompute;    //!< a RecomputeMode, in words
    bool m_ringAttention;       //!< keys and values go round; else they are gathered
    double m_parameterBytes;    //!< each, on the network
    double m_gradientBytes;     //!< each, on the network
    double m_activationBytes;   //!< each, on the network
    double m_dispatchBytes;     //!< of an activation, to experts
    double m_combineBytes;      //!< of an activation, from experts
    std::string m_gpu;          //!< name of a GpuModel
    std::string m_kernelTimesFile; //!< see KernelTable; empty: none
    Ptr<KernelPrecision> m_precision;
    double m_peakFlops;        //!< per second in BF16; 0: that of the GPU
    double m_memoryEfficiency; //!< (0, 1]
    double m_memoryShare;      //!< of a GPU's memory that a step may take
    double m_optimizerBytes;   //!< per parameter
    double m_efficiency;       //!< (0, 1]
    Time m_optimizerTime;      //!< per rank and step
    double m_gpuHourPrice;     //!< 0: not reported
    double m_clusterPrice;     //!< 0: not reported
    std::string m_currency;    //!< of both
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_WORKLOAD_H
