// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// When failures begin and end, one by one and by rates.

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"

#include "ns3/fabric-failure.h"
#include "ns3/input-error.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Four hosts on two leaves with two spines: 8 links, 4 switches. */
class FailureTimesTest : public NetworkTest
{
  protected:
    void SetUp() override
    {
        NetworkTest::SetUp();
        Build("RoceFabric",
              {},
              Topology("LeafSpineTopology",
                       {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}}));
    }

    Ptr<FabricFailure> Watch(const std::string& type, const Attributes& attributes, int64_t stream)
    {
        const auto failure = Make<FabricFailure>(type, attributes);
        failure->Check(m_network.topology, *CreateObject<RoceFabric>());
        failure->AssignStreams(stream);
        using Sink = Callback<void, const FabricFault&>;
        failure->TraceConnectWithoutContext("Begin", Sink([this](const FabricFault& fault) {
                                                m_begins.push_back(Simulator::Now());
                                                ++m_kinds[fault.type.GetName()];
                                            }));
        failure->TraceConnectWithoutContext("End", Sink([this](const FabricFault&) {
                                                m_ends.push_back(Simulator::Now());
                                            }));
        failure->Install(m_network);
        return failure;
    }

    static std::vector<Time> Us(const std::vector<int>& times)
    {
        std::vector<Time> all;
        for (const int us : times)
        {
            all.push_back(MicroSeconds(us));
        }
        return all;
    }

    std::vector<Time> m_begins;
    std::vector<Time> m_ends;
    std::map<std::string, uint64_t> m_kinds;
};

const Attributes FIRST_UPLINK{{"From", "leaf0"}, {"To", "spine0"}};

} // namespace

/** Down for 5 us of each 25 from 10 us on; at 87 us all is over, and the link is up. */
TEST_F(FailureTimesTest, ALinkFlapsUntilItsStop)
{
    Attributes attributes = FIRST_UPLINK;
    attributes.insert(
        attributes.end(),
        {{"Start", "10us"}, {"DownTime", "5us"}, {"UpTime", "20us"}, {"Stop", "87us"}});
    Watch("LinkFlap", attributes, 1);
    Simulator::Run();
    EXPECT_EQ(m_begins, Us({10, 35, 60, 85}));
    EXPECT_EQ(m_ends, Us({15, 40, 65, 87}));
    for (const auto& channel : m_network.channels)
    {
        EXPECT_FALSE(channel->IsDown());
    }
}

/** 1 s in cycles of mean 1 ms: 1,000 outages with a deviation below sqrt(1000), half of the time.
 */
TEST_F(FailureTimesTest, DrawnTimesHaveTheirMeans)
{
    Attributes attributes = FIRST_UPLINK;
    attributes.insert(
        attributes.end(),
        {{"DownTime", "500us"}, {"UpTime", "500us"}, {"Drawn", "true"}, {"Stop", "1s"}});
    Watch("LinkFlap", attributes, 7);
    Simulator::Run();
    ASSERT_EQ(m_begins.size(), m_ends.size());
    EXPECT_NEAR(static_cast<double>(m_begins.size()), 1000, 4 * std::sqrt(1000));
    Time down;
    for (size_t i = 0; i < m_ends.size(); ++i)
    {
        down += m_ends[i] - m_begins[i];
    }
    EXPECT_NEAR(down.GetSeconds(), 0.5, 4 * 0.5e-3 * std::sqrt(1000));
}

/**
 * 30 days with 8 links at 50, 4 switches at 25 and 4 hosts (as NICs, servers and GPUs) at 50, 75
 * and 100 a month each: 400 + 100 + 200 + 300 + 400 faults, each count with its square root as
 * deviation.
 */
