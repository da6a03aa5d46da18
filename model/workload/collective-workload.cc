// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-workload.h"

#include "collective-law.h"
#include "traffic-notice.h"

#include "ns3/collective-algorithm.h"
#include "ns3/part-checker.h"
#include "ns3/ring-collectives.h"
#include "ns3/uinteger.h"

#include <memory>
#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CollectiveWorkload);

namespace
{

/** Repeats one graph; each rank goes on to the next copy at its own pace. */
CommunicationGraph
Repeat(const CommunicationGraph& once, uint32_t iterations)
{
    CommunicationGraph graph(once.GetRankCount());
    CommunicationGraph::Placement placement;
    placement.ranks.resize(once.GetRankCount());
    std::iota(placement.ranks.begin(), placement.ranks.end(), 0);
    for (uint32_t iteration = 0; iteration < iterations; ++iteration)
    {
        placement.after = graph.Append(once, placement);
    }
    return graph;
}

} // namespace

TypeId
CollectiveWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CollectiveWorkload")
            .SetParent<FabricWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<CollectiveWorkload>()
            .AddAttribute("Algorithm",
                          "Algorithm of the operation: an ns3::CollectiveAlgorithm with "
                          "attributes, such as ns3::RingAllReduce[Channels=2].",
                          ObjectFactoryValue(ObjectFactory(RingAllReduce::GetTypeId().GetName())),
                          MakeObjectFactoryAccessor(&CollectiveWorkload::m_algorithm),
                          MakePartChecker(RingAllReduce::GetTypeId()))
            .AddAttribute("Bytes",
                          "Size of the operation as nccl-tests counts it, at least 1.",
                          UintegerValue(uint64_t{64} << 20),
                          MakeUintegerAccessor(&CollectiveWorkload::m_bytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Iterations",
                          "Number of times the operation runs, at least 1.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&CollectiveWorkload::m_iterations),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

CommunicationGraph
CollectiveWorkload::BuildOnce(FabricJob& job, const HostMap& hosts) const
{
    const auto algorithm = CreateAlgorithm(m_algorithm, "Algorithm", hosts);
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    if (m_iterations == 0)
    {
        Fail("Iterations", "is 0; expected at least 1");
    }
    RequireHosts(job, 2);

    const auto ranks = static_cast<uint32_t>(job.hostOfRank.size());
    job.bytes = algorithm->GetOperationBytes(ranks, m_bytes);
    job.busFactor = algorithm->GetBusFactor(ranks);
    job.iterations = m_iterations;
    return algorithm->Build(hosts.GetLayout(job.hostOfRank), m_bytes);
}

void
CollectiveWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    job.graph = BuildOnce(job, hosts);
    if (m_iterations > 1)
    {
        const auto ranks = static_cast<uint32_t>(job.hostOfRank.size());
        RequireNodes(static_cast<double>(job.graph.GetNodes().size() + ranks) * m_iterations,
                     "Iterations");
        if (const auto& listener = TrafficNotice::Get())
        {
            TrafficNotice::Count once;
            once.AddGraph(job.graph, hosts.GetServers(job.hostOfRank));
            TrafficNotice::Count count;
            count.Add(once, m_iterations);
            listener(job.name, count);
        }
        job.graph = Repeat(job.graph, m_iterations);
    }
}

bool
CollectiveWorkload::DoHasLaw() const
{
    return true;
}

void
CollectiveWorkload::DoFold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const
{
    const CollectiveLaw::Party party{
        std::make_shared<const CommunicationGraph>(BuildOnce(job, hosts)),
        job.hostOfRank};
    const int64_t oncePs = CollectiveLaw(network).GetPs({party});
    if (oncePs > MAX_TIME_PS / m_iterations)
    {
        Fail("Iterations", "take more than 1000000 s");
    }
    job.standsFor = static_cast<uint32_t>(job.hostOfRank.size());
    job.hostOfRank.resize(1);
    job.graph = CommunicationGraph(1);
    job.graph.AddJoin(0, oncePs * m_iterations, job.graph.AddLabel("collective"));
}

} // namespace ns3
