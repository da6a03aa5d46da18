// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Switches that trim Ultra Ethernet's packets, and credits of receivers.

#include "uet-test.h"
#include "units.h"

#include "ns3/uet-header.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <tuple>

using namespace ns3;

namespace
{

using UetTrimmingTest = UetTest;

} // namespace

TEST_F(UetTrimmingTest, EveryTrimmedHeaderBringsItsPacketBack)
{
    for (const auto& [senders, mode, frame] :
         {std::tuple{3U, "rud", 4218}, {16U, "rud", 4218}, {3U, "rudi", 4214}, {16U, "rudi", 4214}})
    {
        SCOPED_TRACE(std::string(mode) + ", " + std::to_string(senders));
        Restart();
        BuildUet({{"Transport", std::string("ns3::UltraEthernetTransport[Mode=") + mode + "]"},
                  {"Buffer", "ns3::SharedBuffer[TrimQueueTime=6us]"},
                  {"Marker", "ns3::RedMarker[KminBytes=13000|KmaxBytes=53000|Pmax=1]"},
                  {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
                 Star(senders + 1));
        RunIncast(senders, 1'000'000);
        const auto statistics = Statistics();
        EXPECT_GT(statistics.trims, 0u);
        EXPECT_EQ(statistics.drops, 0u);
        EXPECT_EQ(statistics.timeouts, 0u);
        EXPECT_EQ(m_network.nics[0]->GetCounters().trimmedPackets, statistics.trims);
        EXPECT_EQ(m_network.nics[0]->GetCounters().naksSent, statistics.trims);
        EXPECT_EQ(statistics.retransmittedPackets, statistics.trims);
        // The busy wire carries each packet once, and headers; no more than 6 us wait for it.
        const int64_t endPs = GetLastArrivalPs();
        const int64_t wirePs = senders * (244 * frame + 698 + frame - 4218) * int64_t{80};
        EXPECT_GT(endPs, wirePs);
        EXPECT_LT(endPs, wirePs * 103 / 100 + 20 * US);
    }
}

TEST_F(UetTrimmingTest, TrimmedFramesAreAsShortAsTheSwitchMayCutThem)
{
    // Their headers are 102 B: 14 + 20 + 8, PDS 12, SES 44, FCS 4. Without SES they would be 58 B.
    for (const auto& [sizeBytes, frameBytes] :
         std::map<uint32_t, uint32_t>{{0, 64}, {64, 64}, {80, 80}, {102, 102}, {128, 102}})
    {
        SCOPED_TRACE(sizeBytes);
        Restart();
        BuildUet("Buffer=ns3::SharedBuffer[TrimQueueTime=6us|TrimSizeBytes=" +
                     std::to_string(sizeBytes) +
                     "] Marker=ns3::RedMarker[KminBytes=13000|KmaxBytes=53000|Pmax=1] "
                     "Nic=ns3::RdmaNic[AckPriority=6]",
                 Star(6));
        uint64_t trims = 0;
        m_network.fabricSwitches[0]->TraceConnectWithoutContext(
            "Trim",
            Callback<void, const FabricPacket&, DropReason>(
                [&trims, expected = frameBytes](const FabricPacket& packet, DropReason) {
                    EXPECT_EQ(packet.frameBytes, expected);
                    EXPECT_EQ(packet.wireBytes, expected + 20);
                    ++trims;
                }));
        RunIncast(5, 1'000'000);
        EXPECT_GT(trims, 0u);
        EXPECT_EQ(trims, Statistics().trims);
        EXPECT_EQ(Statistics().retransmittedPackets, trims);
    }
}

TEST_F(UetTrimmingTest, TrimmedPacketsAndTheirNacksTellWhetherTheLastSwitchDidIt)
{
    // Four hosts of a leaf send over one uplink, which trims, or to one of their leaf.
    const auto topology =
        Topology("LeafSpineTopology",
                 "Leaves=2 Spines=1 HostsPerLeaf=5 HostRate=100Gbps UplinkRate=100Gbps");
    for (const bool isLast : {false, true})
    {
        Restart();
        BuildUet({{"Buffer", "ns3::SharedBuffer[TrimQueueTime=6us]"},
                  {"Marker", "ns3::RedMarker[KminBytes=13000|KmaxBytes=53000|Pmax=1]"},
                  {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
                 topology);
        uint32_t lasts = 0;
        uint32_t others = 0;
        std::map<UetNackCode, uint32_t> nacks;
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            fabricSwitch->TraceConnectWithoutContext(
                "Trim",
                Callback<void, const FabricPacket&, DropReason>(
                    [&lasts, &others](const FabricPacket& packet, DropReason) {
                        ++(packet.kind == PacketKind::TRIMMED_AT_LAST_HOP ? lasts : others);
                    }));
        }
        for (uint32_t host = 0; host < 4; ++host)
        {
            m_network.nics[host]->GetPort().TraceConnectWithoutContext(
                "Receive",
                Callback<void, const FabricPacket&, int64_t>(
                    [&nacks](const FabricPacket& packet, int64_t) {
                        const auto& answer = packet.As<UetAnswer>();
                        if (answer.type == UetType::NACK)
                        {
                            ++nacks[answer.code];
                        }
                    }));
            Open(host, isLast ? 4 : 5 + host).Post(1'000'000, host);
        }
        Simulator::Run();
        ExpectOnce(4);
        EXPECT_GT(isLast ? lasts : others, 0u);
        EXPECT_EQ(isLast ? others : lasts, 0u);
        EXPECT_EQ(nacks[isLast ? UetNackCode::TRIMMED_LASTHOP : UetNackCode::TRIMMED],
                  lasts + others);
        EXPECT_EQ(nacks.size(), 1u);
    }
}

TEST_F(UetTrimmingTest, ReceiversThatKnowOfScarceUplinksGrantLess)
{
    // 16 hosts of two leaves, each to one of the other leaf, over two spines: 4:1.
    const auto topology =
        Topology("LeafSpineTopology",
                 "Leaves=2 Spines=2 HostsPerLeaf=8 HostRate=100Gbps UplinkRate=100Gbps");
    std::map<std::string, uint64_t> trims;
    for (const std::string control : {"ns3::Rccc", "ns3::Rccc[Oversubscription=4]"})
    {
        SCOPED_TRACE(control);
        Restart();
        BuildUet("CongestionControl=" + control +
                     " Buffer=ns3::SharedBuffer[TrimQueueTime=12us] "
                     "Marker=ns3::RedMarker[KminBytes=30000|KmaxBytes=120000|Pmax=1] "
                     "EntropyPolicy=ns3::BitmapEntropyPolicy Nic=ns3::RdmaNic[AckPriority=6]",
                 topology);
        for (uint32_t host = 0; host < 16; ++host)
        {
            Open(host, (host + 8) % 16).Post(2'000'000, host);
        }
        Simulator::Run();
        ExpectOnce(16);
        trims[control] = Statistics().trims;
        const int64_t endPs = GetLastArrivalPs();
        // The two uplinks of a leaf carry 489 packets for each of its eight hosts.
        const int64_t wirePs = 8 * 489 * 4222 * 80 / 2;
        EXPECT_GT(endPs, wirePs);
        EXPECT_LT(endPs, control == "ns3::Rccc" ? 2 * wirePs : wirePs * 13 / 10);
    }
    EXPECT_LT(trims["ns3::Rccc[Oversubscription=4]"] * 4, trims["ns3::Rccc"]);
}

TEST_F(UetTrimmingTest, CreditsFillTheReceiversLinkAndNoQueue)
{
    constexpr uint32_t SENDERS = 7;
    BuildUet(
        {{"CongestionControl", "ns3::Rccc[MaxWindow=0.5]"}, {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
        Star(SENDERS + 1));
    RunIncast(SENDERS, 4'000'000);
    int64_t lastPs = 0;
    int64_t firstPs = INT64_MAX;
    for (const auto& arrival : m_client.arrivals)
    {
        lastPs = std::max(lastPs, arrival.arrivedPs);
        firstPs = std::min(firstPs, arrival.arrivedPs);
    }
    // With demand a packet has 4 B more: 976 of 4222 B and one of 2430 B.
    const double wirePs = SENDERS * (976 * 4222. + 2430) * 80 / 0.99;
    EXPECT_GT(static_cast<double>(lastPs), wirePs * 0.99);
    EXPECT_LT(static_cast<double>(lastPs), wirePs * 1.02);
    EXPECT_LT(static_cast<double>(lastPs - firstPs), wirePs * 0.01) << "turns are fair";
    // Only what goes without a grant may queue, half a round trip of each, and a packet each.
    const int64_t rttPs = m_network.IdealMessagePs(1, 0, 4096);
    const double speculative = SENDERS * (0.5 * static_cast<double>(rttPs) / 80 + 2 * 4222);
    EXPECT_LT(static_cast<double>(m_network.fabricSwitches[0]->GetBuffer().GetPeakBytes()),
              speculative);
}

// One of two ways is 4 us longer, so packets on it are overtaken by a dozen. Without credit the
// window is closed, and requests for credit overtake as well: neither indicates a loss.
TEST_F(UetTrimmingTest, WhatIsOvertakenIsNotLostForWantOfCredit)
{
    auto topology = Topology("LeafSpineTopology",
                             "Leaves=2 Spines=2 HostsPerLeaf=1 HostRate=100Gbps UplinkRate=100Gbps "
                             "HostDelay=1us UplinkDelay=1us");
    topology.links.back().delayPs += 4 * US;
    BuildUet("CongestionControl=ns3::Rccc EntropyPolicy=ns3::ObliviousEntropyPolicy "
             "RetransmissionTimer=ns3::LocalAckTimer",
             topology);
    Open(0, 1).Post(4'000'000, 0);
    Simulator::Run();
    ExpectOnce(1);
    const auto statistics = Statistics();
    EXPECT_EQ(statistics.drops + statistics.trims, 0u);
    EXPECT_EQ(statistics.retransmittedPackets, 0u);
}

TEST_F(UetTrimmingTest, WhoWaitsForCreditLeavesTheLineToPackets)
{
    // A turn of all takes 350 us, 25 times ProbeTime: who asked each time would take an eighth of
    // the line.
    constexpr uint32_t SENDERS = 255;
    BuildUet({{"CongestionControl", "ns3::Rccc[MaxWindow=0.5]"},
              {"Buffer", "ns3::SharedBuffer[TrimQueueTime=12us|TrimPriority=6]"},
              {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
             Star(SENDERS + 1));
    RunIncast(SENDERS, 100'000);
    const double wirePs = SENDERS * (24 * 4222. + 1822) * 80 / 0.99;
    EXPECT_LT(static_cast<double>(GetLastArrivalPs()), wirePs * 1.08);
}

TEST_F(UetTrimmingTest, AnIdleContextIsGrantedAgain)
{
    // Messages one after the other, each posted when the one before has ended, and with a gap.
    BuildUet({{"CongestionControl", "ns3::Rccc"}}, Star(2));
    auto& channel = Open(0, 1);
    const int64_t idealPs = m_network.IdealMessagePs(0, 1, 300'000);
    for (uint32_t i = 0; i < 5; ++i)
    {
        Simulator::Schedule(MicroSeconds(1000 * i), [&channel, i] { channel.Post(300'000, i); });
    }
    Simulator::Run();
    ExpectOnce(5);
    for (const auto& [immediate, end] : m_client.ends)
    {
        EXPECT_LT(static_cast<double>(end.finishedPs - end.postedPs),
                  1.03 * static_cast<double>(idealPs));
    }
}
