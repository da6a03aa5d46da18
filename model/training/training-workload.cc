// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-workload.h"

#include "default-model.h"
#include "gpu-model.h"
#include "one-f-one-b-schedule.h"
#include "outer-step.h"
#include "parallel-layout.h"
#include "storage-steps.h"
#include "training-block.h"
#include "training-kernel-count.h"
#include "training-report.h"
#include "training-step.h"
#include "training-traffic-count.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/log.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TrainingWorkload");
NS_OBJECT_ENSURE_REGISTERED(TrainingWorkload);

namespace
{

constexpr double LEAST_SHARE = 1e-6; //!< lowest share of the peak that kernels reach

} // namespace

TypeId
TrainingWorkload::GetTypeId()
{
    const auto factory = [](TypeId tid) {
        return ObjectFactoryValue(ObjectFactory(tid.GetName()));
    };
    static TypeId tid = CollectiveChoices::AddAttributes(
        TypeId("ns3::TrainingWorkload")
            .SetParent<FabricWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<TrainingWorkload>()
            .AddAttribute("Model",
                          "Model that is trained, an ns3::ModelDescription; the default is GPT-2.",
                          factory(DefaultModel::GetTypeId()),
                          MakeObjectFactoryAccessor(&TrainingWorkload::m_model),
                          MakePartChecker(DefaultModel::GetTypeId()))
            .AddAttribute("Parallel",
                          "Layout of the model over the GPUs, an ns3::ParallelLayout.",
                          factory(ParallelLayout::GetTypeId()),
                          MakeObjectFactoryAccessor(&TrainingWorkload::m_parallel),
                          MakePartChecker(ParallelLayout::GetTypeId()))
            .AddAttribute("Schedule",
                          "Order of the tasks of the pipeline stages, an ns3::PipelineSchedule.",
                          factory(OneFOneBSchedule::GetTypeId()),
                          MakeObjectFactoryAccessor(&TrainingWorkload::m_schedule),
                          MakePartChecker(OneFOneBSchedule::GetTypeId()))
            .AddAttribute("Sequence",
                          "Tokens of a sequence; 0: the length given by the model.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TrainingWorkload::m_sequence),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("GlobalBatch",
                          "Sequences of a step, a multiple of MicroBatch times the data parallel "
                          "copies; 0: one micro-batch per copy.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TrainingWorkload::m_globalBatch),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MicroBatch",
                          "Sequences of a micro-batch, which go through the layers together.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TrainingWorkload::m_microBatch),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ZeroStage",
                          "State that is divided among data parallel ranks: 0 none (DDP), 1 "
                          "optimizer state, 2 also gradients, 3 also parameters (FSDP).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TrainingWorkload::m_zeroStage),
                          MakeUintegerChecker<uint32_t>(0, 3))
            .AddAttribute("BucketBytes",
                          "Bytes of gradients that start a reduction (PyTorch DDP: 25 MiB).",
                          UintegerValue(uint64_t{25} << 20),
                          MakeUintegerAccessor(&TrainingWorkload::m_bucketBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("LayersPerKernel",
                          "Layers whose kernels and collectives are simulated as one kernel and "
                          "one collective: fewer events, coarser overlap.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TrainingWorkload::m_layersPerKernel),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SequenceParallel",
                          "Divide the activations between layers among the tensor parallel ranks.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TrainingWorkload::m_sequenceParallel),
                          MakeBooleanChecker())
            .AddAttribute("Recompute",
                          "Activations that are computed again in the backward pass instead of "
                          "kept: none; selective (norms, activation functions, and the matrices "
                          "behind the latents of latent attention); or full.",
                          StringValue("selective"),
                          MakeStringAccessor(&TrainingWorkload::m_recompute),
                          MakeStringChecker())
            .AddAttribute("Attention",
                          "Kernels of attention: flash (one kernel, no scores in memory), or "
                          "unfused (all scores in memory, with softmax and dropout).",
                          StringValue("flash"),
                          MakeStringAccessor(&TrainingWorkload::m_attention),
                          MakeStringChecker())
            .AddAttribute("RingAttention",
                          "Context parallel ranks pass keys and values around a ring during "
                          "attention; false: they gather keys and values first.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TrainingWorkload::m_ringAttention),
                          MakeBooleanChecker())
            .AddAttribute("ParameterBytes",
                          "Bytes of a parameter on the network: 2 for BF16, 1 for FP8.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&TrainingWorkload::m_parameterBytes),
                          MakeDoubleChecker<double>(0.125, 8))
            .AddAttribute("GradientBytes",
                          "Bytes of a gradient on the network: 2 for BF16, 4 for FP32.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&TrainingWorkload::m_gradientBytes),
                          MakeDoubleChecker<double>(0.125, 8))
            .AddAttribute("ActivationBytes",
                          "Bytes of an activation, and of its gradient, on the network.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&TrainingWorkload::m_activationBytes),
                          MakeDoubleChecker<double>(0.125, 8))
            .AddAttribute("DispatchBytes",
                          "Bytes of an activation sent to experts: 1.03125 for FP8 with an FP32 "
                          "scale per 128 (DeepSeek-V3, arXiv 2412.19437, 3.3).",
                          DoubleValue(2),
                          MakeDoubleAccessor(&TrainingWorkload::m_dispatchBytes),
                          MakeDoubleChecker<double>(0.125, 8))
            .AddAttribute("CombineBytes",
                          "Bytes of an activation sent back from experts.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&TrainingWorkload::m_combineBytes),
                          MakeDoubleChecker<double>(0.125, 8))
            .AddAttribute("Gpu",
                          "GPU whose data sheet gives peak rates and memory: a preset such as "
                          "h100, h800 or b200, or the path of a .json file.",
                          StringValue("h100"),
                          MakeStringAccessor(&TrainingWorkload::m_gpu),
                          MakeStringChecker())
            .AddAttribute("Precision",
                          "Precision of the arithmetic of kernels, a KernelPrecision. Other "
                          "attributes give the bytes on the network.",
                          StringValue("ns3::KernelPrecision"),
                          MakePointerAccessor(&TrainingWorkload::m_precision),
                          MakePartPointerChecker<KernelPrecision>())
            .AddAttribute("ExpertRouter",
                          "Ways of tokens to their experts and popularity of experts, an "
                          "ns3::ExpertRouter.",
                          StringValue("ns3::ExpertRouter"),
                          MakePointerAccessor(&TrainingWorkload::m_router),
                          MakePartPointerChecker<ExpertRouter>())
            .AddAttribute("Storage",
                          "Hosts from which samples are read and to which checkpoints are written, "
                          "an ns3::TrainingStorage.",
                          StringValue("ns3::TrainingStorage"),
                          MakePointerAccessor(&TrainingWorkload::m_storage),
                          MakePartPointerChecker<TrainingStorage>())
            .AddAttribute("Stragglers",
                          "GPUs that are not equally fast and kernels that do not always take the "
                          "same time, an ns3::TrainingStragglers.",
                          StringValue("ns3::TrainingStragglers"),
                          MakePointerAccessor(&TrainingWorkload::m_stragglers),
                          MakePartPointerChecker<TrainingStragglers>())
            .AddAttribute("KernelTimesFile",
                          "CSV file of measured kernel times by shape, with the heading "
                          "gpu,operation,precision,m,n,k,time_us; other kernels take their "
                          "roofline time. Empty: all kernels do.",
                          StringValue(""),
                          MakeStringAccessor(&TrainingWorkload::m_kernelTimesFile),
                          MakeFileChecker())
            .AddAttribute("Kernels",
                          "Times of kernels: roofline (peak times Efficiency), or shapes (tiles, "
                          "waves and memory of each kernel by constants of the GPU).",
                          StringValue("roofline"),
                          MakeStringAccessor(&TrainingWorkload::m_kernels),
                          MakeStringChecker())
            .AddAttribute("CommunicationSms",
                          "With Kernels shapes: SMs of a GPU that kernels never get, because "
                          "communication has them.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TrainingWorkload::m_communicationSms),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("PeakFlops",
                          "Peak BF16 operations per second of a GPU; other precisions in "
                          "proportion. 0: from the data sheet, without sparsity.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&TrainingWorkload::m_peakFlops),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Efficiency",
                          "Share of PeakFlops that kernels reach, 0.000001 to 1.",
                          DoubleValue(0.6),
                          MakeDoubleAccessor(&TrainingWorkload::m_efficiency),
                          MakeDoubleChecker<double>(LEAST_SHARE, 1))
            .AddAttribute("MemoryEfficiency",
                          "Share of the memory bandwidth that kernels reach; above 0.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&TrainingWorkload::m_memoryEfficiency),
                          MakeDoubleChecker<double>(LEAST_SHARE, 1))
            .AddAttribute("MemoryShare",
                          "Share of a GPU's memory for parameters, gradients, optimizer and "
                          "activations; 0: memory is not checked.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&TrainingWorkload::m_memoryShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("OptimizerBytes",
                          "Bytes of optimizer state in memory per parameter: 12 for Adam with a "
                          "copy in FP32 (ZeRO, arXiv 1910.02054, 3.1), 8 with BF16 moments.",
                          DoubleValue(12),
                          MakeDoubleAccessor(&TrainingWorkload::m_optimizerBytes),
                          MakeDoubleChecker<double>(0, 32))
            .AddAttribute("OptimizerTime",
                          "Time that a rank takes to update its parameters.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&TrainingWorkload::m_optimizerTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Workers",
                          "Number of workers, equal parts of the data parallel copies, that reduce "
                          "gradients alone and average their parameters in an outer step (DiLoCo, "
                          "arXiv 2311.08105).",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TrainingWorkload::m_workers),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InnerSteps",
                          "Number of steps before the outer step of the workers.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&TrainingWorkload::m_innerSteps),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("WarmUp",
                          "Number of first steps that are left out of the mean time of a step; "
                          "less than InnerSteps.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TrainingWorkload::m_warmUp),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("OuterBytes",
                          "Bytes of a parameter on the network in an outer step: 4 for FP32.",
                          DoubleValue(4),
                          MakeDoubleAccessor(&TrainingWorkload::m_outerBytes),
                          MakeDoubleChecker<double>(0.125, 8))
            .AddAttribute("GpuHourPrice",
                          "Price of a GPU per hour; 0: costs are not reported.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&TrainingWorkload::m_gpuHourPrice),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("ClusterPrice",
                          "Price of all GPUs of the job and of their network; 0: the cost of its "
                          "idle share is not reported.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&TrainingWorkload::m_clusterPrice),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Currency",
                          "Currency of the prices and of the costs derived from them.",
                          StringValue("USD"),
                          MakeStringAccessor(&TrainingWorkload::m_currency),
                          MakeStringChecker()),
        &TrainingWorkload::m_collectives,
        {CollectiveOperation::ALL_REDUCE,
         CollectiveOperation::ALL_GATHER,
         CollectiveOperation::REDUCE_SCATTER,
         CollectiveOperation::ALL_TO_ALL});
    return tid;
}

ParallelGrid
TrainingWorkload::MakeGrid(uint32_t ranks) const
{
    const auto layout = MakePart<ParallelLayout>(m_parallel, "Parallel");
    ModelShape shape = GetShape();
    shape.sequence = m_sequence > 0 ? m_sequence : shape.sequence;
    layout->Check(shape);
    return layout->MakeGrid(ranks);
}

RecomputeMode
TrainingWorkload::GetRecompute() const
{
    if (m_recompute != "none" && m_recompute != "selective" && m_recompute != "full")
    {
        Fail("Recompute", "is '" + m_recompute + "'; expected one of none, selective, full");
    }
    return m_recompute == "none"   ? RecomputeMode::NONE
           : m_recompute == "full" ? RecomputeMode::FULL
                                   : RecomputeMode::SELECTIVE;
}

AttentionMode
TrainingWorkload::GetAttention() const
{
    if (m_attention != "flash" && m_attention != "unfused")
    {
        Fail("Attention", "is '" + m_attention + "'; expected flash or unfused");
    }
    return m_attention == "flash" ? AttentionMode::FLASH : AttentionMode::UNFUSED;
}

void
TrainingWorkload::SetLaw(ModelKernels& kernels, const GpuModel& gpu) const
{
    if (m_kernels != "roofline" && m_kernels != "shapes")
    {
        Fail("Kernels", "is '" + m_kernels + "'; expected roofline or shapes");
    }
    if (m_kernels == "shapes")
    {
        kernels.SetLaw(std::make_shared<ShapeLaw>(gpu, m_communicationSms), m_gradientBytes);
    }
    else if (m_communicationSms > 0)
    {
        Fail("CommunicationSms",
             "is " + std::to_string(m_communicationSms) +
                 "; expected 0, since Kernels is roofline");
    }
}

ModelKernels
TrainingWorkload::MakeKernels(int64_t overheadPs) const
{
    GpuModel gpu = GetGpu();
    m_precision->Check(gpu);
    if (m_peakFlops > 0)
    {
        const double scale = m_peakFlops / gpu.bf16Flops;
        gpu.fp32Flops *= scale;
        gpu.bf16Flops *= scale;
        gpu.fp8Flops *= scale;
    }
    ModelKernels kernels(KernelTime(gpu, m_efficiency, m_memoryEfficiency),
                         m_precision->GetAll(),
                         overheadPs);
    SetLaw(kernels, gpu);
    if (!m_kernelTimesFile.empty())
    {
        kernels.SetTable(std::make_shared<KernelTable>(m_kernelTimesFile, gpu.name));
    }
    return kernels;
}

ModelShape
TrainingWorkload::GetShape() const
{
    return MakePart<ModelDescription>(m_model, "Model")->GetShape();
}

GpuModel
TrainingWorkload::GetGpu() const
{
    return GpuModel::Get(m_gpu);
}

uint64_t
TrainingWorkload::GetMicroBatchTokens() const
{
    return uint64_t{m_microBatch} * (m_sequence > 0 ? m_sequence : GetShape().sequence);
}

TrainingOutcome
TrainingWorkload::GetPrices() const
{
    TrainingOutcome prices;
    prices.gpuHourPrice = m_gpuHourPrice;
    prices.clusterPrice = m_clusterPrice;
    prices.currency = m_currency;
    return prices;
}

TrainingSetup
TrainingWorkload::MakeSetup(const ParallelGrid& grid) const
{
    TrainingSetup setup;
    setup.shape = GetShape();
    setup.sequence = m_sequence > 0 ? m_sequence : setup.shape.sequence;
    setup.microBatchSequences = m_microBatch;
    const uint64_t copies =
        uint64_t{grid.GetSize(ParallelGrid::EXPERT)} * grid.GetSize(ParallelGrid::DATA);
    const uint64_t together = copies * m_microBatch;
    if (m_globalBatch % together != 0)
    {
        Fail("GlobalBatch",
             "is " + std::to_string(m_globalBatch) + "; expected a multiple of MicroBatch times " +
                 "the data parallel copies, " + std::to_string(together));
    }
    setup.microBatches = m_globalBatch > 0 ? static_cast<uint32_t>(m_globalBatch / together) : 1;
    setup.zeroStage = m_zeroStage;
    setup.bucketBytes = m_bucketBytes;
    setup.layersPerKernel = m_layersPerKernel;
    setup.sequenceParallel = m_sequenceParallel;
    setup.recompute = GetRecompute();
    setup.attention = GetAttention();
    setup.ringAttention = m_ringAttention;
    setup.parameterBytes = m_parameterBytes;
    setup.gradientBytes = m_gradientBytes;
    setup.activationBytes = m_activationBytes;
    setup.dispatchBytes = m_dispatchBytes;
    setup.combineBytes = m_combineBytes;
    setup.kernels = MakeKernels(0); // hidden behind the kernels before, which are long
    setup.weightBytes = m_precision->GetMatrices() == GpuModel::Precision::FP8 ? 1 : 2;
    setup.optimizerBytes = m_optimizerBytes;
    setup.optimizerPs = TickClock().ToPs(m_optimizerTime.GetTimeStep());
    setup.workers = m_workers;
    setup.innerSteps = m_innerSteps;
    setup.outerBytes = m_outerBytes;
    setup.warmUp = m_warmUp;
    setup.stragglers = m_stragglers->AreThere();
    return setup;
}

PipelinePlan
TrainingWorkload::MakePlan(const ParallelGrid& grid, const TrainingSetup& setup) const
{
    return MakePart<PipelineSchedule>(m_schedule, "Schedule")
        ->Build(grid.GetSize(ParallelGrid::PIPELINE), setup.microBatches);
}

void
TrainingWorkload::CheckMemory(const TrainingMemory& memory) const
{
    const GpuModel gpu = GpuModel::Get(m_gpu);
    const double most = m_memoryShare * static_cast<double>(gpu.memoryBytes);
    if (m_memoryShare > 0 && memory.GetTotal() > most)
    {
        char limit[40];
        std::snprintf(limit, sizeof(limit), "%.1f GB", most / 1e9);
        Fail("Parallel",
             "does not fit: a GPU needs " + memory.Describe() + "; " + gpu.name + " has " + limit +
                 " (MemoryShare); use a larger Tensor, Pipeline or ZeroStage, more Recompute, or a "
                 "smaller MicroBatch");
    }
}

void
TrainingWorkload::CheckKernels(const TrainingSetup& setup,
                               const ParallelGrid& grid,
                               const PipelinePlan& plan) const
{
    if (setup.kernels.HasTable() && CountTrainingKernels(setup, grid, plan).measured == 0)
    {
        const auto parts = MakeTrainingBlocks(setup, grid, 1);
        Fail("KernelTimesFile",
             "has no time for any kernel of this step; expected rows such as " +
                 setup.kernels.Describe(ModelKernels::Part::MATRICES, parts.front()[1].attention) +
                 "; " + setup.kernels.Describe(ModelKernels::Part::HEAD, parts.back().back().ffn));
    }
}

void
TrainingWorkload::CheckWorkers(const TrainingSetup& setup,
                               const ParallelGrid& grid,
                               const PipelinePlan& plan) const
{
    const uint32_t copies = grid.GetSize(ParallelGrid::DATA);
    if (copies % setup.workers != 0)
    {
        Fail("Workers",
             "is " + std::to_string(setup.workers) + "; expected a divisor of the data parallel " +
                 "copies (of each expert), " + std::to_string(copies));
    }
    if (setup.warmUp >= setup.innerSteps)
    {
        Fail("WarmUp",
             "is " + std::to_string(setup.warmUp) + "; expected less than InnerSteps, " +
                 std::to_string(setup.innerSteps));
    }
    if (setup.workers > 1 && setup.zeroStage == 3)
    {
        Fail("ZeroStage", "is 3; expected 0 to 2 with Workers");
    }
    if (setup.workers > 1 && plan.paths.size() > 1)
    {
        Fail("Schedule", "keeps two copies of the model; expected another one with Workers");
    }
}

CommunicationGraph
TrainingWorkload::BuildSteps(const Step& step,
                             const TrainingGroups& groups,
                             TrainingCollectives& collectives,
                             uint32_t storageHosts,
                             bool isCounted,
                             std::vector<JobMark>* marks) const
{
    const auto& [grid, setup, plan] = step;
    const auto blocks = MakeTrainingBlocks(setup, grid, plan.GetPartCount());
    OuterStep outer(setup, plan, blocks, groups, collectives);
    TrainingStep inner(setup, grid, plan, groups, collectives);
    std::optional<StorageSteps> storage;
    if (storageHosts > 0)
    {
        storage.emplace(*m_storage, storageHosts);
        storage->SetBytes(setup, grid, plan, blocks);
    }
    if (isCounted)
    {
        RequireNodes(inner.CountNodes() * setup.innerSteps + outer.CountNodes() +
                         (storage ? storage->CountNodes(setup.innerSteps) : 0),
                     setup.innerSteps > 1 ? "InnerSteps, GlobalBatch, LayersPerKernel"
                                          : "GlobalBatch, LayersPerKernel",
                     "use a smaller GlobalBatch or more LayersPerKernel");
    }
    auto graph = inner.Build();
    const bool isWhole = setup.workers == 1 && setup.innerSteps == 1 && !storage;
    if (isWhole)
    {
        return graph;
    }
    auto whole = outer.Build(graph, storage ? &*storage : nullptr);
    for (const uint32_t node : marks ? outer.GetWarmUpEnds() : std::vector<uint32_t>())
    {
        marks->push_back({node});
    }
    return whole;
}

TrainingWorkload::Step
TrainingWorkload::MakeStep(const FabricJob& job, uint32_t microBatches) const
{
    RequireHosts(job, 1);
    const auto grid = MakeGrid(static_cast<uint32_t>(job.hostOfRank.size()));
    auto setup = MakeSetup(grid);
    setup.microBatches = microBatches > 0 ? microBatches : setup.microBatches;
    const auto plan = MakePlan(grid, setup);
    CheckMemory(GetTrainingMemory(setup, grid, plan));
    CheckKernels(setup, grid, plan);
    CheckWorkers(setup, grid, plan);
    setup.routings = m_router->MakeRoutings(setup.shape, grid.GetSize(ParallelGrid::EXPERT), true);
    return {grid, setup, plan};
}

std::vector<uint32_t>
TrainingWorkload::TakeStorageHosts(FabricJob& job, const HostMap& hosts) const
{
    const auto found = ParseHosts("Storage Hosts", m_storage->GetHosts(), hosts.GetCount());
    m_storage->Check(m_innerSteps);
    RemoveHosts(job, found);
    job.storageRanks = static_cast<uint32_t>(found.size());
    return found;
}

CommunicationGraph
TrainingWorkload::BuildMessages(const Step& step,
                                const std::vector<uint32_t>& hostOfRank,
                                const HostMap& hosts) const
{
    auto library = MakeLibrary(m_collectives, hosts, hostOfRank);
    SentCollectives collectives(library);
    auto graph =
        BuildSteps(step, TrainingGroups(step.grid, m_workers), collectives, 0, true, nullptr);
    if (step.setup.stragglers)
    {
        m_stragglers->Stretch(graph, graph.GetRankCount());
    }
    return graph;
}

void
TrainingWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    const auto storageHosts = TakeStorageHosts(job, hosts);
    const Step step = MakeStep(job);
    const auto& [grid, setup, plan] = step;
    auto library = MakeLibrary(m_collectives, hosts, job.hostOfRank);
    if (const auto& listener = TrafficNotice::Get())
    {
        const auto servers = hosts.GetServers(job.hostOfRank);
        TrafficNotice::Count count;
        count.Add(CountTrainingTraffic(setup, grid, plan, library, servers), setup.innerSteps);
        listener(job.name, count);
    }
    SentCollectives collectives(library);
    job.graph = BuildSteps(step,
                           TrainingGroups(grid, setup.workers),
                           collectives,
                           job.storageRanks,
                           true,
                           &job.marks);
    if (setup.stragglers)
    {
        m_stragglers->Stretch(job.graph, grid.GetRankCount());
    }
    job.hostOfRank.insert(job.hostOfRank.end(), storageHosts.begin(), storageHosts.end());
    NS_LOG_INFO(job.name << ": " << setup.microBatches << " micro-batches through "
                         << plan.GetPartCount() << " parts");
}

