// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_TEST_H
#define AI_FABRIC_NETWORK_TEST_H

#include "fabric-test.h"
#include "make-object.h"

#include "ns3/fabric-failure.h"
#include "ns3/fabric-helper.h"
#include "ns3/fabric-statistics.h"
#include "ns3/infini-band-fabric.h"
#include "ns3/lossless-audit.h"
#include "ns3/roce-fabric.h"
#include "ns3/topology-generator.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** A network, jobs on it and queue pairs between its hosts. */
class NetworkTest : public FabricTest
{
  protected:
    /** Begins anew, at time 0, for another network of the same test. */
    void Restart()
    {
        m_network = {};
        m_jobs.clear();
        NetworkTest::SetUp();
    }

    /**
     * @param topology its class
     * @param attributes of it
     * @return what it generates
     */
    static FabricTopology Topology(const std::string& topology, const Attributes& attributes)
    {
        return Make<TopologyGenerator>(topology, attributes)->Generate();
    }

    /**
     * @param profile class of the fabric
     * @param parts its attributes
     * @param topology of it
     */
    void Build(const std::string& profile, const Attributes& parts, const FabricTopology& topology)
    {
        const FabricHelper helper(Make<FabricProfile>(profile, parts));
        m_network = helper.Install(topology);
        helper.AssignStreams(m_network, 1);
        m_jobs.clear();
    }

    /**
     * Installs a job.
     *
     * @param type class of the workload
     * @param attributes of it
     */
    Ptr<GraphExecutor> Add(const std::string& type, const Attributes& attributes)
    {
        const auto workload = Make<FabricWorkload>(type, attributes);
        workload->AssignStreams(100'000'000);
        // Any profile does: only Install() of the topology looks at it.
        const FabricHelper helper(CreateObject<RoceFabric>());
        m_jobs.push_back(
            DynamicCast<GraphExecutor>(helper.Install(m_network, *workload, m_jobs.size()).Get(0)));
        return m_jobs.back();
    }

    /**
     * @param graph of a job
     * @param attributes of its executor
     * @return it; rank r is on host r
     */
    Ptr<GraphExecutor> AddGraph(CommunicationGraph graph, const Attributes& attributes = {})
    {
        FabricJob job;
        std::vector<HostTransports> nics;
        std::vector<Ptr<FabricGpu>> gpus;
        for (uint32_t rank = 0; rank < graph.GetRankCount(); ++rank)
        {
            job.hostOfRank.push_back(rank);
            nics.push_back(m_network.GetTransports(rank));
            gpus.push_back(m_network.gpus[rank]);
        }
        job.name = "graph";
        job.graph = std::move(graph);
        const auto executor = Make<GraphExecutor>("GraphExecutor", attributes);
        executor->SetJob(std::move(job), std::move(nics), std::move(gpus));
        m_network.hosts.Get(0)->AddApplication(executor);
        m_jobs.push_back(executor);
        return executor;
    }

    /** @return the sums so far */
    FabricStatistics Statistics() const
    {
        return FabricStatistics::Collect(m_network.GetParts(), Simulator::Now().GetPicoSeconds());
    }

    /** @return payload that the queue pairs of each host have had acknowledged so far */
    std::vector<double> Acknowledged() const
    {
        std::vector<double> bytes;
        for (const auto& nic : m_network.nics)
        {
            double sum = 0;
            for (const auto& queuePair : nic->GetQueuePairs())
            {
                sum += static_cast<double>(queuePair->GetAcknowledgedBytes());
            }
            bytes.push_back(sum);
        }
        return bytes;
    }

    /** Expects every message of every job to have arrived, and every invariant to hold. */
    void ExpectLosslessEnd() const
    {
        for (const auto& job : m_jobs)
        {
            EXPECT_TRUE(job->IsFinished());
            EXPECT_FALSE(job->HasFailed());
            EXPECT_EQ(job->GetCompletedNodes(), job->GetJob().graph.GetNodes().size());
        }
        const auto sums = Statistics();
        EXPECT_EQ(sums.drops, 0u);
        EXPECT_EQ(sums.losses, 0u);
        EXPECT_EQ(sums.retransmittedPackets, 0u);
        EXPECT_EQ(sums.timeouts, 0u);
        ExpectNoViolation();
        EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetLossyDrops().empty());
    }

    /** Expects every invariant to hold; a lossy class may have dropped. */
    void ExpectNoViolation() const
    {
        const LosslessAudit audit(m_network.GetParts());
        for (const auto& violation : audit.GetViolations())
        {
            ADD_FAILURE() << violation;
        }
    }

    /** @param type of a failure @param attributes of it; its times count from now */
    void Fail(const std::string& type, const Attributes& attributes) const
    {
        const auto failure = Make<FabricFailure>(type, attributes);
        failure->Check(m_network.topology, *CreateObject<RoceFabric>());
        failure->Install(m_network);
    }

    /** @return a tick of ns-3 in ps; what waits for an event starts less than that late */
    static int64_t TickPs()
    {
        return std::max<int64_t>(1, TimeStep(1).GetPicoSeconds());
    }

    FabricNetwork m_network;
    std::vector<Ptr<GraphExecutor>> m_jobs; //!< in the order in which they were added
};

} // namespace ns3

#endif // AI_FABRIC_NETWORK_TEST_H
