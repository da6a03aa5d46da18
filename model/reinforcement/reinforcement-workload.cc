// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reinforcement-workload.h"

#include "forward-pass.h"

#include "ns3/boolean.h"
#include "ns3/collective-algorithm.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/flow-size-distribution.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/ring-collectives.h"
#include "ns3/string.h"
#include "ns3/traffic-notice.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReinforcementWorkload");
NS_OBJECT_ENSURE_REGISTERED(ReinforcementWorkload);

namespace
{

constexpr uint32_t MOST_TOKENS = 100'000'000;        //!< of a prompt or a response
constexpr uint32_t PREFILL_TOKENS = 8192;            //!< tokens of prompts in an iteration
constexpr uint64_t SLICE_BYTES = uint64_t{16} << 20; //!< of a broadcast

/** @return consecutive ranks in groups of equal size */
std::vector<std::vector<uint32_t>>
NumberRanks(uint32_t first, uint32_t groups, uint32_t size)
{
    std::vector<std::vector<uint32_t>> ranks(groups);
    for (auto& group : ranks)
    {
        for (uint32_t i = 0; i < size; ++i)
        {
            group.push_back(first++);
        }
    }
    return ranks;
}

/** @return broadcast along a chain, in slices */
ObjectFactory
MakeUsualBroadcast()
{
    ObjectFactory factory(RingBroadcast::GetTypeId().GetName());
    factory.Set("SliceBytes", UintegerValue(SLICE_BYTES));
    return factory;
}

} // namespace

