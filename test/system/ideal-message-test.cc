// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The ideal time of a message: which path, which headers, which parts; and that it is a bound.

#include "network-test.h"
#include "units.h"

#include "ns3/telemetry-stack.h"

#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class IdealMessageTest : public NetworkTest
{
  protected:
    /** @return posted to acknowledged, in ps, of a message alone, on a queue pair of its own */
    int64_t TimeOfOne(uint32_t source, uint32_t dest, uint64_t bytes)
    {
        const auto& nic = m_network.nics[source];
        const auto ends =
            RdmaNic::Connect(nic, m_network.nics[dest], nic->GetDefaultServiceLevel());
        int64_t tookPs = -1;
        ends.first->SetCompletionCallback(
            Callback<void, const RdmaCompletion&>([&tookPs](const RdmaCompletion& completion) {
                EXPECT_EQ(completion.status, RdmaStatus::SUCCESS);
                tookPs = completion.finishedPs - completion.postedPs;
            }));
        ends.first->PostWriteWithImmediate(bytes, 0, 0);
        Simulator::Run();
        return tookPs;
    }

    /** Two hosts at 100 Gb/s, and between their switches a fast far way and a slow near one. */
    static FabricTopology TwoWays()
    {
        FabricTopology topology;
        const uint32_t first = topology.AddHost("host0");
        const uint32_t second = topology.AddHost("host1");
        uint32_t switches[4];
        for (auto& node : switches)
        {
            node = topology.AddSwitch("switch");
        }
        topology.AddLink({first, switches[0], 100 * GBPS, US});
        topology.AddLink({second, switches[3], 100 * GBPS, US});
        topology.AddLink({switches[0], switches[1], 400 * GBPS, 3 * US});
        topology.AddLink({switches[1], switches[3], 400 * GBPS, 3 * US});
        topology.AddLink({switches[0], switches[2], 40 * GBPS, US});
        topology.AddLink({switches[2], switches[3], 40 * GBPS, US});
        return topology;
    }
};

} // namespace

// One shortest path of 25 Gb/s joins the routers of two hosts at 100 Gb/s, and UGAL sends packets
// over other routers, too.
TEST_F(IdealMessageTest, DetoursCarryMoreThanTheOnlyShortestPath)
{
    constexpr uint64_t BYTES = 200'000;
    Build(
        "RoceFabric",
        {{"PathSelector", "ns3::UgalGPathSelector[BiasBytes=0]"},
         {"CongestionControl", "ns3::NoCongestionControl"},
         {"LossRecovery", "ns3::SelectiveRepeat[ReorderPackets=0]"}},
        Topology(
            "SlimFlyTopology",
            {{"Q", "4"}, {"HostsPerRouter", "1"}, {"Rate", "100Gbps"}, {"SwitchRate", "25Gbps"}}));
    const int64_t idealPs = m_network.IdealMessagePs(0, 1, BYTES);
    const int64_t tookPs = TimeOfOne(0, 1, BYTES);
    EXPECT_LT(tookPs, static_cast<int64_t>(BYTES) * 320); // one path alone
    EXPECT_GE(tookPs, idealPs);
}

