// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codec-packets.h"
#include "network-test.h"
#include "units.h"

#include "ns3/control-frame.h"
#include "ns3/credit-based-flow-control.h"
#include "ns3/double.h"
#include "ns3/fabric-channel.h"
#include "ns3/integer.h"
#include "ns3/uet-codec.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

class CreditBasedFlowControlTest : public NetworkTest
{
  protected:
    /** @param flowControl its attributes @param parts more of the fabric */
    void BuildCredits(const FabricTopology& topology,
                      const std::string& flowControl = "",
                      const Attributes& parts = {})
    {
        Attributes all = {{"FlowControl", "ns3::CreditBasedFlowControl[" + flowControl + "]"},
                          {"CongestionControl", "ns3::NoCongestionControl"},
                          {"Marker", "ns3::NoMarker"}};
        all.insert(all.end(), parts.begin(), parts.end());
        Build("RoceFabric", all, topology);
    }

    static FabricTopology Star(const std::string& hosts,
                               const std::string& rate = "100Gbps",
                               const std::string& delay = "500ns")
    {
        return Topology("StarTopology", {{"Hosts", hosts}, {"Rate", rate}, {"Delay", delay}});
    }

    /** @return parts of a fabric that sends again what is lost */
    static Attributes Retransmitting()
    {
        return {{"Transport", "ns3::UltraEthernetTransport"},
                {"Framing", "ns3::UetFraming"},
                {"RetransmissionTimer", "ns3::AdaptiveTimer[InitialTimeout=200us]"},
                {"Nic", "ns3::RdmaNic[RetryCount=50|AckPriority=6]"}};
    }

    /** Every sender has all credits of the other end's buffer. */
    void ExpectAllCredits() const
    {
        const auto all = FlowControls();
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            EXPECT_EQ(all[i]->GetCredits(3), int64_t{all[i ^ 1]->GetBufferCredits()}) << i;
        }
    }

    /** @return of each port of the network, both ends of each link after the other */
    std::vector<Ptr<CreditBasedFlowControl>> FlowControls() const
    {
        std::vector<Ptr<CreditBasedFlowControl>> all;
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            const auto port = DynamicCast<FabricNetDevice>(m_network.devices.Get(i));
            all.push_back(
                DynamicCast<CreditBasedFlowControl>(Ptr<LinkFlowControl>(&port->GetFlowControl())));
        }
        return all;
    }
};

TEST_F(CreditBasedFlowControlTest, APacketTakesWhatItsFrameAndTheOverheadFill)
{
    const auto credits = CreateObject<CreditBasedFlowControl>();
    EXPECT_EQ(credits->GetCreditsOf(64), 1u);
    EXPECT_EQ(credits->GetCreditsOf(128), 1u);
    EXPECT_EQ(credits->GetCreditsOf(129), 2u);
    EXPECT_EQ(credits->GetCreditsOf(4198), 33u);
    credits->SetAttribute("OverheadBytes", IntegerValue(-16));
    EXPECT_EQ(credits->GetCreditsOf(144), 1u);
    credits->SetAttribute("OverheadBytes", IntegerValue(127));
    credits->SetAttribute("CreditBytes", UintegerValue(64));
    EXPECT_EQ(credits->GetCreditsOf(64), 3u);
}

