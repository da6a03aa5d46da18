// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "inference-workload.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InferenceWorkload);

namespace
{

/** @return true if the second graph is the first one with all bytes scaled equally, within 1 % */
bool
HaveSameSteps(const CommunicationGraph& first, const CommunicationGraph& second)
{
    const auto sum = [](const CommunicationGraph& graph) {
        return std::accumulate(
            graph.GetNodes().begin(),
            graph.GetNodes().end(),
            0.0,
            [](double bytes, const auto& node) { return bytes + static_cast<double>(node.bytes); });
    };
    const double scale = sum(second) / std::max(1.0, sum(first));
    const auto isAlike = [scale](const auto& a, const auto& b) {
        const auto bytes = static_cast<double>(b.bytes);
        return a.kind == b.kind && a.rank == b.rank && a.peer == b.peer && a.match == b.match &&
               a.channel == b.channel && a.timePs == b.timePs && a.operation == b.operation &&
               std::abs(scale * static_cast<double>(a.bytes) - bytes) <= 0.01 * bytes;
    };
    return first.GetDependencies() == second.GetDependencies() &&
           first.GetOrders() == second.GetOrders() &&
           std::equal(first.GetNodes().begin(),
                      first.GetNodes().end(),
                      second.GetNodes().begin(),
                      second.GetNodes().end(),
                      isAlike);
}

} // namespace

