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

    ParallelGrid MakeGrid(uint32_t ranks) const;
    TrainingSetup MakeSetup(const ParallelGrid& grid) const;
    PipelinePlan MakePlan(const ParallelGrid& grid, const TrainingSetup& setup) const;
    void CheckMemory(const TrainingMemory& memory) const;

    ObjectFactory m_model;
    ObjectFactory m_parallel;
    ObjectFactory m_schedule;
    CollectiveChoices m_collectives;
    uint32_t m_sequence;    //!< tokens; 0: that of the model
    uint32_t m_globalBatch; //!< sequences; 0: one micro-batch per copy of the model
    uint32_t m_microBatch;  //!< sequences, at least 1
    uint32_t m_zeroStage;   //!< 0 to 3
    uint64_t m_bucketBytes;
    uint32_t m_layersPerKernel; //!< at least 1
    bool m_sequenceParallel;
    bool m_recompute;
    bool m_ringAttention;
    double m_parameterBytes;
    double m_gradientBytes;
    double m_activationBytes;
    double m_dispatchBytes;
    double m_combineBytes;
    std::string m_gpu;             //!< name of a GpuModel
    std::string m_kernelTimesFile; //!< see KernelTable; empty: none
    Ptr<KernelPrecision> m_precision;
    double m_peakFlops;        //!< per second in BF16; 0: that of the GPU
    double m_memoryEfficiency; //!< (0, 1]
    double m_memoryShare;      //!< of a GPU's memory that a step may take
    double m_optimizerBytes;   //!< per parameter
    double m_efficiency;       //!< (0, 1]
    Time m_optimizerTime;
    double m_gpuHourPrice;
    double m_clusterPrice;
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_WORKLOAD_H