TEST_F(CreditBasedFlowControlTest, TheDefaultBufferNeverHoldsUpALoneFlow)
{
    for (const std::string rate : {"10Gbps", "100Gbps", "800Gbps"})
    {
        for (const std::string delay : {"10ns", "500ns", "2us"})
        {
            SCOPED_TRACE(rate + ", " + delay);
            Restart();
            BuildCredits(Star("2", rate, delay));
            const auto job =
                Add("IncastWorkload", {{"Sources", "1"}, {"Target", "0"}, {"Bytes", "3000000"}});
            Simulator::Run();
            ExpectLosslessEnd();
            // Acknowledgements free credits, of which 8 B tell between packets every 262,144 B.
            const int64_t endPs = (*job->GetRecords().begin()).finishedPs;
            const uint64_t ratebps = m_network.nics[0]->GetPort().GetRatebps();
            const int64_t updates = endPs / SerializationPs(262'144, ratebps) + 1;
            const int64_t latePs = endPs - m_network.IdealMessagePs(1, 0, 3'000'000);
            EXPECT_GE(latePs, 0);
            EXPECT_LE(latePs, updates * SerializationPs(8, ratebps));
            for (const auto& flowControl : FlowControls())
            {
                EXPECT_EQ(flowControl->GetBlockedPs(3, Simulator::Now().GetPicoSeconds()), 0);
            }
        }
    }
}

/**
 * Four longest packets of 4198 B, 6400 B that may be freed before they are told, and twice the
 * loop. A loop of 1 us cable there and back and the 400 ns of a switch's pipeline is 17,500 B at
 * 100 Gb/s: 58,192 B, 454 credits of 128 B. That of a host, without a pipeline, is 12,500 B: 48,192
 * B, 376.
 */
TEST_F(CreditBasedFlowControlTest, TheDefaultBufferIsFourPacketsAndTwiceTheLoop)
{
    BuildCredits(Star("2"));
    const auto all = FlowControls();
    ASSERT_EQ(all.size(), 4u);
    for (std::size_t i = 0; i < all.size(); i += 2)
    {
        EXPECT_EQ(all[i]->GetBufferCredits(), 376u) << "host " << i / 2;
        EXPECT_EQ(all[i + 1]->GetBufferCredits(), 454u) << "switch";
    }
}

/**
 * A buffer of one packet, 33 credits. At 100 Gb/s and over cables of 10 ns a packet of 4178 B is
 * followed by the next one when it is stored in the switch, its pipeline of 400 ns has passed, its
 * last bit has left and 8 B have come back: 2 * 334.24 + 400 + 20 + 0.64 ns. A credit given at the
 * first bit that leaves would make it 334.24 ns less, and the buffer hold two packets.
 */
TEST_F(CreditBasedFlowControlTest, CreditsComeBackWhenTheLastBitHasLeft)
{
    constexpr int64_t PACKETS = 200;
    BuildCredits(Star("2", "100Gbps", "10ns"), "BufferBytes=4224");
    const auto job =
        Add("IncastWorkload",
            {{"Sources", "1"}, {"Target", "0"}, {"Bytes", std::to_string(PACKETS * 4'096)}});
    Simulator::Run();
    ExpectLosslessEnd();
    const double takenPs = static_cast<double>((*job->GetRecords().begin()).finishedPs) -
                           static_cast<double>(m_network.IdealMessagePs(1, 0, 4'096));
    const double law = 2 * 334'240 + 400'000 + 20'000 + 640;
    EXPECT_NEAR(takenPs / (PACKETS - 1) / law, 1, 0.01);
}

TEST_F(CreditBasedFlowControlTest, AnIncastFillsTheLinkAndNoBufferBeyondItsCredits)
{
    for (const std::string sources : {"2", "3", "7"})
    {
        SCOPED_TRACE(sources);
        Restart();
        BuildCredits(Star("8"), "BufferBytes=30000");
        const auto job =
            Add("IncastWorkload", {{"Sources", sources}, {"Target", "0"}, {"Bytes", "1000000"}});
        Simulator::Run();
        ExpectLosslessEnd();
        const auto count = static_cast<int64_t>(std::stoi(sources));
        EXPECT_LE(m_network.fabricSwitches[0]->GetBuffer().GetPeakBytes(),
                  static_cast<uint64_t>(count) * 30'000);
        int64_t lastPs = 0;
        for (const auto& record : job->GetRecords())
        {
            lastPs = std::max(lastPs, record.finishedPs);
        }
        // 244 full packets of 4178 B on the wire and one of 656 B each, behind one another.
        const int64_t wirePs = count * (244 * 4178 + 656) * 80;
        EXPECT_GT(lastPs, wirePs);
        EXPECT_LT(lastPs, wirePs + 5 * US);
        for (const auto& flowControl : FlowControls())
        {
            EXPECT_EQ(flowControl->GetOccupied(3), 0u);
        }
    }
}

TEST_F(CreditBasedFlowControlTest, CreditsOfLostPacketsComeBack)
{
    for (const double loss : {0.001, 0.05, 0.3})
    {
        SCOPED_TRACE(loss);
        Restart();
        auto topology = Star("4");
        for (auto& link : topology.links)
        {
            link.errorRate = loss;
        }
        BuildCredits(topology, "BufferBytes=40000", Retransmitting());
        const auto job =
            Add("IncastWorkload", {{"Sources", "3"}, {"Target", "0"}, {"Bytes", "400000"}});
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished());
        EXPECT_FALSE(job->HasFailed());
        EXPECT_EQ(Statistics().drops, 0u);
        const auto all = FlowControls();
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            EXPECT_EQ(all[i]->GetOccupied(3), 0u) << i;
        }
        ExpectAllCredits();
    }
}

// All that comes back to a sender without credits is lost for a while.
TEST_F(CreditBasedFlowControlTest, ALinkThatBeginsToLosePacketsLosesNoCreditsForGood)
{
    BuildCredits(Star("2"), "BufferBytes=10000", Retransmitting());
    const auto job =
        Add("IncastWorkload", {{"Sources", "1"}, {"Target", "0"}, {"Bytes", "4000000"}});
    const auto& channel = m_network.channels[1]; // of the source
    Simulator::Schedule(MicroSeconds(50),
                        [&] { channel->SetAttribute("ErrorRate", DoubleValue(1)); });
    int64_t atLoss = 0;
    Simulator::Schedule(MicroSeconds(60), [&] {
        atLoss = FlowControls()[2]->GetCredits(3);
        channel->SetAttribute("ErrorRate", DoubleValue(0));
    });
    Simulator::Run();
    EXPECT_LT(atLoss, 33); // a packet's
    EXPECT_TRUE(job->IsFinished());
    EXPECT_FALSE(job->HasFailed());
    ExpectAllCredits();
}

TEST_F(CreditBasedFlowControlTest, CountersAreAFrameOfMacControl)
{
    const auto packet = MakeControlPacket(CreditsConsumed::GetKind());
    for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
    {
        packet->As<CreditsConsumed>().consumed[lane] = 0xf0000 + lane;
    }
    const UetCodec codec(false);
    const auto frame = codec.EncodeBytes(*packet, ENDS);
    EXPECT_EQ(frame.size(), 64u);
    const auto back = codec.DecodeBytes(frame);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->kind, CreditsConsumed::GetKind());
    EXPECT_EQ(back->As<CreditsConsumed>().consumed[7], 0xf0007u);
}

} // namespace