int64_t
TrainingWorkload::DoAssignStreams(int64_t stream)
{
    m_router->AssignStreams(stream);
    return 1 + m_stragglers->AssignStreams(stream + 1);
}

bool
TrainingWorkload::DoHasLaw() const
{
    return true;
}

void
TrainingWorkload::DoFold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const
{
    if (!TakeStorageHosts(job, hosts).empty())
    {
        Fail("Storage Hosts",
             "is '" + m_storage->GetHosts() + "'; expected none, since the law knows no storage");
    }
    const Step step = MakeStep(job);
    const auto& [grid, setup, plan] = step;
    auto library = MakeLibrary(m_collectives, hosts, job.hostOfRank);
    const TrainingGroups groups(grid, setup.workers);
    LawCollectives collectives(groups, job.hostOfRank, library, network);
    job.graph = BuildSteps(step,
                           TrainingGroups::Fold(grid, setup.workers),
                           collectives,
                           0,
                           false,
                           &job.marks);
    if (setup.stragglers)
    {
        m_stragglers->StretchFolded(job.graph, groups);
    }
    std::vector<uint32_t> hostOfStage;
    for (uint32_t stage = 0; stage < groups.GetStageCount(); ++stage)
    {
        hostOfStage.push_back(job.hostOfRank[groups.GetRanks(stage).front()]);
    }
    job.hostOfRank = std::move(hostOfStage);
    job.standsFor = static_cast<uint32_t>(groups.GetRanks(0).size());
}