TEST_F(IdealMessageTest, TheFastestOfTheAdmissiblePathsByHand)
{
    Build("RoceFabric", {}, TwoWays());
    // Near: 1,000 + 102 B twice at 80 ps/B and twice at 200, 4 delays, 3 pipelines of 400 ns.
    const int64_t nearPs = 1'102 * (2 * 80 + 2 * 200) + 4 * US + 1'200'000;
    const int64_t answerPs = 86 * (2 * 80 + 2 * 200) + 4 * US + 1'200'000;
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 1'000), nearPs + answerPs);
    // 100 full packets go the far way: the first through three links (20 ps/B in the middle), then
    // all of them over the last. FIRST 4,194, 98 MIDDLE 4,178, LAST with immediate 4,182 B.
    const int64_t allBytes = 4'194 + 98 * 4'178 + 4'182;
    const int64_t farPs = 4'194 * (80 + 2 * 20) + allBytes * 80 + 8 * US + 1'200'000;
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 409'600), farPs + answerPs);
    // The wires alone: payload on its best way, and the near way back.
    EXPECT_EQ(m_network.WireMessagePs(0, 1, 1'000), 200'000 + 4 * US + 4 * US);
    EXPECT_EQ(m_network.WireMessagePs(0, 1, 409'600), 409'600 * 80 + 8 * US + 4 * US);
    // Any of 40 queue pairs may hash to the slow way; none is faster, and the best one is exact.
    int64_t bestPs = INT64_MAX;
    for (int i = 0; i < 40; ++i)
    {
        bestPs = std::min(bestPs, TimeOfOne(0, 1, 1'000));
    }
    EXPECT_EQ(bestPs, nearPs + answerPs);
}

TEST_F(IdealMessageTest, AMessageSplitOverQueuePairsByHand)
{
    // 5,000 B over 4 queue pairs: 3 parts of 1,280 and one of 1,160 B, each a packet with 102 B of
    // headers. All of them over the second link behind the first one.
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    const int64_t allBytes = 3 * 1'382 + 1'262;
    const int64_t idealPs = (1'382 + allBytes) * 80 + 2 * US + 400'000;
    const int64_t answerPs = 2 * 86 * 80 + 2 * US + 400'000;
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 5'000, 4), idealPs + answerPs);
    const auto job =
        Add("IncastWorkload", {{"Bytes", "5000"}, {"QueuePairs", "4"}, {"SplitMessages", "true"}});
    Simulator::Run();
    const auto& record = job->GetRecords().front();
    EXPECT_EQ(record.finishedPs - record.startPs, idealPs + answerPs);
}

TEST_F(IdealMessageTest, SplitMessagesOfAnyLengthTakeTheirIdealTime)
{
    for (const uint64_t bytes : {1ULL, 127ULL, 129ULL, 4'096ULL, 4'097ULL, 33'333ULL, 777'777ULL})
    {
        for (const uint32_t pairs : {2, 3, 5, 8})
        {
            SCOPED_TRACE(std::to_string(bytes) + " B over " + std::to_string(pairs));
            Build("RoceFabric",
                  {{"CongestionControl", "ns3::NoCongestionControl"}},
                  Topology("StarTopology", {{"Hosts", "2"}}));
            const auto job = Add("IncastWorkload",
                                 {{"Bytes", std::to_string(bytes)},
                                  {"QueuePairs", std::to_string(pairs)},
                                  {"SplitMessages", "true"}});
            Simulator::Run();
            const auto& record = job->GetRecords().front();
            EXPECT_EQ(record.finishedPs - record.startPs,
                      m_network.IdealMessagePs(0, 1, bytes, pairs));
            Simulator::Destroy();
        }
    }
}

TEST_F(IdealMessageTest, TelemetryIsPartOfThePacketsByHand)
{
    // IdealTimesTest.OneMessageOnAStarByHand, with a stack in each of three packets, the first of
    // them on two links, and in the acknowledgement on two.
    Build("RoceFabric",
          {{"CongestionControl", "ns3::Hpcc"}, {"Switch", "ns3::FabricSwitch[Telemetry=true]"}},
          Topology("StarTopology", {{"Hosts", "2"}}));
    const int64_t stackPs = int64_t{TelemetryStack::WireBytes(5)} * 80;
    const int64_t idealPs = 3'556'800 + 2'413'760 + (4 + 2) * stackPs;
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 10'000), idealPs);
    EXPECT_EQ(TimeOfOne(0, 1, 10'000), idealPs);
    Simulator::Destroy();
    for (const auto& [base, bytes] : {std::pair{"1.05", 1}, std::pair{"1.01", 2}})
    {
        Build("RoceFabric",
              {{"CongestionControl", std::string("ns3::HpccPint[CodeBase=") + base + "]"}},
              Topology("StarTopology", {{"Hosts", "2"}}));
        const int64_t digestedPs = 3'556'800 + 2'413'760 + (4 + 2) * bytes * 80;
        EXPECT_EQ(m_network.IdealMessagePs(0, 1, 10'000), digestedPs);
        EXPECT_EQ(TimeOfOne(0, 1, 10'000), digestedPs);
        Simulator::Destroy();
    }
    Build("RoceFabric",
          {{"CongestionControl", "ns3::Bolt"}, {"Marker", "ns3::BoltMarker"}},
          Topology("StarTopology", {{"Hosts", "2"}}));
    const int64_t taggedPs = 3'556'800 + 2'413'760 + (4 + 2) * 12 * 80;
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 10'000), taggedPs);
    EXPECT_EQ(TimeOfOne(0, 1, 10'000), taggedPs);
}

TEST_F(IdealMessageTest, SprayedPacketsTakeTheIdealTimeOfEqualPaths)
{
    for (const uint64_t bytes : {1ULL, 4'096ULL, 4'097ULL, 100'000ULL, 409'601ULL})
    {
        Build("RoceFabric",
              {{"PathSelector", "ns3::SprayPathSelector"},
               {"LossRecovery", "ns3::SelectiveRepeat[ReorderPackets=64]"},
               {"CongestionControl", "ns3::NoCongestionControl"}},
              Topology("LeafSpineTopology", "Leaves=2 Spines=4 HostsPerLeaf=2 UplinkRate=100Gbps"));
        const int64_t idealPs = m_network.IdealMessagePs(0, 3, bytes);
        const int64_t tookPs = TimeOfOne(0, 3, bytes);
        // A bound: a last packet of 1 B, 90 B on the wire with its immediate data, may come before
        // the other over another spine, and some 100 packets alone take up to a tenth longer.
        const int64_t overtakenPs = bytes == 4'097 ? 7'200 : 0;
        EXPECT_GE(tookPs, idealPs) << bytes;
        EXPECT_LE(tookPs, bytes > 100'000 ? idealPs * 11 / 10 : idealPs + overtakenPs) << bytes;
        Simulator::Destroy();
    }
}

TEST_F(IdealMessageTest, SprayingOverSlowLinksMayBeatAnySinglePath)
{
    // Four uplinks of 100 Gb/s under a host of 400: a packet of 4,178 B needs two of them one after
    // the other and the two host links, and the hosts' links alone bound the sequence.
    Build("RoceFabric",
          {{"PathSelector", "ns3::SprayPathSelector"},
           {"LossRecovery", "ns3::SelectiveRepeat[ReorderPackets=256]"},
           {"CongestionControl", "ns3::NoCongestionControl"}},
          Topology("LeafSpineTopology",
                   "Leaves=2 Spines=4 HostsPerLeaf=1 HostRate=400Gbps UplinkRate=100Gbps"));
    const int64_t idealPs = m_network.IdealMessagePs(0, 1, 409'600);
    const int64_t allBytes = 4'194 + 98 * 4'178 + 4'182;
    EXPECT_LT(idealPs, allBytes * 80);
    EXPECT_GE(TimeOfOne(0, 1, 409'600), idealPs);
}

TEST_F(IdealMessageTest, WhereTheOrderIsRestoredSlowLinksCarryAMessageTogether)
{
    const auto ideal = [this](const std::string& selector,
                              const std::string& uplinkRate,
                              const std::string& stage = "ns3::NoStage") {
        Build("RoceFabric",
              {{"PathSelector", selector},
               {"Stage", stage},
               {"LossRecovery", "ns3::SelectiveRepeat"}},
              Topology("LeafSpineTopology",
                       {{"Leaves", "2"},
                        {"Spines", "4"},
                        {"HostsPerLeaf", "1"},
                        {"HostRate", "400Gbps"},
                        {"UplinkRate", uplinkRate}}));
        return m_network.IdealMessagePs(0, 1, 409'601);
    };
    const std::string ecmp = "ns3::EcmpPathSelector";
    for (const std::string rate : {"100Gbps", "400Gbps"})
    {
        const auto expected = ideal(rate == "100Gbps" ? "ns3::SprayPathSelector" : ecmp, rate);
        EXPECT_EQ(ideal("ns3::ConweavePathSelector", rate), expected);
        EXPECT_EQ(ideal(ecmp, rate, "ns3::ScheduledStage"), expected);
    }
}

TEST_F(IdealMessageTest, NoMessageAloneIsFasterThanItsIdealOnRandomNetworks)
{
    std::mt19937_64 random(20261122);
    const auto dice = [&random](uint64_t sides) { return random() % sides; };
    const uint64_t rates[] = {10, 25, 40, 100, 200, 400};
    uint32_t exact = 0;
    uint32_t roce = 0;
    constexpr uint32_t NETWORKS = 60;
    for (uint32_t n = 0; n < NETWORKS; ++n)
    {
        FabricTopology topology;
        const uint32_t hosts = 2 + dice(3);
        const uint32_t switches = 1 + dice(5);
        const auto link = [&](uint32_t a, uint32_t b) {
            topology.AddLink(
                {a, b, rates[dice(6)] * GBPS, 10'000 * static_cast<int64_t>(1 + dice(200))});
        };
        for (uint32_t i = 0; i < switches; ++i)
        {
            topology.AddSwitch("switch");
        }
        for (uint32_t i = 0; i < hosts; ++i)
        {
            link(topology.AddHost("host"), dice(switches));
        }
        for (uint32_t i = 1; i < switches; ++i)
        {
            link(i, dice(i));
        }
        for (uint64_t more = switches > 1 ? dice(2 * switches) : 0; more > 0; --more)
        {
            const uint32_t a = dice(switches);
            link(a, (a + 1 + dice(switches - 1)) % switches);
        }
        const std::string mtu = std::to_string(256 << (2 * dice(3)));
        const bool ethernet = n % 3 != 0;
        const char* const routing =
            n % 2 == 0 ? "ns3::MinHopRouting[Lmc=2]" : "ns3::ShortestPathRouting";
        Build(ethernet ? "RoceFabric" : "InfiniBandFabric",
              "Nic=ns3::RdmaNic[MtuBytes=" + mtu + "] Routing=" + routing +
                  " CongestionControl=ns3::NoCongestionControl",
              topology);
        const uint64_t bytes = 1 + dice(dice(2) == 0 ? 300 : 30'000);
        SCOPED_TRACE("network " + std::to_string(n) + ", " + std::to_string(bytes) + " B, MTU " +
                     mtu);
        const int64_t idealPs = m_network.IdealMessagePs(0, hosts - 1, bytes);
        EXPECT_GE(idealPs, m_network.WireMessagePs(0, hosts - 1, bytes));
        int64_t bestPs = INT64_MAX;
        for (int draw = 0; draw < 64; ++draw)
        {
            const int64_t tookPs = TimeOfOne(0, hosts - 1, bytes);
            ASSERT_GE(tookPs, idealPs);
            bestPs = std::min(bestPs, tookPs);
        }
        roce += ethernet;
        exact += ethernet && bestPs == idealPs;
        Simulator::Destroy();
    }
    // Over Ethernet a message on its fastest path takes exactly the ideal; 64 draws find that path
    // but for networks with many and for an answer that hashes to a slow one throughout.
    EXPECT_GE(exact, roce * 9 / 10);
    RecordProperty("exact", std::to_string(exact) + " of " + std::to_string(roce));
}
