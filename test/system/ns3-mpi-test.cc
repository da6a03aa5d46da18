// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifdef AI_FABRIC_NS3_MPI

#include "make-object.h"
#include "run-program.h"

#include "ns3/collective-workload.h"
#include "ns3/fabric-helper.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/mpi-interface.h"
#include "ns3/rank-link.h"
#include "ns3/rdma-nic.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** @return this program */
fs::path
GetProgram()
{
    return fs::read_symlink("/proc/self/exe");
}

/** @param command of a program @return what becomes of processes of it, all of this machine */
Outcome
RunByMpi(uint32_t ranks, const std::string& command)
{
    return RunProgram("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                      "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_orte_execute_quiet=1 "
                      "\"" AI_FABRIC_MPIRUN "\" -np " +
                      std::to_string(ranks) + " " + command);
}

/** @return the lines of a text that say when a flow ended, sorted */
std::vector<std::string>
GetEnds(const std::string& text)
{
    std::vector<std::string> ends;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        if (line.rfind("host ", 0) == 0)
        {
            ends.push_back(line);
        }
    }
    std::sort(ends.begin(), ends.end());
    return ends;
}

/** The example, which stands beside this program. */
class Ns3MpiTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        if (!fs::exists(m_example))
        {
            GTEST_SKIP() << m_example << " is not built";
        }
    }

    /** Expects an incast's ends of any number of ranks to be those of one process. */
    void ExpectSame(const std::string& options)
    {
        const std::string command = m_example.string() + " " + options;
        const auto alone = RunProgram(command + " --engine=ns3::FabricSimulatorImpl");
        const auto expected = GetEnds(alone.text);
        ASSERT_EQ(expected.size(), 5U) << alone.text;
        double lastUs = 0;
        for (const auto& end : expected)
        {
            lastUs = std::max(lastUs, std::stod(end.substr(end.find(':') + 1)));
        }
        EXPECT_GT(lastUs, 400) << "five times 1 MB takes that at 100 Gb/s, without headers";
        for (const uint32_t ranks : {1U, 2U, 3U})
        {
            const auto many = RunByMpi(ranks, command);
            EXPECT_EQ(many.status, 0) << many.text;
            EXPECT_EQ(GetEnds(many.text), expected) << ranks << " ranks: " << many.text;
        }
    }

    /** Expects two ranks of the example to end with a line. */
    void ExpectRefused(const std::string& options, const std::string& part)
    {
        const auto outcome = RunByMpi(2, m_example.string() + " " + options);
        EXPECT_NE(outcome.status, 0);
        EXPECT_TRUE(Has(outcome.text, part));
    }

    const fs::path m_example{GetProgram().parent_path() / "ns3-mpi-example"};
};

/** Two hosts on a switch, each of its own rank, the switch of rank 0. */
FabricNetwork
BuildPair(const Attributes& parts, int64_t delayPs, uint32_t lastRank = 1)
{
    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DistributedSimulatorImpl"));
    static char* arguments[] = {nullptr};
    int count = 0;
    char** all = arguments;
    MpiInterface::Enable(&count, &all);
    FabricTopology topology;
    const uint32_t middle = topology.AddSwitch("middle");
    for (const char* const name : {"left", "right"})
    {
        topology.AddLink({topology.AddHost(name), middle, 100'000'000'000, delayPs});
    }
    NodeContainer hosts;
    hosts.Add(CreateObject<Node>(0));
    hosts.Add(CreateObject<Node>(lastRank));
    const FabricHelper helper(Make<FabricProfile>("RoceFabric", parts));
    return helper.Install(topology, hosts, CreateObject<Node>(0));
}

/** Expects an action to throw in this rank. @param part of what it says */
template <typename Action>
void
ExpectThrown(Action action, const std::string& part)
{
    try
    {
        action();
        FAIL() << "nothing was thrown";
    }
    catch (const InputError& error)
    {
        EXPECT_TRUE(Has(error.what(), part));
    }
    MpiInterface::Disable();
}

/** Runs a test below in two ranks. @param name behind DISABLED_ */
void
ExpectPassed(const std::string& name)
{
    const auto outcome = RunByMpi(2,
                                  GetProgram().string() +
                                      " --gtest_color=no --gtest_also_run_disabled_tests "
                                      "--gtest_filter=DISABLED_Ns3MpiRank." +
                                      name);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "[  PASSED  ] 1 test"));
}

} // namespace

TEST_F(Ns3MpiTest, RoceEndsFlowsWhenOneProcessDoes)
{
    ExpectSame("--fabric=ns3::RoceFabric");
}

TEST_F(Ns3MpiTest, InfiniBandEndsFlowsWhenOneProcessDoes)
{
    ExpectSame("--fabric=ns3::InfiniBandFabric");
}

TEST_F(Ns3MpiTest, TelemetryOfSwitchesTravels)
{
    ExpectSame("--ns3::RoceFabric::CongestionControl=ns3::Hpcc");
}

TEST_F(Ns3MpiTest, LinksMayLosePackets)
{
    ExpectSame("--errorRate=0.001 --ns3::RdmaNic::AckTimeout=200us");
}

TEST_F(Ns3MpiTest, WhatActsAcrossAWireAtOnceIsRefused)
{
    ExpectRefused("--ns3::RoceFabric::LinkRetry=ns3::GoBackNLinkRetry", "has a link retry");
    ExpectRefused("--ns3::RoceFabric::Transport=ns3::IdealTransport", "share an ideal network");
}

TEST(Ns3MpiRank, RefusesWhatItCannotRun)
{
    if (GetProgram().filename() != "ai-fabric-test")
    {
        GTEST_SKIP() << "the tests below run in a program of their own";
    }
    for (const char* const name :
         {"NoDelay", "NoSuchRank", "JobOfTwoRanks", "FailureBetweenRanks", "WorkOfAnother"})
    {
        ExpectPassed(name);
    }
}

// Of two ranks that mpirun has started:

TEST(DISABLED_Ns3MpiRank, NoDelay)
{
    ExpectThrown([] { BuildPair({}, 0); }, "has no delay; expected a delay above 0");
}

TEST(DISABLED_Ns3MpiRank, NoSuchRank)
{
    ExpectThrown([] { BuildPair({}, 500'000, 2); }, "SystemId is 2; expected 0 to 1");
}

TEST(DISABLED_Ns3MpiRank, JobOfTwoRanks)
{
    const auto network = BuildPair({}, 500'000);
    const FabricHelper helper(Make<FabricProfile>("RoceFabric"));
    ExpectThrown([&] { helper.Install(network, *CreateObject<CollectiveWorkload>()); },
                 "hosts 0 and 1 are of two ranks");
}

TEST(DISABLED_Ns3MpiRank, FailureBetweenRanks)
{
    const auto network = BuildPair({}, 500'000);
    const auto channel = network.channels.back();
    Simulator::Schedule(MicroSeconds(1), [channel] { channel->SetDown(true, 1'000'000); });
    ExpectThrown([] { Simulator::Run(); }, "belongs to another rank");
}

TEST(DISABLED_Ns3MpiRank, WorkOfAnother)
{
    const auto network = BuildPair({}, 500'000);
    // In rank 0 it is host 1's, in rank 1 that of host 0.
    const uint32_t other = 1 - MpiInterface::GetSystemId();
    const auto queuePair = RdmaNic::Connect(network.nics[other], network.nics[1 - other], 3).first;
    ExpectThrown([&] { queuePair->PostWrite(100, 0); },
                 "expected events of this node only in its own rank");
}

#endif // AI_FABRIC_NS3_MPI