int64_t
TrainingWorkload::GetStepPs(const FabricJob& job, const JobTimes& times) const
{
    // The nodes of a run that restarts have the times of its last step.
    const bool isKnown = !times.markPs.empty() && !job.checkpoints;
    const int64_t warmUpPs =
        isKnown ? *std::max_element(times.markPs.begin(), times.markPs.end()) : 0;
    return (times.durationPs - warmUpPs) / (m_innerSteps - (isKnown ? m_warmUp : 0));
}

std::vector<JobFigure>
TrainingWorkload::DoGetFigures(const FabricJob& job, const JobTimes& times) const
{
    const auto grid = MakeGrid(job.GetGpuCount());
    const auto setup = MakeSetup(grid);
    TrainingOutcome outcome = GetPrices();
    outcome.durationPs = GetStepPs(job, times);
    outcome.gpus = grid.GetRankCount();
    outcome.tokens = static_cast<double>(setup.microBatches) * setup.microBatchSequences *
                     setup.sequence * grid.GetSize(ParallelGrid::EXPERT) *
                     grid.GetSize(ParallelGrid::DATA);
    outcome.modelFlops = 3 * setup.shape.GetForwardFlops(setup.sequence) * outcome.tokens;
    outcome.peakFlops = setup.kernels.GetModel().bf16Flops;
    outcome.memory = GetTrainingMemory(setup, grid, MakePlan(grid, setup));
    for (const double idleFraction : times.idleFractionOfRank)
    {
        outcome.idleFraction += idleFraction / static_cast<double>(times.idleFractionOfRank.size());
    }
    std::vector<JobFigure> figures = GetTrainingFigures(outcome);
    if (setup.kernels.HasTable() || setup.kernels.HasLaw())
    {
        const auto count = CountTrainingKernels(setup, grid, MakePlan(grid, setup));
        if (setup.kernels.HasTable())
        {
            AppendKernelFigures(count, figures);
        }
        if (setup.kernels.HasLaw())
        {
            AppendKindFigures(count, grid.GetRankCount(), figures);
        }
    }
    return figures;
}

} // namespace ns3
