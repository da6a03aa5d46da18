// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Telemetry of long paths, and of flows that take many paths.

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"

#include "ns3/fabric-lint.h"
#include "ns3/input-error.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

class TelemetryPathsTest : public NetworkTest
{
  protected:
    static FabricTopology Chain(const std::string& switches)
    {
        return Topology("ParkingLotTopology", {{"Switches", switches}, {"HostsPerSwitch", "1"}});
    }

    /** Notes how many switches packets with payload have heard of. */
    void Watch(uint32_t host)
    {
        m_network.nics[host]->GetPort().TraceConnectWithoutContext(
            "Receive",
            Callback<void, const FabricPacket&, int64_t>(
                [this](const FabricPacket& packet, int64_t) {
                    if (packet.kind == PacketKind::TRANSPORT && packet.payloadBytes > 0)
                    {
                        const auto& stack = static_cast<const TelemetryStack&>(*packet.extras);
                        m_hops = stack.count;
                        m_mostHops = std::max<uint32_t>(m_mostHops, stack.count);
                        m_room = stack.room;
                        m_overhead = packet.frameBytes - packet.payloadBytes;
                    }
                }));
    }

    void Send(uint32_t source, uint32_t dest, uint64_t bytes)
    {
        const auto pair = RdmaNic::Connect(m_network.nics[source], m_network.nics[dest], 3);
        pair.first->SetCompletionCallback(MakeCallback(&TelemetryPathsTest::Complete, this));
        pair.first->PostWrite(bytes, 0);
    }

    void Complete(const RdmaCompletion& completion)
    {
        m_finishedPs = completion.finishedPs;
    }

    uint32_t m_mostHops{0};
    int64_t m_finishedPs{0};
    uint32_t m_hops{0};
    uint32_t m_room{0};
    uint32_t m_overhead{0};
};

} // namespace

TEST_F(TelemetryPathsTest, EverySwitchIsHeard)
{
    // Beside the telemetry a WRITE MIDDLE has 62 B: Ethernet 14, IP 20, UDP 8, BTH 12, ICRC 4,
    // FCS 4.
    for (const auto& [switches, room, bytes] : {std::tuple{2, 5, 42},
                                                std::tuple{5, 5, 42},
                                                std::tuple{6, 6, 50},
                                                std::tuple{15, 15, 122}})
    {
        SCOPED_TRACE(switches);
        Build("RoceFabric", {{"CongestionControl", "ns3::Hpcc"}}, Chain(std::to_string(switches)));
        const uint32_t last = m_network.nics.size() - 1;
        Watch(last);
        const auto pair = RdmaNic::Connect(m_network.nics[0], m_network.nics[last], 3);
        pair.first->PostWrite(4096 * 8, 0);
        Simulator::Run();
        EXPECT_EQ(m_hops, switches);
        EXPECT_EQ(m_room, room);
        // The last packet is a WRITE LAST: as long.
        EXPECT_EQ(m_overhead, 62 + bytes);
        EXPECT_EQ(m_network.nics[0]->GetPort().GetMaxWireBytes(), 4198 + bytes);
        EXPECT_EQ(m_network.GetTelemetryRoom(), room);
        Simulator::Destroy();
    }
}

TEST_F(TelemetryPathsTest, ADigestTakesAByteOverPathsOfAnyLength)
{
    for (const auto& [control, bytes] :
         {std::pair{"ns3::HpccPint", 1}, std::pair{"ns3::HpccPint[CodeBase=1.01]", 2}})
    {
        SCOPED_TRACE(control);
        Build("RoceFabric", {{"CongestionControl", control}}, Chain("20"));
        const uint32_t last = m_network.nics.size() - 1;
        uint32_t overhead[2] = {0, 0}; // of the last packet that came to either host
        uint16_t code[2] = {0, 0};
        for (const uint32_t end : {0, 1})
        {
            m_network.nics[end * last]->GetPort().TraceConnectWithoutContext(
                "Receive",
                Callback<void, const FabricPacket&, int64_t>(
                    [&, end](const FabricPacket& packet, int64_t) {
                        ASSERT_EQ(packet.telemetry, TelemetryKind::DIGEST);
                        overhead[end] = packet.frameBytes - packet.payloadBytes;
                        code[end] = static_cast<const TelemetryDigest&>(*packet.extras).code;
                    }));
        }
        const auto pair = RdmaNic::Connect(m_network.nics[0], m_network.nics[last], 3);
        pair.first->PostWrite(4096 * 8, 0);
        Simulator::Run();
        // The last packet of data is a WRITE LAST; its acknowledgement has an AETH of 4 B, too.
        EXPECT_EQ(overhead[1], 62u + bytes);
        EXPECT_EQ(overhead[0], 66u + bytes);
        EXPECT_GT(code[1], 0);
        EXPECT_EQ(code[0], code[1]);
        EXPECT_EQ(m_network.nics[0]->GetPort().GetMaxWireBytes(), 4198u + bytes);
        EXPECT_EQ(m_network.GetTelemetryRoom(), 0u);
        Simulator::Destroy();
    }
}

