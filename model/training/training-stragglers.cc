// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-stragglers.h"

#include "ns3/dependency-counter.h"
#include "ns3/double.h"
#include "ns3/part-checker.h"
#include "ns3/random-draws.h"
#include "ns3/random-factor.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TrainingStragglers);

namespace
{

using Kind = CommunicationGraph::Kind;
using Times = std::vector<int64_t>; //!< by rank of a stage, in ps

constexpr double MIN_FACTOR = 0.001;       //!< as ns3::Gpu Slowdown
constexpr double MAX_FACTOR = 1000;        //!< as ns3::Gpu Slowdown
constexpr uint8_t COMPUTE_STREAM = 0;      //!< stream of kernels
constexpr int64_t MOST_PS = INT64_MAX / 4; //!< limit of a kernel, so that sums do not overflow

/** @return length of a kernel, in ps */
int64_t
Multiply(int64_t lengthPs, double factor)
{
    const double product = static_cast<double>(lengthPs) * std::max(0.0, factor);
    return product < static_cast<double>(MOST_PS) ? std::llround(product) : MOST_PS;
}

/** @return true if a node is a kernel */
bool
IsKernel(const CommunicationGraph::Node& node)
{
    return node.kind == Kind::COMPUTE && node.stream == COMPUTE_STREAM;
}

/**
 * Lets the ranks of a stage wait for each other.
 *
 * @param groups groups of all ranks
 * @param stage number of the stage
 * @param stream stream of the communication
 * @param times times by position, of which all of a group become the latest
 */
void
Meet(const TrainingGroups& groups, uint32_t stage, uint8_t stream, Times& times)
{
    auto traffic = static_cast<TrainingTraffic>(stream - 1);
    if (traffic >= TrainingTraffic::COUNT || traffic == TrainingTraffic::PIPELINE ||
        traffic == TrainingTraffic::EMBEDDING)
    {
        return; // between ranks of one position
    }
    // Parameters are gathered by the groups that reduce gradients.
    traffic = traffic == TrainingTraffic::PARAMETERS ? TrainingTraffic::GRADIENTS : traffic;
    for (const auto& group : groups.Get(stage, traffic))
    {
        int64_t latestPs = 0;
        for (const uint32_t rank : group)
        {
            latestPs = std::max(latestPs, times[groups.GetPosition(rank)]);
        }
        for (const uint32_t rank : group)
        {
            times[groups.GetPosition(rank)] = latestPs;
        }
    }
}

} // namespace

TypeId
TrainingStragglers::GetTypeId()
{
    const auto one = [] { return ObjectFactoryValue(MakeFactorOfOne()); };
    static TypeId tid =
        TypeId("ns3::TrainingStragglers")
            .SetParent<ValidatedObject>()
            .SetGroupName("AiFabric")
            .AddConstructor<TrainingStragglers>()
            .AddAttribute("SlowShare",
                          "Probability that a GPU of the job is slow, 0 to 1.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&TrainingStragglers::m_slowShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("SlowFactor",
                          "Factor on the times of all kernels of a slow GPU, 0.001 to 1000.",
                          DoubleValue(1.1),
                          MakeDoubleAccessor(&TrainingStragglers::m_slowFactor),
                          MakeDoubleChecker<double>(MIN_FACTOR, MAX_FACTOR))
            .AddAttribute("GpuFactor",
                          "Random variable of the factor on the times of all kernels of a GPU, "
                          "drawn once for each GPU of the job, such as "
                          "ns3::LogNormalRandomVariable[Mu=0|Sigma=0.01]. Negative values count as "
                          "0.",
                          one(),
                          MakeObjectFactoryAccessor(&TrainingStragglers::m_gpuFactor),
                          MakePartChecker(RandomVariableStream::GetTypeId()))
            .AddAttribute("KernelFactor",
                          "Random variable of the factor on the time of a kernel, drawn for each "
                          "kernel of each GPU. Negative values count as 0.",
                          one(),
                          MakeObjectFactoryAccessor(&TrainingStragglers::m_kernelFactor),
                          MakePartChecker(RandomVariableStream::GetTypeId()));
    return tid;
}

int64_t
TrainingStragglers::AssignStreams(int64_t stream)
{
    m_stream = stream;
    return 3;
}

bool
TrainingStragglers::AreThere() const
{
    return (m_slowShare > 0 && m_slowFactor != 1) ||
           MakeRandomFactor(m_gpuFactor, "ns3::TrainingStragglers GpuFactor") ||
           MakeRandomFactor(m_kernelFactor, "ns3::TrainingStragglers KernelFactor");
}

