// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_WORKLOAD_H
#define AI_FABRIC_TRAINING_WORKLOAD_H

#include "expert-router.h"
#include "kernel-precision.h"
#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-collectives.h"
#include "training-groups.h"
#include "training-memory.h"
#include "training-report.h"
#include "training-setup.h"
#include "training-storage.h"
#include "training-stragglers.h"

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
 * A ModelDescription, a ParallelLayout and a PipelineSchedule define the computation, its place and
 * its order; TrainingStep makes the graph. A kernel takes
 *     max(FLOPs / (peak of the FabricGpu * Efficiency), bytes / (bandwidth * MemoryEfficiency))
 * and a step has GlobalBatch / (data parallel copies * MicroBatch) micro-batches. With Workers or
 * InnerSteps the job is InnerSteps such steps and an OuterStep, and figures are means of a step.
 */
class TrainingWorkload : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** The description of a step from which its graph is made. */
    struct Step
    {
        ParallelGrid grid;   //!< grid of the ranks
        TrainingSetup setup; //!< settings of the step
        PipelinePlan plan;   //!< plan of the pipeline
    };

    int64_t DoAssignStreams(int64_t stream) override;

    /**
     * @param ranks number of ranks that train
     * @return grid of the ranks from Parallel
     * @throw InputError if the model does not fit it
     */
    ParallelGrid MakeGrid(uint32_t ranks) const;

    /**
     * @param job job whose ranks all train
     * @param microBatches micro-batches of one copy of the model; 0: by GlobalBatch
     * @return description of the step
     * @throw InputError if it is not possible
     */
    Step MakeStep(const FabricJob& job, uint32_t microBatches = 0) const;

    /**
     * @param step description of the step
     * @param hostOfRank host index by training rank
     * @param hosts all hosts
     * @return graph of one step with all its messages
     * @throw InputError if it gets too large
     */
    CommunicationGraph BuildMessages(const Step& step,
                                     const std::vector<uint32_t>& hostOfRank,
                                     const HostMap& hosts) const;

    /** @return dimensions of Model */
    ModelShape GetShape() const;

    /** @return data sheet of Gpu */
    GpuModel GetGpu() const;

    /**
     * @param overheadPs overhead of every kernel in ps
     * @return times of the kernels of Gpu
     */
    ModelKernels MakeKernels(int64_t overheadPs) const;

    /** @return tokens of a micro-batch of one copy of the model */
    uint64_t GetMicroBatchTokens() const;

    /** @return true if samples are read from storage */
    bool HasStorage() const
    {
        return !m_storage->GetHosts().empty();
    }

    /** @return prices; of the other members their defaults */
    TrainingOutcome GetPrices() const;

  private:
    bool DoHasLaw() const override;
    void DoFold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const override;
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    std::vector<JobFigure> DoGetFigures(const FabricJob& job, const JobTimes& times) const override;

    /** @return value of Recompute; throws InputError if it is unknown */
    RecomputeMode GetRecompute() const;
    /** @return value of Attention; throws InputError if it is unknown */
    AttentionMode GetAttention() const;
    /** Gives kernels their law by shape if Kernels asks for it. */
    void SetLaw(ModelKernels& kernels, const GpuModel& gpu) const;
    /** @return settings from the attributes on which the graph depends */
    TrainingSetup MakeSetup(const ParallelGrid& grid) const;
    PipelinePlan MakePlan(const ParallelGrid& grid, const TrainingSetup& setup) const;
    /** Throws InputError if a GPU does not have that much memory. */
    void CheckMemory(const TrainingMemory& memory) const;
    /** Throws InputError if a table of kernel times has none of the step's kernels. */
    void CheckKernels(const TrainingSetup& setup,
                      const ParallelGrid& grid,
                      const PipelinePlan& plan) const;

    /** @return mean time of a step without the warm-up, in ps */
    int64_t GetStepPs(const FabricJob& job, const JobTimes& times) const;

    /** Throws InputError if the workers of an OuterStep or the warm-up do not fit. */
    void CheckWorkers(const TrainingSetup& setup,
                      const ParallelGrid& grid,
                      const PipelinePlan& plan) const;

    /**
     * @param step description of the step
     * @param groups groups of the ranks of the graph
     * @param collectives makes the communication
     * @param storageHosts number of hosts of the storage, the last ranks of the graph
     * @param isCounted true: the graph may not get too large
     * @param marks gets the ends of the warm-up; null: it has none
     * @return graph of all inner steps and the outer step
     */
    CommunicationGraph BuildSteps(const Step& step,
                                  const TrainingGroups& groups,
                                  TrainingCollectives& collectives,
                                  uint32_t storageHosts,
                                  bool isCounted,
                                  std::vector<JobMark>* marks) const;

    /**
     * Takes the hosts of the storage from those of a job.
     *
     * @param job job with its hosts
     * @param hosts all hosts
     * @return hosts of the storage
     */
    std::vector<uint32_t> TakeStorageHosts(FabricJob& job, const HostMap& hosts) const;

    ObjectFactory m_model;    //!< a ModelDescription
    ObjectFactory m_parallel; //!< a ParallelLayout
    ObjectFactory m_schedule; //!< a PipelineSchedule
    CollectiveChoices m_collectives;
    uint32_t m_sequence;        //!< tokens of a sequence; 0: that of the model
    uint32_t m_globalBatch;     //!< sequences of a step; 0: one micro-batch per copy of the model
    uint32_t m_microBatch;      //!< sequences of a micro-batch, at least 1
    uint32_t m_zeroStage;       //!< 0 to 3
    uint64_t m_bucketBytes;     //!< smallest portion of gradients that is reduced, in bytes
    uint32_t m_layersPerKernel; //!< layers per kernel, at least 1
    bool m_sequenceParallel;    //!< true: tensor parallel ranks share the activations between
                                //!< layers, too
    std::string m_recompute;    //!< name of a RecomputeMode
    std::string m_attention;    //!< name of an AttentionMode
    bool m_ringAttention;       //!< true: ring attention; false: keys and values are gathered
    double m_parameterBytes;    //!< bytes of a parameter on the network
    double m_gradientBytes;     //!< bytes of a gradient on the network
    double m_activationBytes;   //!< bytes of an activation on the network
    double m_dispatchBytes;     //!< bytes of an activation sent to experts
    double m_combineBytes;      //!< bytes of an activation received from experts
    std::string m_gpu;          //!< name of a GpuModel
    std::string m_kernelTimesFile; //!< see KernelTable; empty: none
    std::string m_kernels;         //!< "roofline" or "shapes"
    uint32_t m_communicationSms;   //!< SMs that kernels never get
    Ptr<KernelPrecision> m_precision;
    Ptr<ExpertRouter> m_router; //!< ways of tokens to experts
    Ptr<TrainingStorage> m_storage;
    Ptr<TrainingStragglers> m_stragglers;
    double m_peakFlops;        //!< FLOPs per second in BF16; 0: those of the GPU
    double m_memoryEfficiency; //!< share of the bandwidth, (0, 1]
    double m_memoryShare;      //!< share of a GPU's memory that a step may take
    double m_optimizerBytes;   //!< bytes of optimizer state per parameter
    double m_efficiency;       //!< share of the peak, (0, 1]
    Time m_optimizerTime;      //!< time of the update per rank and step
    uint32_t m_workers;        //!< see OuterStep; divides the data parallel copies
    uint32_t m_innerSteps;     //!< steps between two outer steps, at least 1
    uint32_t m_warmUp;         //!< first inner steps that are left out of the means
    double m_outerBytes;       //!< bytes of a parameter in an outer step
    double m_gpuHourPrice;     //!< 0: not reported
    double m_clusterPrice;     //!< 0: not reported
    std::string m_currency;    //!< currency of both prices
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_WORKLOAD_H
