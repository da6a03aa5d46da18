// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/gpu-server.h"
#include "ns3/ideal-duration.h"

using namespace ns3;

namespace
{

class IdealDurationTest : public NetworkTest
{
  protected:
    static constexpr int64_t MS = 1'000'000'000;
    static constexpr uint64_t BYTES = 10'000'000;

    void SetUp() override
    {
        NetworkTest::SetUp();
        Build("RoceFabric",
              {},
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}, {"Delay", "2us"}}));
    }

    FabricJob MakeJob() const
    {
        FabricJob job;
        job.graph = CommunicationGraph(3);
        job.hostOfRank = {0, 1, 2};
        return job;
    }
};

} // namespace

TEST_F(IdealDurationTest, ComputingIsInIt)
{
    // Rank 0 computes 5 ms and sends; rank 1 computes 3 ms then, and rank 2 only 6 ms: 8 ms and the
    // time of 10 MB over two links of 2 us.
    FabricJob job = MakeJob();
    const uint32_t first = job.graph.AddCompute(0, 5 * MS);
    const auto [send, recv] = job.graph.AddTransfer(0, 1, BYTES);
    const uint32_t last = job.graph.AddCompute(1, 3 * MS);
    job.graph.AddCompute(2, 6 * MS);
    job.graph.AddDependency(first, send);
    job.graph.AddDependency(recv, last);
    const int64_t wirePs = static_cast<int64_t>(BYTES) * 80 + 2 * 2'000'000;
    EXPECT_EQ(GetIdealDurationPs(job, m_network), 8 * MS + wirePs);
    // A GPU of twice the speed halves its kernels; a slow GPU does not lengthen the ideal.
    m_network.gpus[0]->SetAttribute("Slowdown", DoubleValue(0.5));
    m_network.gpus[1]->SetAttribute("Slowdown", DoubleValue(4));
    EXPECT_EQ(GetIdealDurationPs(job, m_network), 5 * MS / 2 + 3 * MS + wirePs);
    // If the links need longer than the chain, the links count: 20 messages of 0.8 ms each.
    for (uint32_t message = 0; message < 19; ++message)
    {
        job.graph.AddTransfer(0, 1, BYTES);
    }
    EXPECT_EQ(GetIdealDurationPs(job, m_network), static_cast<int64_t>(20 * BYTES) * 80);
}

TEST_F(IdealDurationTest, WithoutKernelsItIsTheLinksAlone)
{
    FabricJob job = MakeJob();
    const auto first = job.graph.AddTransfer(0, 1, BYTES);
    const auto second = job.graph.AddTransfer(1, 2, BYTES);
    job.graph.AddDependency(first.second, second.first);
    EXPECT_EQ(GetIdealDurationPs(job, m_network), static_cast<int64_t>(BYTES) * 80);
}