std::vector<double>
TrainingStragglers::DrawGpus(uint32_t ranks) const
{
    const RandomDraws::Scope scope(DrawKind::JITTER);
    const auto factor = MakeRandomFactor(m_gpuFactor, "ns3::TrainingStragglers GpuFactor");
    const auto isSlow = CreateObject<UniformRandomVariable>();
    isSlow->SetStream(m_stream);
    if (factor)
    {
        factor->SetStream(m_stream < 0 ? m_stream : m_stream + 1);
    }
    std::vector<double> factors;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const double slow = isSlow->GetValue() < m_slowShare ? m_slowFactor : 1;
        factors.push_back(slow * (factor ? std::max(0.0, factor->GetValue()) : 1));
    }
    return factors;
}

Ptr<RandomVariableStream>
TrainingStragglers::MakeKernelFactor() const
{
    const RandomDraws::Scope scope(DrawKind::JITTER);
    const auto factor = MakeRandomFactor(m_kernelFactor, "ns3::TrainingStragglers KernelFactor");
    if (factor)
    {
        factor->SetStream(m_stream < 0 ? m_stream : m_stream + 2);
    }
    return factor;
}

void
TrainingStragglers::Stretch(CommunicationGraph& graph, uint32_t ranks) const
{
    const auto ofGpu = DrawGpus(ranks);
    const auto ofKernel = MakeKernelFactor();
    for (uint32_t number = 0; number < graph.GetNodes().size(); ++number)
    {
        const auto node = graph.GetNode(number);
        if (IsKernel(node) && node.rank < ranks)
        {
            const double factor = ofGpu[node.rank] * (ofKernel ? ofKernel->GetValue() : 1);
            const int64_t lengthPs = Multiply(node.timePs, factor);
            graph.Edit(number, [lengthPs](auto& kernel) { kernel.timePs = lengthPs; });
        }
    }
}

void
TrainingStragglers::StretchFolded(CommunicationGraph& graph, const TrainingGroups& groups) const
{
    const auto ofGpu = DrawGpus(groups.GetRankCount());
    const auto ofKernel = MakeKernelFactor();
    const auto count = static_cast<uint32_t>(graph.GetNodes().size());
    const uint16_t wait = graph.AddLabel(WAIT);

    DependencyCounter waits(graph);
    std::vector<Times> starts(count); // latest ends of the predecessors by position; empty: all 0
    std::vector<double> owed(graph.GetRankCount(), 0); // mean work that no kernel has shown yet, ps
    std::vector<uint32_t> ready;
    for (uint32_t number = 0; number < count; ++number)
    {
        if (waits.IsReady(number))
        {
            ready.push_back(number);
        }
    }
    while (!ready.empty())
    {
        const uint32_t number = ready.back();
        ready.pop_back();
        const auto node = graph.GetNode(number);
        const auto& ranks = groups.GetRanks(node.rank);
        Times times = std::move(starts[number]);
        times.resize(ranks.size(), 0);
        if (IsKernel(node))
        {
            const int64_t startPs = *std::max_element(times.begin(), times.end());
            double work = 0;
            for (size_t i = 0; i < ranks.size(); ++i)
            {
                const double factor = ofGpu[ranks[i]] * (ofKernel ? ofKernel->GetValue() : 1);
                const int64_t lengthPs = Multiply(node.timePs, factor);
                times[i] += lengthPs;
                work += static_cast<double>(lengthPs) / static_cast<double>(ranks.size());
            }
            const int64_t lengthPs = *std::max_element(times.begin(), times.end()) - startPs;
            const bool isFollowed = number + 1 < count &&
                                    graph.GetNode(number + 1).kind == Kind::JOIN &&
                                    graph.GetNode(number + 1).label == wait;
            double& left = owed[node.rank];
            left += work;
            const int64_t busyPs =
                isFollowed ? std::min(lengthPs, static_cast<int64_t>(std::llround(left)))
                           : lengthPs;
            left -= static_cast<double>(busyPs);
            graph.Edit(number, [busyPs](auto& kernel) { kernel.timePs = busyPs; });
            if (isFollowed)
            {
                graph.Edit(number + 1, [&](auto& join) { join.timePs += lengthPs - busyPs; });
            }
        }
        else
        {
            if (node.stream != COMPUTE_STREAM)
            {
                Meet(groups, node.rank, node.stream, times);
            }
            // A wait behind a kernel is in the times of the kernel already.
            const int64_t delayPs = node.label == wait ? 0 : node.timePs;
            for (int64_t& timePs : times)
            {
                timePs += delayPs;
            }
        }
        waits.GetSuccessors().ForEach(number, [&](uint32_t after) {
            Times& start = starts[after];
            if (start.empty())
            {
                start = times;
            }
            else
            {
                std::transform(start.begin(),
                               start.end(),
                               times.begin(),
                               start.begin(),
                               [](int64_t one, int64_t other) { return std::max(one, other); });
            }
            if (waits.Release(after))
            {
                ready.push_back(after);
            }
        });
    }
}

} // namespace ns3