TypeId
InferenceWorkload::GetTypeId()
{
    static TypeId tid = CollectiveChoices::AddAttributes(
        TypeId("ns3::InferenceWorkload")
            .SetParent<FabricWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<InferenceWorkload>()
            .AddAttribute("Model",
                          "Model that is served, a ModelDescription.",
                          StringValue("ns3::TransformerModel"),
                          MakePointerAccessor(&InferenceWorkload::m_model),
                          MakePartPointerChecker<ModelDescription>())
            .AddAttribute("Arrivals",
                          "Arrival times and lengths of requests, a RequestArrivals.",
                          StringValue("ns3::PoissonArrivals"),
                          MakePointerAccessor(&InferenceWorkload::m_arrivals),
                          MakePartPointerChecker<RequestArrivals>())
            .AddAttribute("Gpu",
                          "GPU whose data sheet gives peak rates and memory: a preset such as "
                          "h100, or the path of a .json file.",
                          StringValue("h100"),
                          MakeStringAccessor(&InferenceWorkload::m_gpu),
                          MakeStringChecker())
            .AddAttribute("ExpertRouter",
                          "Ways of tokens to their experts and popularity of experts, an "
                          "ExpertRouter.",
                          StringValue("ns3::ExpertRouter"),
                          MakePointerAccessor(&InferenceWorkload::m_router),
                          MakePartPointerChecker<ExpertRouter>())
            .AddAttribute("Kernels",
                          "Times of kernels: roofline (peak times ComputeEfficiency and "
                          "MemoryEfficiency, and KernelOverhead), or shapes (tiles, waves, memory "
                          "and element-wise kernels, with the constants of the GPU's preset).",
                          StringValue("roofline"),
                          MakeStringAccessor(&InferenceWorkload::m_kernels),
                          MakeStringChecker())
            .AddAttribute("CommunicationSms",
                          "With Kernels shapes: SMs of a GPU of a replica that processes prompts "
                          "that kernels never get, because communication has them: 20 with "
                          "DeepEP's normal kernels. Decode replicas communicate without SMs, as "
                          "its low-latency kernels.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&InferenceWorkload::m_communicationSms),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("KernelTimesFile",
                          "CSV file of measured kernel times by shape, with the heading "
                          "gpu,operation,precision,m,n,k,time_us; other kernels take their "
                          "roofline time. Empty: all kernels do.",
                          StringValue(""),
                          MakeStringAccessor(&InferenceWorkload::m_kernelTimesFile),
                          MakeFileChecker())
            .AddAttribute("ComputeEfficiency",
                          "Share of the peak arithmetic rate that kernels reach; above 0.",
                          DoubleValue(0.6),
                          MakeDoubleAccessor(&InferenceWorkload::m_computeEfficiency),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MemoryEfficiency",
                          "Share of the memory bandwidth that kernels reach; above 0.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&InferenceWorkload::m_memoryEfficiency),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MemoryShare",
                          "Share of a GPU's memory for weights, keys and values; above 0.",
                          DoubleValue(0.9),
                          MakeDoubleAccessor(&InferenceWorkload::m_memoryShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("WeightBits",
                          "Bits of a weight in memory.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&InferenceWorkload::m_weightBits),
                          MakeUintegerChecker<uint32_t>(4, 16))
            .AddAttribute("Precision",
                          "Precision of the arithmetic of kernels, a KernelPrecision.",
                          StringValue("ns3::KernelPrecision"),
                          MakePointerAccessor(&InferenceWorkload::m_precision),
                          MakePartPointerChecker<KernelPrecision>())
            .AddAttribute(
                "KernelOverhead",
                "Time of every kernel in addition to its roofline time: launch, ramp-up and tail. "
                "4 us fits the matrices of Llama 2 70B on an H100 published by Vidur (MLSys'24).",
                TimeValue(MicroSeconds(4)),
                MakeTimeAccessor(&InferenceWorkload::m_kernelOverhead),
                MakeTimeChecker(Time(0)))
            .AddAttribute("UserDelay",
                          "Time that a request and each token take between users and replicas, one "
                          "way: 5 ms for 1,000 km of fibre.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&InferenceWorkload::m_userDelay),
                          MakeTimeChecker(Time(0), Seconds(10)))
            .AddAttribute("IterationOverhead",
                          "Time on the host per iteration while GPUs wait: scheduling and graph "
                          "launch. About 0.5 ms or hidden with an overlapped scheduler (SGLang "
                          "0.4, vLLM 0.6), 2 to 20 ms in older versions.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&InferenceWorkload::m_iterationOverhead),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("LayerLaunchTime",
                          "Time in which the host launches the kernels of a layer, while GPUs run "
                          "those of the layers before; 0: an iteration is launched as a graph. "
                          "From LayerLaunchTime * layers on, hosts are faster than GPUs.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&InferenceWorkload::m_layerLaunchTime),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("ActivationBits",
                          "Bits of an activation, a key or a value, in memory and on the network.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&InferenceWorkload::m_activationBits),
                          MakeUintegerChecker<uint32_t>(4, 32))
            .AddAttribute("DispatchBits",
                          "Bits of a number that is sent to an expert; what comes back has "
                          "ActivationBits. 0: as ActivationBits.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&InferenceWorkload::m_dispatchBits),
                          MakeUintegerChecker<uint32_t>(0, 32))
            .AddAttribute("Replicas",
                          "Copies of the model that take requests.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&InferenceWorkload::m_replicas),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("ReplicaGpus",
                          "GPUs of each replica.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&InferenceWorkload::m_replicaGpus),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("Tensor",
                          "Tensor parallel GPUs of a replica; 0: all.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&InferenceWorkload::m_tensor),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("DecodeReplicas",
                          "Copies of the model that decode the tokens after the first one; 0: the "
                          "same replicas do both.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&InferenceWorkload::m_decodeReplicas),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("DecodeGpus",
                          "GPUs of each decode replica; 0: as ReplicaGpus.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&InferenceWorkload::m_decodeGpus),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("DecodeTensor",
                          "Tensor parallel GPUs of each decode replica; 0: all.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&InferenceWorkload::m_decodeTensor),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("MaxBatch",
                          "Largest number of requests that a replica processes at the same time.",
                          UintegerValue(256),
                          MakeUintegerAccessor(&InferenceWorkload::m_maxBatch),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "MaxTokens",
                "Largest number of tokens per iteration; prompts are cut into chunks to fit.",
                UintegerValue(8192),
                MakeUintegerAccessor(&InferenceWorkload::m_maxTokens),
                MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("OverlappedBatches",
                          "Number of batches into which an iteration is split: messages of one "
                          "overlap kernels of the others. 1: no overlap; SGLang and DeepSeek-V3 "
                          "have 2. Iterations with less than a token per batch and tensor-parallel "
                          "group are not split.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&InferenceWorkload::m_overlappedBatches),
                          MakeUintegerChecker<uint32_t>(1, 16))
            .AddAttribute("PrefixCache",
                          "Replicas that process prompts keep keys and values of finished requests "
                          "while memory is left; later requests of the session skip the tokens "
                          "that they share.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&InferenceWorkload::m_keepsPrefixes),
                          MakeBooleanChecker())
            .AddAttribute("Preemption",
                          "What a replica does if the memory of its keys and values is full: none "
                          "(room for all tokens of a request is reserved when it is admitted), "
                          "recompute (the request that came last gives its room back and is "
                          "processed again later, there), or swap (its keys and values go to the "
                          "memory of the host meanwhile).",
                          StringValue("none"),
                          MakeStringAccessor(&InferenceWorkload::m_preemption),
                          MakeStringChecker())
            .AddAttribute("SwapRate",
                          "With Preemption swap: rate between a GPU and the memory of its host; "
                          "above 0. The default is PCIe 5.0 x16, of which copies take 80 % "
                          "(assumed).",
                          DataRateValue(DataRate("400Gbps")),
                          MakeDataRateAccessor(&InferenceWorkload::m_swapRate),
                          MakeDataRateChecker())
            .AddAttribute("MaxTtft",
                          "Limit of the time to first token, for the share of requests within "
                          "limits and their goodput; 0: none.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&InferenceWorkload::m_maxTtft),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxTpot",
                          "Limit of the time per token after the first one, see MaxTtft; 0: none.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&InferenceWorkload::m_maxTpot),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FusedLayers",
                          "Layers whose kernels and messages are simulated as one, for fewer "
                          "events; every message saved also saves its latency.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&InferenceWorkload::m_fusedLayers),
                          MakeUintegerChecker<uint32_t>(1)),
        &InferenceWorkload::m_collectives,
        {CollectiveOperation::ALL_REDUCE});
    return tid;
}

InferenceEngine::Replica
InferenceWorkload::AddReplica(FabricJob& job, const Build& build, const Place& place) const
{
    const bool decode = place.decode;
    InferenceCost::Layout layout;
    layout.gpus = decode && m_decodeGpus > 0 ? m_decodeGpus : m_replicaGpus;
    const uint32_t tensor = decode ? m_decodeTensor : m_tensor;
    const char* const attribute = decode ? "DecodeTensor" : "Tensor";
    layout.tensor = tensor > 0 ? tensor : layout.gpus;
    layout.weightBytes = m_weightBits / 8.0;
    layout.activationBytes = m_activationBits / 8.0;
    layout.dispatchBytes = m_dispatchBits / 8.0;
    const ModelShape& shape = m_model->GetShape();
    if (layout.gpus % layout.tensor != 0)
    {
        Fail(attribute,
             "is not a divisor of the GPUs of a replica, " + std::to_string(layout.gpus));
    }
    if (shape.experts == 0 && layout.tensor != layout.gpus)
    {
        Fail(attribute,
             "is less than the GPUs of a replica; a model without experts needs all of them, or "
             "use more replicas");
    }
    if (shape.heads % layout.tensor != 0)
    {
        Fail(attribute,
             "is " + std::to_string(layout.tensor) + "; expected a divisor of the model's " +
                 std::to_string(shape.heads) + " heads");
    }
    const InferenceCost cost(shape, layout);
    const GpuModel gpu = GpuModel::Get(m_gpu);
    const double free =
        m_memoryShare * static_cast<double>(gpu.memoryBytes) - cost.GetWeightBytesPerGpu();
    if (free < cost.GetKvBytesPerGpu())
    {
        const auto megabytes = [](double bytes) {
            return std::to_string(static_cast<uint64_t>(bytes / 1e6)) + " MB";
        };
        Fail(decode ? "DecodeGpus" : "ReplicaGpus",
             "are too few: weights take " + megabytes(cost.GetWeightBytesPerGpu()) +
                 " per GPU, but MemoryShare of its memory is " +
                 megabytes(m_memoryShare * static_cast<double>(gpu.memoryBytes)));
    }
    const double groups = static_cast<double>(layout.gpus) / layout.tensor;
    const auto kvTokens = static_cast<uint64_t>(groups * free / cost.GetKvBytesPerGpu());
    InferenceEngine::Replica replica{
        !decode,
        decode || m_decodeReplicas == 0,
        cost,
        {},
        {m_maxBatch, m_maxTokens, kvTokens, m_keepsPrefixes, GetPreemption()}};
    AddVariants(job, build, place, replica);
    return replica;
}

ServingReplica::Preemption
InferenceWorkload::GetPreemption() const
{
    if (m_preemption != "none" && m_preemption != "recompute" && m_preemption != "swap")
    {
        Fail("Preemption", "is '" + m_preemption + "'; expected one of none, recompute, swap");
    }
    if (m_preemption == "swap" && m_swapRate.GetBitRate() == 0)
    {
        Fail("SwapRate", "is 0bps; expected more with Preemption swap");
    }
    return m_preemption == "none"   ? ServingReplica::Preemption::NONE
           : m_preemption == "swap" ? ServingReplica::Preemption::SWAP
                                    : ServingReplica::Preemption::RECOMPUTE;
}

/**
 * Adds graphs of an iteration for numbers of tokens four times apart; only one if they are similar.
 */
void
InferenceWorkload::AddVariants(FabricJob& job,
                               const Build& build,
                               const Place& place,
                               InferenceEngine::Replica& replica) const
{
    constexpr double APART = 4;
    const InferenceCost::Layout& layout = replica.cost.GetLayout();
    const uint32_t firstRank = place.firstRank;
    HostMap byMessages(*build.hosts);
    byMessages.isLawInServer = false; // a law has one size, but iterations have many
    auto collectives = MakeLibrary(m_collectives, byMessages, build.hostOfRank);
    const auto allReduce = [&](uint32_t group, double tokens) -> const CommunicationGraph& {
        std::vector<uint32_t> ranks(layout.tensor);
        std::iota(ranks.begin(), ranks.end(), firstRank + group);
        const double bytes = std::max(1.0, replica.cost.GetReducedBytes(tokens) * m_fusedLayers);
        return *collectives.Get(CollectiveOperation::ALL_REDUCE,
                                ranks,
                                static_cast<uint64_t>(bytes));
    };
    const double groups = static_cast<double>(layout.gpus) / layout.tensor;
    const double leastSplit = m_overlappedBatches > 1 ? m_overlappedBatches * groups : 0;
    const auto areAlike = [&](double less, double more) {
        for (uint32_t group = 0; group < layout.gpus && layout.tensor > 1; group += layout.tensor)
        {
            if (!HaveSameSteps(allReduce(group, less / m_overlappedBatches),
                               allReduce(group, more / m_overlappedBatches)))
            {
                return false;
            }
        }
        return true;
    };
    std::vector<double> sizes{1};
    const double most = build.network ? 0 : build.mostTokens; // by law one graph is enough
    for (double tokens = APART; tokens <= most * APART / 2; tokens *= APART)
    {
        if (areAlike(sizes.back(), tokens))
        {
            sizes.back() = tokens;
        }
        else
        {
            sizes.push_back(tokens);
        }
    }
    const uint64_t swapRatebps =
        replica.limits.preemption == ServingReplica::Preemption::SWAP ? m_swapRate.GetBitRate() : 0;
    const bool forPrompts = replica.prompts && !replica.decodes;
    const auto routings = m_router->MakeRoutings(replica.cost.GetShape(), layout.gpus, forPrompts);
    std::shared_ptr<const IterationLaw> law;
    if (build.network)
    {
        const auto begin = build.hostOfRank.begin() + firstRank;
        law = std::make_shared<const IterationLaw>(
            replica.cost,
            IterationLaw::Source{&collectives,
                                 build.network,
                                 {begin, begin + layout.gpus},
                                 firstRank,
                                 routings,
                                 build.mostTokens * m_fusedLayers});
    }
    const auto add = [&](double tokens, double upToTokens, uint32_t batches) {
        const auto part = static_cast<uint32_t>(job.partBegin.size());
        job.partBegin.push_back(static_cast<uint32_t>(job.graph.GetNodes().size()));
        const IterationGraph graph(job.graph,
                                   place.firstLane,
                                   replica.cost,
                                   {&collectives,
                                    tokens,
                                    m_fusedLayers,
                                    TickClock().ToPs(m_iterationOverhead.GetTimeStep()),
                                    routings,
                                    batches,
                                    swapRatebps,
                                    TickClock().ToPs(m_layerLaunchTime.GetTimeStep()),
                                    law});
        replica.variants.push_back({upToTokens, part, graph});
        RequireNodes(static_cast<double>(job.graph.GetNodes().size()), "Replicas and model");
    };
    if (leastSplit > 0)
    {
        add(std::max(1.0, leastSplit / 2), leastSplit - 1, 1);
    }
    for (const double tokens : sizes)
    {
        add(tokens, tokens * APART / 2, m_overlappedBatches);
    }
}

std::vector<InferenceEngine::Link>
InferenceWorkload::AddLinks(FabricJob& job,
                            const Build& build,
                            const std::vector<Place>& places,
                            const std::vector<InferenceEngine::Replica>& replicas,
                            double mostPrompt) const
{
    std::vector<InferenceEngine::Link> links;
    const uint16_t label = job.graph.AddLabel("keys and values");
    for (uint32_t from = 0; from < m_replicas; ++from)
    {
        for (uint32_t to = m_replicas; to < m_replicas + m_decodeReplicas; ++to)
        {
            const uint32_t gpus = replicas[from].cost.GetLayout().gpus;
            const uint32_t decodeGpus = replicas[to].cost.GetLayout().gpus;
            InferenceEngine::Link link{from,
                                       to,
                                       {},
                                       std::max(gpus, decodeGpus),
                                       static_cast<uint32_t>(job.partBegin.size())};
            job.partBegin.push_back(static_cast<uint32_t>(job.graph.GetNodes().size()));
            std::vector<std::pair<uint32_t, uint32_t>> ranks;
            for (uint32_t i = 0; i < link.flows; ++i)
            {
                ranks.emplace_back(places[from].firstRank + i % gpus,
                                   places[to].firstRank + i % decodeGpus);
            }
            if (build.network)
            {
                for (auto& [source, dest] : ranks)
                {
                    source = build.hostOfRank[source];
                    dest = build.hostOfRank[dest];
                }
                CollectiveLaw law(*build.network);
                link.nodes = {job.graph.AddJoin(places[from].firstLane, 0, label)};
                link.times = std::make_shared<const SizeTimes>(
                    1,
                    std::max(1.0, mostPrompt),
                    [&](double tokens) {
                        const double bytes =
                            replicas[to].cost.GetKvBytesInMemory(1) * tokens / link.flows;
                        return law.GetTransferPs(
                            ranks,
                            std::max<uint64_t>(1, static_cast<uint64_t>(std::llround(bytes))));
                    });
            }
            else
            {
                for (const auto& [source, dest] : ranks)
                {
                    const auto [send, recv] = job.graph.AddTransfer(source, dest, 1, 0, label);
                    link.nodes.insert(link.nodes.end(), {send, recv});
                }
            }
            links.push_back(link);
        }
    }
    return links;
}

std::shared_ptr<const ModelKernels>
InferenceWorkload::MakeKernels(uint32_t communicationSms) const
{
    const GpuModel gpu = GpuModel::Get(m_gpu);
    m_precision->Check(gpu);
    ModelKernels kernels(KernelTime(gpu, m_computeEfficiency, m_memoryEfficiency),
                         m_precision->GetAll(),
                         TickClock().ToPs(m_kernelOverhead.GetTimeStep()));
    if (m_kernels == "shapes")
    {
        kernels.SetLaw(std::make_shared<ShapeLaw>(gpu, communicationSms), 0);
    }
    else if (m_kernels != "roofline")
    {
        Fail("Kernels", "is '" + m_kernels + "'; expected roofline or shapes");
    }
    else if (m_communicationSms > 0)
    {
        Fail("CommunicationSms",
             "is " + std::to_string(m_communicationSms) +
                 "; expected 0, since Kernels is roofline");
    }
    if (!m_kernelTimesFile.empty())
    {
        kernels.SetTable(std::make_shared<KernelTable>(m_kernelTimesFile, gpu.name));
    }
    return std::make_shared<const ModelKernels>(std::move(kernels));
}

void
InferenceWorkload::BuildAll(FabricJob& job, const HostMap& hosts, const LawNetwork* network) const
{
    const uint32_t gpus = m_replicaGpus;
    const uint32_t decodeGpus = m_decodeGpus > 0 ? m_decodeGpus : gpus;
    const uint64_t ranks = uint64_t{m_replicas} * gpus + uint64_t{m_decodeReplicas} * decodeGpus;
    RequireHosts(job, ranks);
    job.hostOfRank.resize(ranks);

    // Arrivals are drawn; those of the graph with messages are also those by law.
    const auto known = DynamicCast<InferenceEngine>(job.driver);
    auto requests = known ? known->GetRequests() : m_arrivals->Build();
    const auto limitPs = [](const Time& limit) {
        return limit.IsZero() ? InferenceRequest::NOT_YET : TickClock().ToPs(limit.GetTimeStep());
    };
    double prompts = 0; // number of prompt tokens
    uint32_t mostPrompt = 1;
    for (auto& request : requests)
    {
        request.maxTtftPs = limitPs(m_maxTtft);
        request.maxTpotPs = limitPs(m_maxTpot);
        request.userPs = TickClock().ToPs(m_userDelay.GetTimeStep());
        prompts += request.promptTokens;
        mostPrompt = std::max(mostPrompt, request.promptTokens);
    }
    const double most = std::min<double>(std::max(m_maxTokens, m_maxBatch),
                                         std::max<double>(prompts, requests.size()));
    const Build build{&hosts, network, job.hostOfRank, most};
    std::vector<Place> places;
    for (uint32_t i = 0; i < m_replicas + m_decodeReplicas; ++i)
    {
        const bool decode = i >= m_replicas;
        const uint32_t first =
            decode ? m_replicas * gpus + (i - m_replicas) * decodeGpus : i * gpus;
        places.push_back({first, network ? i : first, decode});
    }
    if (network)
    {
        job.foldedHosts = job.hostOfRank;
        job.hostOfRank.clear();
        for (const auto& place : places)
        {
            job.hostOfRank.push_back(build.hostOfRank[place.firstRank]);
        }
    }
    job.graph = CommunicationGraph(static_cast<uint32_t>(job.hostOfRank.size()));
    std::vector<InferenceEngine::Replica> replicas;
    for (const auto& place : places)
    {
        replicas.push_back(AddReplica(job, build, place));
        RequireNodes(static_cast<double>(job.graph.GetNodes().size()), "Replicas and model");
    }
    auto links = AddLinks(job, build, places, replicas, mostPrompt);

    for (const auto& request : requests)
    {
        const uint64_t tokens = uint64_t{request.promptTokens} + request.outputTokens;
        for (const auto& replica : replicas)
        {
            if (tokens > replica.limits.kvTokens)
            {
                Fail("Arrivals",
                     "have a request of " + std::to_string(tokens) +
                         " tokens; the number of tokens whose keys and values fit into the memory "
                         "of a replica is " +
                         std::to_string(replica.limits.kvTokens));
            }
        }
    }
    const auto kernels = MakeKernels(m_communicationSms);
    const auto decodeKernels = m_communicationSms > 0 ? MakeKernels(0) : kernels;
    for (auto& replica : replicas)
    {
        replica.kernels = replica.prompts ? kernels : decodeKernels;
    }
    if (kernels->HasTable())
    {
        CheckTable(replicas);
    }
    const auto engine = CreateObject<InferenceEngine>();
    engine->Configure(std::move(requests), std::move(replicas), std::move(links));
    job.driver = engine;
}

void
InferenceWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    BuildAll(job, hosts, nullptr);
}

bool
InferenceWorkload::DoHasLaw() const
{
    return true;
}

void
InferenceWorkload::DoFold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const
{
    job.partBegin.clear(); // of the graph with messages
    BuildAll(job, hosts, &network);
}

/** Throws if a table of kernel times knows no kernel of any replica. */
void
InferenceWorkload::CheckTable(const std::vector<InferenceEngine::Replica>& replicas) const
{
    using Part = ModelKernels::Part;
    ServingReplica::Iteration work; // an iteration of one token
    work.decodes = 1;
    work.decodeKeys = 1;
    work.outputs = 1;
    ServingReplica::Iteration prompt;
    prompt.promptTokens = 2;
    prompt.promptContext = 2;
    prompt.promptKeys = 3;
    std::string expected;
    for (const auto& replica : replicas)
    {
        const InferenceCost& cost = replica.cost;
        const ModelKernels& kernels = *replica.kernels;
        bool known = kernels.Knows(Part::MATRICES, cost.GetProjections(work)) ||
                     kernels.Knows(Part::SCORES, cost.GetScores(work)) ||
                     kernels.Knows(Part::SCORES, cost.GetScores(prompt)) ||
                     kernels.Knows(Part::HEAD, cost.GetOutput(work));
        for (uint32_t layer = 0; layer < m_model->GetShape().layers && !known; ++layer)
        {
            known = kernels.Knows(Part::MATRICES, cost.GetFfn(work, layer));
        }
        if (known)
        {
            return;
        }
        expected = kernels.Describe(Part::MATRICES, cost.GetProjections(work)) + "; " +
                   kernels.Describe(Part::HEAD, cost.GetOutput(work));
    }
    Fail("KernelTimesFile",
         "has no time for any kernel of this model; expected rows such as " + expected);
}

std::vector<JobFigure>
InferenceWorkload::DoGetFigures(const FabricJob& job, const JobTimes&) const
{
    std::vector<JobFigure> figures;
    const auto engine = DynamicCast<InferenceEngine>(job.driver);
    if (engine && !m_kernelTimesFile.empty())
    {
        AppendKernelFigures(engine->GetKernelCount(), figures);
    }
    if (engine && m_preemption != "none")
    {
        figures.push_back({"preemptions", static_cast<double>(engine->CountPreemptions()), ""});
    }
    return figures;
}

int64_t
InferenceWorkload::DoAssignStreams(int64_t stream)
{
    m_router->AssignStreams(NameStream(stream, "experts"));
    return m_arrivals->AssignStreams(stream);
}

} // namespace ns3
