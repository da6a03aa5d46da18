// SPDX-License-Identifier: GPL-2.0-only

#include "collective-workload.h"

#include "ns3/collective-algorithm.h"
#include "ns3/log.h"
#include "ns3/ring-all-reduce.h"
#include "ns3/uinteger.h"

#include <tuple>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CollectiveWorkload");
NS_OBJECT_ENSURE_REGISTERED(CollectiveWorkload);

namespace
{

using Kind = CommunicationGraph::Kind;

/** Adds all of `from` to `to`. @return the new number of each node */
std::vector<uint32_t>
Append(CommunicationGraph& to, const CommunicationGraph& from)
{
    const auto& nodes = from.GetNodes();
    std::vector<uint32_t> numbers(nodes.size());
    for (uint32_t old = 0; old < nodes.size(); ++old)
    {
        const auto& node = nodes[old];
        switch (node.kind)
        {
        case Kind::SEND:
            std::tie(numbers[old], numbers[node.match]) =
                to.AddTransfer(node.rank, node.peer, node.bytes, node.channel);
            to.GetNode(numbers[old]).priority = node.priority;
            to.GetNode(numbers[old]).timePs = node.timePs;
            break;
        case Kind::RECV: // comes with its SEND
            break;
        case Kind::REDUCE:
            numbers[old] = to.AddReduce(node.rank, node.bytes);
            break;
        case Kind::COPY:
            numbers[old] = to.AddCopy(node.rank, node.bytes);
            break;
        case Kind::COMPUTE:
            numbers[old] = to.AddCompute(node.rank, node.timePs);
            break;
        }
    }
    for (const auto& [before, after] : from.GetDependencies())
    {
        to.AddDependency(numbers[before], numbers[after]);
    }
    return numbers;
}

/** One graph several times, each rank going on to the next copy at its own pace. */
CommunicationGraph
Repeat(const CommunicationGraph& once, uint32_t iterations)
{
    const auto& nodes = once.GetNodes();
    std::vector<bool> waits(nodes.size(), false);
    std::vector<bool> isAwaited(nodes.size(), false);
    for (const auto& [before, after] : once.GetDependencies())
    {
        isAwaited[before] = true;
        waits[after] = true;
    }

    CommunicationGraph graph(once.GetRankCount());
    std::vector<uint32_t> last = Append(graph, once);
    for (uint32_t iteration = 1; iteration < iterations; ++iteration)
    {
        // A node of no length per rank between the ends of one copy and the beginnings of the
        // next keeps the number of dependencies linear.
        std::vector<uint32_t> joints(once.GetRankCount());
        for (uint32_t rank = 0; rank < joints.size(); ++rank)
        {
            joints[rank] = graph.AddCompute(rank, 0);
        }
        const std::vector<uint32_t> next = Append(graph, once);
        for (uint32_t old = 0; old < nodes.size(); ++old)
        {
            const uint32_t joint = joints[nodes[old].rank];
            if (!isAwaited[old])
            {
                graph.AddDependency(last[old], joint);
            }
            if (!waits[old])
            {
                graph.AddDependency(joint, next[old]);
            }
        }
        last = next;
    }
    return graph;
}

} // namespace

TypeId
CollectiveWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CollectiveWorkload")
            .SetParent<Workload>()
            .SetGroupName("AiFabric")
            .AddConstructor<CollectiveWorkload>()
            .AddAttribute("Algorithm",
                          "How the operation is carried out: a kind of ns3::CollectiveAlgorithm, "
                          "with attributes such as ns3::RingAllReduce[Channels=2].",
                          ObjectFactoryValue(ObjectFactory(RingAllReduce::GetTypeId().GetName())),
                          MakeObjectFactoryAccessor(&CollectiveWorkload::m_algorithm),
                          MakeObjectFactoryChecker())
            .AddAttribute("Bytes",
                          "Size of the operation as nccl-tests counts it, at least 1.",
                          UintegerValue(uint64_t{64} << 20),
                          MakeUintegerAccessor(&CollectiveWorkload::m_bytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Iterations",
                          "How often the operation runs, at least once.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&CollectiveWorkload::m_iterations),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
CollectiveWorkload::DoBuild(Job& job, const std::vector<uint32_t>&) const
{
    const TypeId type = m_algorithm.GetTypeId();
    if (!m_algorithm.IsTypeIdSet() || !type.IsChildOf(CollectiveAlgorithm::GetTypeId()) ||
        !type.HasConstructor())
    {
        Fail("Algorithm",
             "is no ns3::CollectiveAlgorithm; expected one such as ns3::RingAllReduce");
    }
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    if (m_iterations == 0)
    {
        Fail("Iterations", "is 0; expected at least 1");
    }
    RequireHosts(job, 2);

    const auto algorithm = m_algorithm.Create<CollectiveAlgorithm>();
    const auto ranks = static_cast<uint32_t>(job.hostOfRank.size());
    job.bytes = m_bytes;
    job.busFactor = algorithm->GetBusFactor(ranks);
    job.iterations = m_iterations;
    job.graph = algorithm->Build(ranks, m_bytes);
    if (m_iterations > 1)
    {
        RequireNodes(static_cast<double>(job.graph.GetNodes().size() + ranks) * m_iterations,
                     "Iterations");
        job.graph = Repeat(job.graph, m_iterations);
    }
}

} // namespace ns3
