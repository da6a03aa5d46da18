// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/** The reference workloads in small: same networks, same traffic, fewer bytes. */
class WorkloadFilesTest : public NetworkTest
{
  protected:
    /** A run to the end. @param dataHops of payload packets, by hand; 0: it depends on paths */
    void RunToTheEnd(const FabricTopology& topology,
                     const std::string& workload,
                     const Attributes& attributes,
                     uint64_t flows,
                     uint64_t bytes,
                     uint64_t dataHops)
    {
        for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
        {
            SCOPED_TRACE(profile);
            Build(profile, {{"Nic", "ns3::RdmaNic[MtuBytes=1000|AckInterval=1]"}}, topology);
            const auto job = Add(workload, attributes);
            Simulator::Run();
            ExpectLosslessEnd();
            ASSERT_EQ(job->GetRecords().size(), flows);
            for (const auto& record : job->GetRecords())
            {
                EXPECT_EQ(record.bytes, bytes);
                EXPECT_EQ(record.failure, nullptr);
                EXPECT_GE(record.finishedPs - record.startPs,
                          m_network.IdealMessagePs(record.sourceHost, record.destHost, bytes));
            }
            const auto sums = Statistics();
            EXPECT_EQ(sums.deliveredBytes, flows * bytes);
            if (dataHops > 0)
            {
                EXPECT_EQ(sums.dataPacketHops, dataHops);
            }
            // Each payload packet is answered by one acknowledgement on as many links.
            EXPECT_GE(sums.packetHops, 2 * sums.dataPacketHops);
            Simulator::Destroy();
        }
    }
};

} // namespace

TEST_F(WorkloadFilesTest, W1IncastOnOneSwitchFromFiles)
{
    // 17 hosts, node 17 is the switch; hosts 0 to 15 send 200 packets each to host 16: 2 links.
    std::ostringstream network;
    std::ostringstream flows;
    network << "18 1 17\n17\n";
    flows << "16\n";
    for (int host = 0; host < 17; ++host)
    {
        network << "17 " << host << " 100Gbps 0.001ms 0\n";
        if (host < 16)
        {
            flows << host << " 16 3 100 200000 0\n";
        }
    }
    const TemporaryFile networkFile(network.str());
    const TemporaryFile flowFile(flows.str());
    RunToTheEnd(Topology("HpccTopology", {{"File", networkFile.GetPath()}}),
                "HpccFlowWorkload",
                {{"File", flowFile.GetPath()}},
                16,
                200'000,
                16 * 200 * 2);
}

TEST_F(WorkloadFilesTest, W2PermutationOnLeafSpine)
{
    RunToTheEnd(
        Topology("LeafSpineTopology", {{"Leaves", "8"}, {"Spines", "8"}, {"HostsPerLeaf", "8"}}),
        "PermutationWorkload",
        {{"Bytes", "100000"}},
        64,
        100'000,
        0);
}

TEST_F(WorkloadFilesTest, W3AllToAllOnLeafSpine)
{
    // Each of 32 hosts sends 8 packets to 7 hosts of its leaf, over 2 links, and to 24 others, over
    // 4 links.
    RunToTheEnd(
        Topology("LeafSpineTopology", {{"Leaves", "4"}, {"Spines", "8"}, {"HostsPerLeaf", "8"}}),
        "AllToAllWorkload",
        {{"Bytes", "8000"}},
        32 * 31,
        8'000,
        32 * 8 * (7 * 2 + 24 * 4));
}

TEST_F(WorkloadFilesTest, W4PermutationOnFatTree)
{
    RunToTheEnd(Topology("FatTreeTopology", {{"K", "8"}}),
                "PermutationWorkload",
                {{"Bytes", "50000"}},
                128,
                50'000,
                0);
}