TypeId
ReinforcementWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ReinforcementWorkload")
            .SetParent<TrainingWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<ReinforcementWorkload>()
            .AddAttribute("Iterations",
                          "Number of iterations: rollout, reward, update, weights.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_iterations),
                          MakeUintegerChecker<uint32_t>(1, 100'000))
            .AddAttribute("Staleness",
                          "Number of updates by which the weights of a rollout are late: 0: "
                          "synchronous; 1: one step off-policy, as the rollout of a batch runs "
                          "during the update with the batch before.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_staleness),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("Colocated",
                          "Run the rollouts on the training GPUs, in turn with the updates; needs "
                          "Staleness 0 and direct weights.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ReinforcementWorkload::m_isColocated),
                          MakeBooleanChecker())
            .AddAttribute("OverlapWeights",
                          "Send weights from and into spare memory, while rollouts and the next "
                          "update go on; false: both stop for the transfer.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ReinforcementWorkload::m_overlapsWeights),
                          MakeBooleanChecker())
            .AddAttribute("WeightSync",
                          "Way of the weights to the rollout ranks, a WeightSync.",
                          StringValue("ns3::DirectWeightSync"),
                          MakePointerAccessor(&ReinforcementWorkload::m_sync),
                          MakePartPointerChecker<WeightSync>())
            .AddAttribute(
                "Broadcast",
                "Algorithm of the broadcasts of WeightSync, whose root is the first rank; "
                "by default a chain in slices of 16 MiB.",
                ObjectFactoryValue(MakeUsualBroadcast()),
                MakeObjectFactoryAccessor(&ReinforcementWorkload::m_broadcast),
                MakePartChecker(RingBroadcast::GetTypeId()))
            .AddAttribute("WeightBits",
                          "Bits of a weight on the way to rollout ranks and in their memory: 16 "
                          "for BF16, 8 for FP8.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_weightBits),
                          MakeUintegerChecker<uint32_t>(4, 32))
            .AddAttribute("TokenBytes",
                          "Bytes of a token that rollouts send to training: 8 for a number and a "
                          "log-probability of 32 bits each.",
                          DoubleValue(8),
                          MakeDoubleAccessor(&ReinforcementWorkload::m_tokenBytes),
                          MakeDoubleChecker<double>(1, 1e6))
            .AddAttribute("TrainingGpus",
                          "Number of GPUs that train; 0: all that rollouts and the reward model "
                          "leave.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_trainingGpus),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Replicas",
                          "Copies of the model that generate responses.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_replicas),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("ReplicaGpus",
                          "GPUs of each of the Replicas.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_replicaGpus),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute(
                "ReplicaTensor",
                "Tensor parallel GPUs of each of the Replicas; 0: all. Experts are spread "
                "over all GPUs of a replica.",
                UintegerValue(0),
                MakeUintegerAccessor(&ReinforcementWorkload::m_tensor),
                MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("MaxBatch",
                          "Largest number of responses that a replica generates at the same time.",
                          UintegerValue(256),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_maxBatch),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RolloutMemoryShare",
                          "Share of a GPU's memory for weights, keys and values of rollouts; above "
                          "0. 0.9 is the default of vLLM.",
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&ReinforcementWorkload::m_rolloutMemory),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("KernelOverhead",
                          "Time of every kernel of rollouts in addition to its roofline time, as "
                          "that of ns3::InferenceWorkload.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&ReinforcementWorkload::m_kernelOverhead),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("IterationOverhead",
                          "Time on the host for each token of rollouts, as that of "
                          "ns3::InferenceWorkload.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&ReinforcementWorkload::m_iterationOverhead),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CollectiveLatency",
                          "Time of every collective of rollouts in addition to its bytes. 34 us: "
                          "NCCL among 8 H100, up to 1 MiB (profiles of Vidur, MLSys'24).",
                          TimeValue(MicroSeconds(34)),
                          MakeTimeAccessor(&ReinforcementWorkload::m_collectiveLatency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Prompts",
                          "Prompts of an iteration; they go to the Replicas in turn.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_prompts),
                          MakeUintegerChecker<uint32_t>(1, 10'000'000))
            .AddAttribute("Samples",
                          "Responses to each prompt, the group of GRPO.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_samples),
                          MakeUintegerChecker<uint32_t>(1, 10'000))
            .AddAttribute("PromptTokens",
                          "Tokens of a prompt.",
                          UintegerValue(512),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_promptTokens),
                          MakeUintegerChecker<uint32_t>(1, MOST_TOKENS))
            .AddAttribute("ResponseTokens",
                          "Median of the tokens of a response.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_responseTokens),
                          MakeUintegerChecker<uint32_t>(1, MOST_TOKENS))
            .AddAttribute("ResponseSpread",
                          "Standard deviation of the logarithm of a response's tokens; 0: all are "
                          "equal. With 1 a twentieth of the responses is 5.2 times as long as the "
                          "median, or longer.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&ReinforcementWorkload::m_responseSpread),
                          MakeDoubleChecker<double>(0, 10))
            .AddAttribute("MaxResponseTokens",
                          "Tokens at which a response is cut.",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_maxResponse),
                          MakeUintegerChecker<uint32_t>(1, MOST_TOKENS))
            .AddAttribute("ResponseTokensFile",
                          "File with a cumulative distribution of response lengths, used instead "
                          "of ResponseTokens and ResponseSpread: lines 'tokens percent'. Empty: "
                          "log-normal.",
                          StringValue(""),
                          MakeStringAccessor(&ReinforcementWorkload::m_responseFile),
                          MakeFileChecker())
            .AddAttribute("RewardTime",
                          "Median time of the reward of a response on other machines than GPUs, "
                          "such as running a program; all rewards at once.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ReinforcementWorkload::m_rewardTime),
                          MakeTimeChecker(Time(0), Hours(24)))
            .AddAttribute("RewardSpread",
                          "Standard deviation of the logarithm of RewardTime; 0: all are equal.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&ReinforcementWorkload::m_rewardSpread),
                          MakeDoubleChecker<double>(0, 10))
            .AddAttribute("RewardReplicas",
                          "Copies of a reward model of the same dimensions, which read the "
                          "responses one after another; 0: RewardTime.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_rewardReplicas),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("RewardGpus",
                          "GPUs of each of the RewardReplicas, in tensor parallel.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_rewardGpus),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("LogProbPasses",
                          "Forward passes over the batch before the training step: 1 for "
                          "log-probabilities of the weights before the update, 2 with those of a "
                          "reference model.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&ReinforcementWorkload::m_logProbPasses),
                          MakeUintegerChecker<uint32_t>(0, 16));
    return tid;
}

ReinforcementWorkload::ReinforcementWorkload()
    : m_length(CreateObject<NormalRandomVariable>()),
      m_quantile(CreateObject<UniformRandomVariable>()),
      m_reward(CreateObject<NormalRandomVariable>())
{
}

bool
ReinforcementWorkload::DoHasLaw() const
{
    return false;
}

int64_t
ReinforcementWorkload::DoAssignStreams(int64_t stream)
{
    TrainingWorkload::DoAssignStreams(NameStream(stream, "experts"));
    m_length->SetStream(NameStream(stream, "response lengths"));
    m_quantile->SetStream(NameStream(stream, "response quantiles"));
    m_reward->SetStream(NameStream(stream, "rewards"));
    return 1;
}

void
ReinforcementWorkload::CheckAttributes() const
{
    if (HasStorage())
    {
        Fail("Storage", "has Hosts; expected none, since a loop reads no samples from storage");
    }
    for (const char* const name : {"GlobalBatch", "Workers", "InnerSteps", "WarmUp", "OuterBytes"})
    {
        TypeId::AttributeInformation about;
        GetInstanceTypeId().LookupAttributeByName(name, &about);
        StringValue own;
        GetAttribute(name, own);
        const std::string usual = about.originalInitialValue->SerializeToString(about.checker);
        if (own.Get() != usual)
        {
            Fail(name,
                 "is " + own.Get() + "; expected " + usual +
                     ", since an update has the responses of its iteration and no outer step");
        }
    }
    if (m_isColocated && m_staleness > 0)
    {
        Fail("Staleness",
             "is " + std::to_string(m_staleness) +
                 "; expected 0 with Colocated, since the GPUs either generate or train");
    }
    if (m_isColocated && m_overlapsWeights)
    {
        Fail("OverlapWeights", "is true; expected false with Colocated");
    }
    if (m_prompts < m_replicas)
    {
        Fail("Prompts",
             "is " + std::to_string(m_prompts) + "; expected at least Replicas, " +
                 std::to_string(m_replicas));
    }
    if (m_rewardReplicas > 0 && !m_rewardTime.IsZero())
    {
        Fail("RewardTime",
             "is more than 0; expected 0 with RewardReplicas, whose kernels take time");
    }
}

ReinforcementWorkload::Sizes
ReinforcementWorkload::GetSizes(size_t ranks) const
{
    const uint64_t rollout = uint64_t{m_replicas} * m_replicaGpus;
    const uint64_t reward = uint64_t{m_rewardReplicas} * m_rewardGpus;
    const uint64_t others = (m_isColocated ? 0 : rollout) + reward;
    const uint64_t least = std::max<uint64_t>(m_isColocated ? rollout : 1, m_trainingGpus);
    if (others + least > ranks)
    {
        Fail(m_trainingGpus > 0 ? "TrainingGpus, Replicas, ReplicaGpus" : "Replicas, ReplicaGpus",
             "need " + std::to_string(others + least) + " GPUs, " + std::to_string(others) +
                 " of them not for training; the job has " + std::to_string(ranks));
    }
    const uint64_t training = m_trainingGpus > 0 ? m_trainingGpus : ranks - others;
    if (m_isColocated && rollout > training)
    {
        Fail("Replicas, ReplicaGpus",
             "need " + std::to_string(rollout) + " GPUs; expected at most " +
                 std::to_string(training) + ", those that train, with Colocated");
    }
    return {static_cast<uint32_t>(training),
            m_isColocated ? 0 : static_cast<uint32_t>(rollout),
            static_cast<uint32_t>(reward)};
}

InferenceCost::Layout
ReinforcementWorkload::GetLayout(const char* attribute, uint32_t gpus, uint32_t tensor) const
{
    const ModelShape shape = GetShape();
    InferenceCost::Layout layout;
    layout.gpus = gpus;
    layout.tensor = tensor > 0 ? tensor : gpus;
    layout.weightBytes = m_weightBits / 8.0;
    const auto number = std::to_string(layout.tensor);
    if (layout.gpus % layout.tensor != 0)
    {
        Fail(attribute,
             "is " + number + "; expected a divisor of the GPUs of a replica, " +
                 std::to_string(layout.gpus));
    }
    if (shape.experts == 0 && layout.tensor != layout.gpus)
    {
        Fail(attribute,
             "is " + number + "; expected all GPUs of a replica, " + std::to_string(layout.gpus) +
                 ", since the model has no experts");
    }
    if (shape.heads % layout.tensor != 0)
    {
        Fail(attribute,
             "is " + number + "; expected a divisor of the model's " + std::to_string(shape.heads) +
                 " heads");
    }
    return layout;
}

RolloutReplica
ReinforcementWorkload::MakeReplica(const HostMap& hosts,
                                   const InferenceCost::Layout& layout,
                                   const ModelKernels& kernels,
                                   const std::vector<uint32_t>& hostOfGpu) const
{
    const auto servers = hosts.GetServers(hostOfGpu);
    const bool isOneServer = std::all_of(servers.begin(), servers.end(), [&](uint32_t server) {
        return server == servers.front();
    });
    const TickClock clock;
    RolloutReplica::Overheads overheads;
    overheads.iterationPs = clock.ToPs(m_iterationOverhead.GetTimeStep());
    overheads.collectivePs = clock.ToPs(m_collectiveLatency.GetTimeStep());
    overheads.ratebps =
        std::max<uint64_t>(1, isOneServer ? hosts.links.serverbps : hosts.links.networkbps);
    return RolloutReplica(InferenceCost(GetShape(), layout), kernels, overheads);
}

ServingReplica::Limits
ReinforcementWorkload::GetLimits(const RolloutReplica& replica) const
{
    const double bytes = m_rolloutMemory * static_cast<double>(GetGpu().memoryBytes);
    const uint64_t room = replica.CountKvTokens(bytes);
    const uint64_t longest = uint64_t{m_promptTokens} + m_maxResponse;
    if (longest > room)
    {
        Fail("ReplicaGpus",
             "are too few: keys and values of " + std::to_string(room) +
                 " tokens fit beside the weights of a replica; expected at least " +
                 std::to_string(longest) + ", PromptTokens and MaxResponseTokens");
    }
    return {m_maxBatch, PREFILL_TOKENS, room};
}

std::vector<std::vector<RolloutResponse>>
ReinforcementWorkload::DrawResponses() const
{
    const auto drawPs = [this] {
        const double median = static_cast<double>(TickClock().ToPs(m_rewardTime.GetTimeStep()));
        return std::llround(
            std::min(median * std::exp(m_rewardSpread * m_reward->GetValue(0, 1)), 1e17));
    };
    const auto drawTokens = [this]() -> double {
        return m_responseTokens * std::exp(m_responseSpread * m_length->GetValue(0, 1));
    };
    std::optional<FlowSizeDistribution> distribution;
    try
    {
        if (!m_responseFile.empty())
        {
            distribution = FlowSizeDistribution::Read(m_responseFile);
        }
    }
    catch (const InputError& error)
    {
        Fail("ResponseTokensFile", error.what());
    }
    std::vector<std::vector<RolloutResponse>> responses(m_replicas);
    for (uint32_t prompt = 0; prompt < m_prompts; ++prompt)
    {
        for (uint32_t sample = 0; sample < m_samples; ++sample)
        {
            const double drawn =
                distribution
                    ? static_cast<double>(distribution->GetQuantile(1 - m_quantile->GetValue(0, 1)))
                    : drawTokens();
            const double tokens = std::clamp<double>(std::round(drawn), 1, m_maxResponse);
            responses[prompt % m_replicas].push_back(
                {prompt, m_promptTokens, static_cast<uint32_t>(tokens), drawPs()});
        }
    }
    return responses;
}

LoopBatch
ReinforcementWorkload::MakeBatch(const std::vector<RolloutReplica>& replicas,
                                 const ServingReplica::Limits& limits,
                                 const RolloutReplica* rewardModel) const
{
    LoopBatch batch;
    batch.responses = DrawResponses();
    for (uint32_t i = 0; i < replicas.size(); ++i)
    {
        auto& responses = batch.responses[i];
        batch.rollouts.push_back(replicas[i].Run(responses, limits));
        for (auto& response : responses)
        {
            if (rewardModel)
            {
                response.rewardPs = rewardModel->GetPromptPs(response.GetTokens());
            }
        }
    }
    return batch;
}

ReinforcementWorkload::Step
ReinforcementWorkload::AddUpdate(const FabricJob& training,
                                 const HostMap& hosts,
                                 LoopBatch& batch) const
{
    uint64_t tokens = 0;
    for (const auto& responses : batch.responses)
    {
        for (const auto& response : responses)
        {
            tokens += response.GetTokens();
        }
    }
    const auto ranks = static_cast<uint32_t>(training.hostOfRank.size());
    const auto grid = MakeGrid(ranks);
    const uint64_t copies =
        uint64_t{grid.GetSize(ParallelGrid::EXPERT)} * grid.GetSize(ParallelGrid::DATA);
    const uint32_t stages = grid.GetSize(ParallelGrid::PIPELINE);
    const uint64_t together = copies * GetMicroBatchTokens();
    const uint64_t microBatches = (tokens + together * stages - 1) / (together * stages) * stages;
    const Step step = MakeStep(training, static_cast<uint32_t>(microBatches));
    batch.update =
        std::make_shared<const CommunicationGraph>(BuildMessages(step, training.hostOfRank, hosts));
    const double share = static_cast<double>(tokens) * m_tokenBytes / static_cast<double>(copies);
    batch.trainingBytes.assign(ranks, static_cast<uint64_t>(std::max(1.0, std::ceil(share))));
    batch.memoryBytes = GetTrainingMemory(step.setup, grid, step.plan).GetTotal();
    const auto forwardPs = GetForwardPs(step.setup, grid, step.plan);
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        batch.logProbPs.push_back(forwardPs[grid.GetIndex(rank, ParallelGrid::PIPELINE)] *
                                  m_logProbPasses);
    }
    return step;
}

void
ReinforcementWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    CheckAttributes();
    const Sizes sizes = GetSizes(job.hostOfRank.size());
    job.hostOfRank.resize(size_t{sizes.training} + sizes.rollout + sizes.reward);
    job.graph = CommunicationGraph(static_cast<uint32_t>(job.hostOfRank.size()));
    FabricJob training;
    training.name = job.name;
    training.hostOfRank.assign(job.hostOfRank.begin(), job.hostOfRank.begin() + sizes.training);

    ReinforcementLoop loop;
    loop.trainingRanks = sizes.training;
    loop.staleness = m_staleness;
    loop.overlapsWeights = m_overlapsWeights;
    loop.tokenBytes = m_tokenBytes;
    loop.sync = m_sync;
    loop.layout.replicas =
        NumberRanks(m_isColocated ? 0 : sizes.training, m_replicas, m_replicaGpus);
    loop.rewardReplicas =
        NumberRanks(sizes.training + sizes.rollout, m_rewardReplicas, m_rewardGpus);
    const auto findHosts = [&job](const std::vector<uint32_t>& ranks) {
        std::vector<uint32_t> members;
        for (const uint32_t rank : ranks)
        {
            members.push_back(job.hostOfRank[rank]);
        }
        return members;
    };
    const auto broadcast = CreateAlgorithm(m_broadcast, "Broadcast", hosts);
    loop.layout.broadcast = [&](const std::vector<uint32_t>& ranks, uint64_t bytes) {
        return broadcast->Build(hosts.GetLayout(findHosts(ranks)), bytes);
    };
    const auto kernels = MakeKernels(TickClock().ToPs(m_kernelOverhead.GetTimeStep()));
    const auto place = [&](const std::vector<uint32_t>& ranks, const auto& layout) {
        return MakeReplica(hosts, layout, kernels, findHosts(ranks));
    };
    const auto layout =
        GetLayout(m_tensor > 0 ? "ReplicaTensor" : "ReplicaGpus", m_replicaGpus, m_tensor);
    std::vector<RolloutReplica> replicas;
    for (const auto& ranks : loop.layout.replicas)
    {
        replicas.push_back(place(ranks, layout));
    }
    std::optional<RolloutReplica> rewardModel;
    if (m_rewardReplicas > 0)
    {
        rewardModel = place(loop.rewardReplicas.front(), GetLayout("RewardGpus", m_rewardGpus, 0));
    }
    const auto limits = GetLimits(replicas.front());
    double nodes = 0;
    for (uint32_t i = 0; i < m_iterations; ++i)
    {
        loop.batches.push_back(MakeBatch(replicas, limits, rewardModel ? &*rewardModel : nullptr));
        const Step step = AddUpdate(training, hosts, loop.batches.back());
        if (i == 0)
        {
            loop.layout.pieces = MakeWeightPieces(step.setup,
                                                  step.grid,
                                                  step.plan,
                                                  layout.gpus,
                                                  layout.tensor,
                                                  layout.weightBytes);
        }
        nodes += static_cast<double>(loop.batches.back().update->GetNodes().size());
        RequireNodes(nodes, "Iterations, Prompts, LayersPerKernel");
    }
    ReinforcementGraph(loop, job).Build();
    if (const auto& listener = TrafficNotice::Get())
    {
        TrafficNotice::Count count;
        count.AddGraph(job.graph, hosts.GetServers(job.hostOfRank));
        listener(job.name, count);
    }
    NS_LOG_INFO(job.name << ": " << m_iterations << " iterations of " << m_prompts << " prompts, "
                         << sizes.training << " GPUs train");
}

std::vector<JobFigure>
ReinforcementWorkload::DoGetFigures(const FabricJob& job, const JobTimes& times) const
{
    const Sizes sizes = GetSizes(job.hostOfRank.size());
    const TrainingOutcome prices = GetPrices();
    LoopOutcome outcome;
    outcome.gpuHourPrice = prices.gpuHourPrice;
    outcome.clusterPrice = prices.clusterPrice;
    outcome.currency = prices.currency;
    outcome.iterations = m_iterations;
    outcome.staleness = m_staleness;
    outcome.overlapsWeights = m_overlapsWeights;
    outcome.trainingGpus = sizes.training;
    outcome.rolloutGpus = sizes.rollout;
    outcome.rewardGpus = sizes.reward;
    return GetLoopFigures(job, times, outcome);
}

} // namespace ns3