TEST_F(FailureTimesTest, RatesAreThoseAsked)
{
    Watch("FailureRates",
          "LinkPerMonth=5 SwitchPerMonth=2.5 NicPerMonth=5 ServerPerMonth=7.5 GpuPerMonth=10 "
          "Factor=10 Stop=2592000s",
          3);
    Simulator::Run();
    const std::map<std::string, double> expected{{"ns3::LinkFailure", 400},
                                                 {"ns3::SwitchFailure", 100},
                                                 {"ns3::NicFailure", 200},
                                                 {"ns3::ServerFailure", 300},
                                                 {"ns3::GpuFailure", 400}};
    EXPECT_EQ(m_kinds.size(), expected.size());
    for (const auto& [kind, count] : expected)
    {
        EXPECT_NEAR(static_cast<double>(m_kinds[kind]), count, 4 * std::sqrt(count)) << kind;
    }
    EXPECT_EQ(m_ends.size(), m_begins.size()); // all are repaired
    for (const auto& channel : m_network.channels)
    {
        EXPECT_FALSE(channel->IsDown());
    }
    // A month costs some events for each fault, none for the time between.
    EXPECT_LT(Simulator::GetEventCount(), 60 * m_begins.size());
}

/** Faults are the same again from the same stream, and others from another one. */
TEST_F(FailureTimesTest, TheSameStreamGivesTheSameFaults)
{
    std::vector<std::vector<Time>> all;
    for (const int64_t stream : {11, 11, 12})
    {
        m_begins.clear();
        Simulator::Destroy();
        SetUp();
        Watch("FailureRates", {{"Factor", "1e9"}, {"Stop", "1s"}}, stream);
        Simulator::Run();
        all.push_back(m_begins);
    }
    EXPECT_FALSE(all[0].empty());
    EXPECT_EQ(all[0], all[1]);
    EXPECT_NE(all[0], all[2]);
}

/** An operation of 100 us from 0 on, with hangs of 30 to 60 and 50 to 70 us: it ends at 140 us. */
TEST_F(FailureTimesTest, AHungGpuGoesOnWhereItWas)
{
    struct Listener : GpuClient
    {
        void OnGpuDone(uint32_t, int64_t, int64_t finishedPs) override
        {
            donePs = finishedPs;
        }

        int64_t donePs{0};
    } listener;

    Watch("GpuFailure", {{"Host", "3"}, {"Start", "30us"}, {"Stop", "60us"}}, 1);
    Watch("ServerFailure", {{"Host", "3"}, {"Start", "50us"}, {"Stop", "70us"}}, 1);
    m_network.gpus[3]->Run(100'000'000, &listener, 0);
    Simulator::Run();
    EXPECT_EQ(listener.donePs, 140'000'000);
}

TEST_F(FailureTimesTest, WhatCannotBeIsRefused)
{
    const auto check = [this](const std::string& type, const Attributes& attributes) {
        return MessageOf<InputError>([&] {
            Make<FabricFailure>(type, attributes)
                ->Check(m_network.topology, *CreateObject<RoceFabric>());
        });
    };
    Attributes lost = FIRST_UPLINK;
    lost.emplace_back("Lost", "4");
    EXPECT_EQ(check("LaneLoss", lost),
              "ns3::LaneLoss Lost: is 4; expected fewer than the 4 Lanes, or ns3::LinkFailure");
    EXPECT_EQ(check("FailureRates", {{"Factor", "0"}}),
              "ns3::FailureRates Factor: all rates times Factor are 0, so nothing fails; expected "
              "a rate above 0");
    EXPECT_EQ(check("CodewordErrors", {{"DataSymbols", "544"}}),
              "ns3::CodewordErrors DataSymbols: is 544; expected fewer than the 544 "
              "CodewordSymbols");
    EXPECT_EQ(check("ServerFailure", {{"Host", "4"}}),
              "ns3::ServerFailure Host: is 4; expected the index of a host, 0 to 3");
    Attributes once = FIRST_UPLINK;
    once.insert(once.end(), {{"DownTime", "10us"}, {"Stop", "10us"}});
    EXPECT_TRUE(Has(check("LinkFlap", once), "so that the links fail once"));
}
