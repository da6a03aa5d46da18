// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "known-object.h"
#include "network-test.h"

#include "ns3/config.h"
#include "ns3/fabric-failure.h"
#include "ns3/gpu-server.h"
#include "ns3/input-error.h"

#include <tuple>

using namespace ns3;

namespace
{

/** Three servers of eight GPUs, and a network that joins them with two storage hosts. */
class NorthSouthTest : public NetworkTest
{
  protected:
    /** Times at which a message was posted, its last byte arrived and it was acknowledged. */
    using Times = std::tuple<int64_t, int64_t, int64_t>;

    /** @param delay delay of each cable @return topology of the north-south network */
    static FabricTopology Outside(const std::string& delay, uint32_t hosts = 5)
    {
        return Topology("StarTopology",
                        {{"Hosts", std::to_string(hosts)}, {"Rate", "100Gbps"}, {"Delay", delay}});
    }

    /** @return a fabric without random draws */
    static Ptr<FabricProfile> Profile(const std::string& type)
    {
        return type == "RoceFabric"
                   ? Make<FabricProfile>(type, {{"CongestionControl", "ns3::NoCongestionControl"}})
                   : Make<FabricProfile>(type);
    }

    /** @param outside north-south network of the servers; null: none */
    void BuildServers(const std::string& inside, const FabricTopology* outside)
    {
        Restart();
        const FabricHelper helper(Profile(inside));
        m_network = helper.Install(
            Topology("StarTopology", {{"Hosts", "24"}, {"Rate", "400Gbps"}, {"Delay", "2us"}}),
            MakeServer("dgx-h100", {}));
        if (outside)
        {
            FabricHelper(Profile("RoceFabric")).InstallNorthSouth(m_network, *outside);
        }
        helper.AssignStreams(m_network, 1);
    }

    /** @param northSouth "true": on the north-south network; "false": between servers */
    void AddIncast(const std::string& northSouth)
    {
        Add("IncastWorkload",
            {{"NorthSouth", northSouth}, {"Target", "3"}, {"Bytes", "300001"}, {"Start", "1us"}});
    }

    /** @return times of all messages of a job */
    static std::vector<Times> GetTimes(const GraphExecutor& job)
    {
        std::vector<Times> times;
        for (size_t i = 0; i < job.GetRecords().size(); ++i)
        {
            const auto record = job.GetRecords()[i];
            times.emplace_back(record.startPs, record.arrivedPs, record.finishedPs);
        }
        return times;
    }
};

} // namespace

TEST_F(NorthSouthTest, EachNetworkIsAsIfItWereAlone)
{
    for (const std::string delay : {"10ns", "2us"})
    {
        Restart();
        const auto outside = Outside(delay);
        Build("RoceFabric", {{"CongestionControl", "ns3::NoCongestionControl"}}, outside);
        AddIncast("false");
        Simulator::Run();
        const auto incast = GetTimes(*m_jobs[0]);
        ASSERT_EQ(incast.size(), 4u);
        for (const std::string inside : {"RoceFabric", "InfiniBandFabric"})
        {
            BuildServers(inside, nullptr);
            Add("CollectiveWorkload", {{"Bytes", "3000000"}});
            Simulator::Run();
            const auto collective = GetTimes(*m_jobs[0]);
            ASSERT_FALSE(collective.empty());

            BuildServers(inside, &outside);
            Add("CollectiveWorkload", {{"Bytes", "3000000"}});
            AddIncast("true");
            Simulator::Run();
            EXPECT_EQ(GetTimes(*m_jobs[0]), collective) << inside << ' ' << delay;
            EXPECT_EQ(GetTimes(*m_jobs[1]), incast) << inside << ' ' << delay;
            ExpectLosslessEnd(); // the audit sees both
        }
    }
}

TEST_F(NorthSouthTest, AServerIsTheNodeOfItsFirstGpu)
{
    const auto outside = Outside("1us");
    BuildServers("InfiniBandFabric", &outside);
    const auto& network = *m_network.northSouth;
    EXPECT_EQ(m_network.CountServers(), 3u);
    for (uint32_t server = 0; server < 3; ++server)
    {
        EXPECT_EQ(network.hosts.Get(server), m_network.hosts.Get(8 * server));
        EXPECT_EQ(network.gpus[server], m_network.gpus[8 * server]);
    }
    EXPECT_EQ(network.hosts.Get(4)->GetObject<RdmaNic>(), network.nics[4]);
    EXPECT_EQ(m_network.GetParts().nics.size(), 24u + 24u + 5u);
    EXPECT_EQ(m_network.GetScaleOutParts().nics.size(), 24u);
    const auto id = network.switches.Get(0)->GetId();
    EXPECT_EQ(m_network.GetParts().names.at(id), "switch0-north-south");

    AddIncast("true");
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_EQ(network.nics[3]->GetCounters().deliveredBytes, 4 * 300'001u);
    for (const auto& nic : m_network.nics)
    {
        EXPECT_EQ(nic->GetCounters().deliveredBytes, 0u);
    }
}

TEST_F(NorthSouthTest, JobsTakeTheHostsOfTheirOwnNetwork)
{
    const auto outside = Outside("1us");
    BuildServers("RoceFabric", &outside);
    std::vector<Ptr<FabricWorkload>> workloads;
    for (const char* northSouth : {"false", "true", "false"})
    {
        workloads.push_back(
            Make<FabricWorkload>("AllToAllWorkload", {{"NorthSouth", northSouth}, {"Gpus", "4"}}));
    }
    FabricHelper::AssignStreams(workloads, 1);
    const auto jobs = FabricHelper(Profile("RoceFabric")).Install(m_network, workloads);
    const auto hosts = [&jobs](uint32_t job) {
        return DynamicCast<GraphExecutor>(jobs.Get(job))->GetJob().hostOfRank;
    };
    EXPECT_EQ(hosts(0), (std::vector<uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(hosts(1), (std::vector<uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(hosts(2), (std::vector<uint32_t>{4, 5, 6, 7}));
}

TEST_F(NorthSouthTest, ADeadServerIsDeadOnBoth)
{
    const auto outside = Outside("1us");
    BuildServers("RoceFabric", &outside);
    const auto failure =
        Make<FabricFailure>("ServerFailure", {{"Host", "9"}, {"Start", "1us"}, {"Stop", "3us"}});
    failure->Install(m_network);
    const auto expect = [this](bool down) {
        for (uint32_t server = 0; server < 5; ++server)
        {
            EXPECT_EQ(m_network.northSouth->channels[server]->IsDown(), down && server == 1);
        }
        EXPECT_EQ(m_network.channels[8]->IsDown(), down);
        EXPECT_FALSE(m_network.channels[16]->IsDown());
    };
    Simulator::Schedule(MicroSeconds(2), [&] { expect(true); });
    Simulator::Schedule(MicroSeconds(4), [&] { expect(false); });
    Simulator::Run();
}

TEST_F(NorthSouthTest, WhatCannotBeIsRefused)
{
    const auto outside = Outside("1us", 2);
    BuildServers("RoceFabric", nullptr);
    const FabricHelper helper(Profile("RoceFabric"));
    EXPECT_THROW(helper.InstallNorthSouth(m_network, outside), InputError);
    EXPECT_THROW(AddIncast("true"), InputError);
}
