// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codec-packets.h"
#include "network-test.h"
#include "port-pair.h"
#include "units.h"

#include "ns3/control-frame.h"
#include "ns3/credit-based-flow-control.h"
#include "ns3/double.h"
#include "ns3/fabric-channel.h"
#include "ns3/integer.h"
#include "ns3/uet-codec.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <tuple>

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
        const Attributes credits =
            "FlowControl=ns3::CreditBasedFlowControl[" + flowControl +
            "] CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker";
        Build("RoceFabric", credits + parts, topology);
    }

    static FabricTopology Star(const std::string& hosts,
                               const std::string& rate = "100Gbps",
                               const std::string& delay = "500ns")
    {
        return Topology("StarTopology", {{"Hosts", hosts}, {"Rate", rate}, {"Delay", delay}});
    }

    /** @return parts of a fabric that repeats lost packets */
    static Attributes Retransmitting()
    {
        return "Transport=ns3::UltraEthernetTransport Framing=ns3::UetFraming "
               "RetransmissionTimer=ns3::AdaptiveTimer[InitialTimeout=200us] "
               "Nic=ns3::RdmaNic[RetryCount=50|AckPriority=6]";
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
 * 100 km at 800 Gb/s: twice a loop of 1 ms and 400 ns are 200,080,000 B, with 23,192 B for packets
 * and updates 1,563,307 credits of 128 B. The counters have 20 bits on the wire, so a credit is 512
 * B: 390,826. 1,000 km would need 4 KiB. In 2^19 credits of 2 KiB are 174,762 packets of 4178 B,
 * three credits each: 7.34 of the 10 ms of its loop.
 */
TEST_F(CreditBasedFlowControlTest, CreditsGetLargerOnLinksBetweenRegions)
{
    const auto ofSwitch = [this](const std::string& delay) {
        Restart();
        BuildCredits(Star("2", "800Gbps", delay));
        return FlowControls()[1];
    };
    auto credits = ofSwitch("500us");
    EXPECT_EQ(credits->GetBufferCredits(), 390'826u);
    EXPECT_EQ(credits->GetCreditsOf(512), 1u);
    EXPECT_EQ(credits->GetCreditsOf(513), 2u);
    EXPECT_EQ(credits->GetLoop()->GetShare(), 1);
    credits = ofSwitch("5ms");
    EXPECT_EQ(credits->GetBufferCredits(), CreditBasedFlowControl::MAX_CREDITS);
    EXPECT_EQ(credits->GetCreditsOf(2'048), 1u);
    EXPECT_NEAR(credits->GetLoop()->GetShare(), 0.734, 0.001);
    EXPECT_GT(credits->GetLoop()->neededBytes, 2'000'000'000u);
}

/**
 * At 100 Gb/s a switch at 1, 10 and 100 km gets as much as the buffer of a lane holds in a loop: n
 * packets of 4178 B, 33 credits of 128 B each. Of these one is told at a time (UpdateBytes 1).
 *     loop = 2 * 335.84 ns, as room is free when the last bit has left, + 2 delays + 400 ns + 0.64
 *            ns of the answer
 * The difference of two lengths of a message is without begin and end.
 */
TEST_F(CreditBasedFlowControlTest, ALoopCarriesWhatItsBufferHolds)
{
    constexpr double PACKET_NS = 335.84;
    for (const int64_t kilometres : {1, 10, 100})
    {
        for (const double part : {0.25, 0.5, 1.1})
        {
            const double loopNs =
                2 * PACKET_NS + 10'000.0 * static_cast<double>(kilometres) + 400.64;
            const auto packets = static_cast<int64_t>(part * loopNs / PACKET_NS);
            SCOPED_TRACE(std::to_string(kilometres) + " km, " + std::to_string(packets));
            const double share = std::min(1.0, static_cast<double>(packets) * PACKET_NS / loopNs);
            double endPs[2];
            for (const int64_t loops : {10, 30})
            {
                Restart();
                BuildCredits(Star("2", "100Gbps", std::to_string(5 * kilometres) + "us"),
                             "UpdateBytes=1|BufferBytes=" + std::to_string(packets * 33 * 128));
                EXPECT_NEAR(FlowControls()[1]->GetLoop()->GetShare(), share, 0.02);
                const auto job = Add("IncastWorkload",
                                     {{"Sources", "1"},
                                      {"Target", "0"},
                                      {"Bytes", std::to_string(loops * packets * 4096)}});
                Simulator::Run();
                ExpectLosslessEnd();
                endPs[loops / 30] = static_cast<double>((*job->GetRecords().begin()).finishedPs);
            }
            const double lawPs = 20e3 * static_cast<double>(packets) * PACKET_NS / share;
            EXPECT_NEAR((endPs[1] - endPs[0]) / lawPs, 1, 0.02);
        }
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

/**
 * CC_Update counts frames that link-level retry still sends again. If the receiver took them as
 * lost, it would free them now and once more when they have come: a sender would have more credits
 * than the buffer.
 */
TEST_F(CreditBasedFlowControlTest, RepeatedFramesAreNotFreedTwice)
{
    BuildCredits(Star("3"),
                 "CounterInterval=500ns",
                 Retransmitting() + Attributes("LinkRetry=ns3::GoBackNLinkRetry"));
    for (const auto& channel : m_network.channels)
    {
        channel->SetAttribute("ErrorRate", DoubleValue(0.05));
    }
    const auto job =
        Add("IncastWorkload", {{"Sources", "2"}, {"Target", "0"}, {"Bytes", "2000000"}});
    const auto all = FlowControls();
    uint32_t checks = 0;
    const std::function<void()> check = [&] {
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            ASSERT_LE(all[i]->GetCredits(3), int64_t{all[i ^ 1]->GetBufferCredits()}) << i;
        }
        ++checks;
        if (!job->IsFinished())
        {
            Simulator::Schedule(NanoSeconds(500), check);
        }
    };
    Simulator::Schedule(NanoSeconds(500), check);
    Simulator::Run();
    EXPECT_GT(checks, 500u);
    EXPECT_TRUE(job->IsFinished());
    EXPECT_FALSE(job->HasFailed());
    ExpectAllCredits();
}

/** A wire of 100 Gb/s and 100 ns without switches, whose far end keeps packets of a credit each. */
struct CreditWire : public PortPair<CreditBasedFlowControl>
{
    CreditWire(uint32_t credits, uint32_t updateBytes, double errorRate = 0)
    {
        Connect(100 * GBPS, 100'000, 128, errorRate);
        for (const auto& end : flow)
        {
            end->SetAttribute("BufferBytes", UintegerValue(128 * credits));
            end->SetAttribute("UpdateBytes", UintegerValue(updateBytes));
            end->SetAttribute("CounterInterval", TimeValue(MicroSeconds(1)));
        }
        owners[1].hold = true;
    }

    void Send(uint32_t packets)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            ports[0]->Enqueue(MakeDataPacket(::ns3::NowPs(), 128));
        }
    }

    void Free(uint32_t packets)
    {
        owners[1].Free(*ports[1], packets, ::ns3::NowPs());
    }

    static void Wait(int64_t ps)
    {
        Simulator::Stop(PicoSeconds(ps));
        Simulator::Run();
    }
};

/**
 * A sender hears of freed credits when they are UpdateBytes or, if that is less, an eighth of the
 * buffer; else when the link could have carried 262,144 B, in 20.97 us, since the first of them.
 */
TEST_F(CreditBasedFlowControlTest, CreditsAreToldByUpdateBytesAnEighthOrTheirTime)
{
    for (const auto& [credits, updateBytes, told] : {std::tuple{40U, 6400U, 5U},
                                                     {47U, 6400U, 5U},
                                                     {48U, 6400U, 6U},
                                                     {40U, 512U, 4U},
                                                     {40U, 511U, 3U},
                                                     {400U, 6400U, 50U},
                                                     {7U, 6400U, 1U}})
    {
        SCOPED_TRACE(std::to_string(credits) + ", " + std::to_string(updateBytes));
        Restart();
        CreditWire wire(credits, updateBytes);
        wire.Start();
        wire.Send(credits);
        CreditWire::Wait(10 * US);
        ASSERT_EQ(wire.flow[0]->GetCredits(3), 0);
        ASSERT_EQ(wire.flow[1]->GetOccupied(3), credits);
        wire.Free(told - 1);
        CreditWire::Wait(US);
        EXPECT_EQ(wire.flow[0]->GetCredits(3), 0);
        wire.Free(1);
        CreditWire::Wait(US);
        EXPECT_EQ(wire.flow[0]->GetCredits(3), told);
        // One that tells of fewer than was told before says nothing.
        const auto stale = FabricPacketPool::Make();
        stale->kind = CreditsFreed::GetKind();
        stale->As<CreditsFreed>() = {told - 1, 3};
        wire.flow[0]->ReceiveControl(*stale);
        EXPECT_EQ(wire.flow[0]->GetCredits(3), told);
        if (told > 2)
        {
            wire.Free(1);
            CreditWire::Wait(15 * US);
            wire.Free(1); // which changes nothing
            CreditWire::Wait(5 * US);
            EXPECT_EQ(wire.flow[0]->GetCredits(3), told);
            CreditWire::Wait(2 * US);
            EXPECT_EQ(wire.flow[0]->GetCredits(3), told + 2);
        }
    }
}

/** A packet in the receiver's pipeline of 10 us, when it hears of the counts, is not lost. */
TEST_F(CreditBasedFlowControlTest, WhatIsInThePipelineIsNotGivenBack)
{
    CreditWire wire(40, 128, 1e-12); // such a link may lose packets
    wire.ports[1]->SetPipeline(10 * US, false);
    wire.Start();
    wire.Send(3);
    CreditWire::Wait(5 * US);
    EXPECT_EQ(wire.flow[0]->GetCredits(3), 37);
    CreditWire::Wait(10 * US);
    EXPECT_EQ(wire.flow[1]->GetOccupied(3), 3u);
    wire.Free(3);
    CreditWire::Wait(10 * US);
    EXPECT_EQ(wire.flow[0]->GetCredits(3), 40);
    EXPECT_TRUE(wire.flow[0]->Audit().empty());
}

/** Three packets are in the buffer and two are lost with the link: then all credits but three. */
TEST_F(CreditBasedFlowControlTest, AMendedLinkLacksWhatIsInTheBuffer)
{
    CreditWire wire(40, 128);
    wire.Start();
    wire.Send(3);
    CreditWire::Wait(US);
    wire.Send(2);
    wire.channel->SetDown(true, ::ns3::NowPs());
    CreditWire::Wait(US);
    EXPECT_EQ(wire.channel->GetCounters(0).lostPackets, 2u);
    wire.channel->SetDown(false, ::ns3::NowPs());
    EXPECT_EQ(wire.flow[0]->GetCredits(3), 37);
    wire.Free(3);
    CreditWire::Wait(US);
    EXPECT_EQ(wire.flow[0]->GetCredits(3), 40);
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