/** Switches average over BaseRtt, and over the longest round trip if that is 0. */
TEST_F(TelemetryPathsTest, SwitchesHaveTheSpanOfTheSenders)
{
    const auto topology = Chain("6");
    Build("RoceFabric", {{"CongestionControl", "ns3::HpccPint"}}, topology);
    int64_t longestPs = 0;
    for (uint32_t from = 0; from < 6; ++from)
    {
        for (uint32_t to = 0; to < 6; ++to)
        {
            longestPs = from == to ? longestPs
                                   : std::max(longestPs, m_network.IdealMessagePs(from, to, 4096));
        }
    }
    EXPECT_EQ(longestPs, m_network.IdealMessagePs(5, 0, 4096));
    EXPECT_EQ(m_network.fabricSwitches[2]->GetDigests()->GetSpanPs(), longestPs);
    Simulator::Destroy();
    Build("RoceFabric", {{"CongestionControl", "ns3::HpccPint[BaseRtt=13us]"}}, topology);
    for (const auto& fabricSwitch : m_network.fabricSwitches)
    {
        EXPECT_EQ(fabricSwitch->GetDigests()->GetSpanPs(), 13'000'000);
    }
    Simulator::Destroy();
    Build("RoceFabric", {{"CongestionControl", "ns3::Hpcc"}}, topology);
    EXPECT_EQ(m_network.fabricSwitches[0]->GetDigests(), nullptr);
}

TEST_F(TelemetryPathsTest, MoreSwitchesThanTheHeaderCountsAreRefused)
{
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Build("RoceFabric", {{"CongestionControl", "ns3::Hpcc"}}, Chain("16"));
              }),
              "in-band telemetry has room for 15 switches, and ns3::ParkingLotTopology has paths "
              "over 16; choose a congestion control that needs no telemetry, or shorter paths");
    Build("RoceFabric", {{"CongestionControl", "ns3::Swift"}}, Chain("16"));
    EXPECT_EQ(m_network.GetTelemetryRoom(), 0u);
}

TEST_F(TelemetryPathsTest, SwitchesOfDetoursAreHeard)
{
    // From the first host of a chain of 4 to the second one, the longest way goes over the last:
    // switches 0, 1, 2, 3, 2, 1. Of two ways over 4 switches that share one there are at most 7.
    const auto build = [this](const std::string& switches) {
        Build("RoceFabric",
              "CongestionControl=ns3::Hpcc PathSelector=ns3::ValiantPathSelector "
              "LossRecovery=ns3::SelectiveRepeat[WindowBdps=0|ReorderPackets=1000]",
              Chain(switches));
    };
    build("4");
    EXPECT_EQ(m_network.GetTelemetryRoom(), 7u);
    Watch(1);
    const auto pair = RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3);
    pair.first->PostWrite(4096 * 100, 0);
    Simulator::Run();
    EXPECT_EQ(m_mostHops, 6u);
    Simulator::Destroy();
    build("8");
    EXPECT_EQ(m_network.GetTelemetryRoom(), 15u);
    EXPECT_EQ(MessageOf<InputError>([&] { build("9"); }),
              "in-band telemetry has room for 15 switches, and ns3::ParkingLotTopology has paths "
              "over 17; choose a congestion control that needs no telemetry, or shorter paths");
}

/**
 * Four hosts of a leaf send to as many of the other over four spines, all links alike. Sprayed,
 * each gets the target of 95 % of its link and Wai; by ECMP some share an uplink. Taking counters
 * of spines for each other made HPCC 20 times slower than ECMP.
 */
TEST_F(TelemetryPathsTest, SprayedFlowsHoldTheirTarget)
{
    for (const std::string control : {"ns3::Hpcc", "ns3::HpccPint", "ns3::PowerTcp"})
    {
        SCOPED_TRACE(control);
        Build("RoceFabric",
              {{"CongestionControl", control},
               {"PathSelector", "ns3::SprayPathSelector"},
               {"LossRecovery", "ns3::SelectiveRepeat[WindowBdps=2|ReorderPackets=64]"}},
              Topology("LeafSpineTopology",
                       "Leaves=2 Spines=4 HostsPerLeaf=4 HostRate=100Gbps UplinkRate=100Gbps"));
        for (uint32_t host = 0; host < 4; ++host)
        {
            Send(host, 4 + host, 5'000'000);
        }
        Simulator::Run();
        // 5 MB are 400 us at 100 Gb/s; 3 % of headers, 5 % left free, two round trips to begin and
        // to end, and what sprayed packets lose where they meet.
        EXPECT_GT(m_finishedPs, 400 * 1'000'000);
        EXPECT_LT(m_finishedPs, 400 * 1.41 * 1'000'000);
        EXPECT_EQ(Statistics().retransmittedPackets, 0u);
        Simulator::Destroy();
    }
}

TEST_F(TelemetryPathsTest, TheLintCountsPaths)
{
    const auto find = [](const std::string& spines,
                         const std::string& selector,
                         const std::string& entropy = "ns3::FixedEntropyPolicy",
                         const std::string& control = "ns3::Hpcc") {
        const auto profile = Make<FabricProfile>("RoceFabric",
                                                 {{"CongestionControl", control},
                                                  {"PathSelector", selector},
                                                  {"EntropyPolicy", entropy},
                                                  {"LossRecovery", "ns3::SelectiveRepeat"}});
        const auto network = FabricHelper(profile).Install(
            Topology("LeafSpineTopology", {{"Leaves", "2"}, {"Spines", spines}}));
        FabricLint lint(profile, network);
        for (const auto& finding : lint.Check({}))
        {
            if (finding.rule == "telemetry-many-paths")
            {
                return finding.text;
            }
        }
        return std::string();
    };
    EXPECT_EQ(find("4", "ns3::SprayPathSelector"), "");
    EXPECT_EQ(find("128", "ns3::EcmpPathSelector"), "");
    EXPECT_TRUE(Has(find("128", "ns3::SprayPathSelector"), "spreads a flow over 128 paths"));
    EXPECT_EQ(find("128", "ns3::SprayPathSelector", "ns3::FixedEntropyPolicy", "ns3::HpccPint"), "")
        << "a digest is compared with none";
    EXPECT_TRUE(Begins(find("128", "ns3::EcmpPathSelector", "ns3::ObliviousEntropyPolicy"),
                       "EntropyPolicy ns3::ObliviousEntropyPolicy spreads a flow over 128 paths"));
}
