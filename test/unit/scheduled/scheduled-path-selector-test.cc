// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "scheduled-fabric-test.h"
#include "units.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using ScheduledPathSelectorTest = ScheduledFabricTest;

TEST_F(ScheduledPathSelectorTest, AnIdleFabricAddsARequestAndAGrant)
{
    for (const uint64_t rate : {100 * GBPS, 400 * GBPS, 40 * GBPS})
    {
        for (const int64_t delayPs : {int64_t{10'000}, int64_t{2'000'000}})
        {
            for (const std::string fabricSwitch :
                 {"ns3::FabricSwitch", "ns3::FabricSwitch[CutThrough=true]"})
            {
                std::vector<int64_t> timesPs;
                for (const std::string selector :
                     {"ns3::EcmpPathSelector", "ns3::ScheduledPathSelector"})
                {
                    Build(selector, {2, 3, 2, rate, delayPs, "", fabricSwitch});
                    const auto job = Add("IncastWorkload",
                                         {{"Hosts", "0,3"}, {"Sources", "1"}, {"Bytes", "3000"}});
                    RunAll();
                    timesPs.push_back(GetTimesPs(*job).front());
                }
                // 64 B take 84 B of two wires, there and back; cut through, their first bit is
                // heard.
                const int64_t bitsPs = static_cast<int64_t>(84 * 8e12 / static_cast<double>(rate));
                const int64_t bothPs = fabricSwitch == "ns3::FabricSwitch" ? 2 * bitsPs : 0;
                const int64_t tripPs = bothPs + 2 * (delayPs + LATENCY_PS);
                EXPECT_EQ(timesPs[1] - timesPs[0], 2 * tripPs) << rate << fabricSwitch;
            }
        }
    }
}

TEST_F(ScheduledPathSelectorTest, CellsTakeAllLinksAndArePutTogether)
{
    for (const uint64_t rate : {100 * GBPS, 400 * GBPS, 25 * GBPS})
    {
        std::vector<int64_t> timesPs;
        for (const std::string cells : {"0", "256"})
        {
            Build("ns3::ScheduledPathSelector[CellBytes=" + cells + "]", {2, 3, 2, rate});
            const auto job =
                Add("IncastWorkload", {{"Hosts", "0,3"}, {"Sources", "1"}, {"Bytes", "3000"}});
            RunAll();
            ExpectOrderlyEnd();
            timesPs.push_back(GetTimesPs(*job).front());
        }
        // A frame of 3082 B, 3102 B on the wire, is in 13 cells of 264 B, the last one of 18 B.
        // Each of three links carries four of them, and the first link that one behind them; what
        // comes last over the second wire is there after five and that one, as its fourth cell is
        // sent on meanwhile.
        const auto timePs = [rate](int64_t bytes) {
            return static_cast<int64_t>(static_cast<double>(bytes) * 8e12 /
                                        static_cast<double>(rate));
        };
        EXPECT_EQ(timesPs[1] - timesPs[0], 5 * timePs(264) + timePs(18) - 2 * timePs(3102)) << rate;
    }
}

TEST_F(ScheduledPathSelectorTest, WholePacketsAreAsGoodAsCells)
{
    for (const uint32_t spines : {2U, 3U, 5U})
    {
        const Wiring
            wiring{3, spines, 3, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 3. / spines * 1.1};
        std::vector<std::vector<double>> ends;
        for (const std::string cells : {"0", "256", "64"})
        {
            Build("ns3::ScheduledPathSelector[CellBytes=" + cells + "]", wiring);
            const auto incast =
                Add("IncastWorkload",
                    {{"Hosts", "0,1,2,3,4"}, {"Bytes", "1000003"}, {"Target", "6"}});
            const auto victim =
                Add("IncastWorkload", {{"Hosts", "5,7"}, {"Sources", "1"}, {"Bytes", "3000001"}});
            RunAll();
            ExpectOrderlyEnd();
            ends.push_back({GetLastPs(*incast), GetLastPs(*victim)});
            EXPECT_LT(Statistics().largestQueueBytes, 3 * 16'384u) << spines << ' ' << cells;
        }
        for (const uint32_t cells : {1U, 2U})
        {
            for (const uint32_t job : {0U, 1U})
            {
                EXPECT_NEAR(ends[cells][job], ends[0][job], 0.005 * ends[0][job] + GetLoopPs() / 2)
                    << spines << ' ' << cells;
            }
        }
    }
    EXPECT_EQ(MessageOf<InputError>([&] { Build("ns3::ScheduledPathSelector[CellBytes=63]", {}); }),
              "ns3::ScheduledPathSelector CellBytes: is 63; expected at least 64, or 0");
}

// The longest packets that a NIC may have in the shortest cells that there are, 1,026 with headers.
TEST_F(ScheduledPathSelectorTest, TheLongestPacketIsPutTogetherOfTheShortestCells)
{
    NetworkTest::Build(
        "RoceFabric",
        "PathSelector=ns3::ScheduledPathSelector[CellBytes=64] "
        "Transport=ns3::UltraEthernetTransport Framing=ns3::UetFraming "
        "FlowControl=ns3::NoFlowControl CongestionControl=ns3::NoCongestionControl "
        "Buffer=ns3::SharedBuffer[SizeBytes=1000000000] Nic=ns3::RdmaNic[MtuBytes=65532]",
        Topology("LeafSpineTopology", {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "1"}}));
    const auto job = Add("IncastWorkload", {{"Hosts", "0,1"}, {"Bytes", "131064"}});
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    EXPECT_TRUE(job->IsFinished());
    EXPECT_EQ(Statistics().retransmittedPackets, 0u);
    EXPECT_EQ(Statistics().drops, 0u);
}

// Headers as long as the cells: links between switches, together as fast as the hosts, carry half.
// A packet of 4096 B is a frame of 4158 B: 65 cells, with headers 4158 + 65 * 64 = 8318 B for 4178.
// If the rates account for that, the leaves queue the usual bytes: two credits on a link and a
// packet's cells at the first one, NearBytes and a loop of credits at the last.
TEST_F(ScheduledPathSelectorTest, CellHeadersTakeTheirShareOfTheLinks)
{
    constexpr double BYTES = 500'000;
    Build("ns3::ScheduledPathSelector[CellBytes=64|CellHeaderBytes=64]", {});
    const auto job = Add("ShiftWorkload", {{"Shift", "4"}, {"Bytes", "500000"}});
    RunAll();
    ExpectOrderlyEnd();
    const double busyPs = GetBusyPs(BYTES) * 8318 / 4178;
    EXPECT_GT(GetLastPs(*job), busyPs);
    EXPECT_LT(GetLastPs(*job), busyPs * (1 + 2 * TOLERANCE) + 2 * GetLoopPs());
    EXPECT_LT(Statistics().largestQueueBytes, 3 * 16'384u);
}

// A port that had nothing to grant, or had to wait for the links, makes up for one credit and no
// more: its first two go at once, and in any time T later T / c, with c of a credit at 1.02 times
// the rate.
TEST_F(ScheduledPathSelectorTest, APortThatWaitedMakesUpForOneCredit)
{
    Build("ns3::ScheduledPathSelector[LocalDelay=300ns]", {1, 1, 2});
    std::vector<int64_t> timesPs;
    GetSelector(0)->TraceConnectWithoutContext(
        "Grant",
        Callback<void, const VoqKey&, uint64_t>([&timesPs](const VoqKey& key, uint64_t) {
            if (key.destHost == 1)
            {
                timesPs.push_back(Simulator::Now().GetPicoSeconds());
            }
        }));
    Add("IncastWorkload", {{"Hosts", "0,1"}, {"Sources", "1"}, {"Bytes", "40000"}});
    RunAll();
    ExpectOrderlyEnd();
    // 40,000 B are ten packets, 40,820 B of wire: ten credits, or one more as totals begin
    // anywhere.
    ASSERT_GE(timesPs.size(), 10u);
    ASSERT_LE(timesPs.size(), 11u);
    EXPECT_EQ(timesPs[1], timesPs[0]);
    const int64_t creditPs = 4096 * 80 * 100 / 102;
    for (std::size_t i = 2; i < timesPs.size(); ++i)
    {
        const auto credits = static_cast<int64_t>(i) - 1;
        EXPECT_GE(timesPs[i] - timesPs[0], credits * creditPs - 1'000) << i; // a tick of 1 ns
    }
}

TEST_F(ScheduledPathSelectorTest, APacketThatLacksACellIsLost)
{
    Build("ns3::ScheduledPathSelector[CellBytes=256]", {});
    Add("ShiftWorkload", {{"Shift", "4"}, {"Bytes", "200000"}});
    DiscardFrom(3, 0, MicroSeconds(12), MicroSeconds(13));
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
    EXPECT_GT(Statistics().drops, 0u);
    EXPECT_GT(GetSelector(0)->GetMissing() + GetSelector(1)->GetMissing(), 0u);
    EXPECT_EQ(Statistics().deliveredBytes, 8 * 200'000u);
    for (const auto& device : m_network.fabricSwitches)
    {
        EXPECT_EQ(device->GetHeldBytes(), 0u);
        EXPECT_EQ(device->GetBuffer().GetUsedBytes(), 0u);
    }
}

// For 50 us a spine loses all, so every fourth packet of a queue. The many gaps are waited for at
// the same time, 100 us, and not one after the other.
TEST_F(ScheduledPathSelectorTest, GapsAreWaitedForTogether)
{
    Build("ns3::ScheduledPathSelector", {});
    Add("ShiftWorkload", {{"Shift", "4"}, {"Bytes", "2000000"}});
    for (const uint16_t port : {0, 1})
    {
        DiscardFrom(2, port, MicroSeconds(20), MicroSeconds(70));
    }
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
    EXPECT_GT(GetSelector(0)->GetMissing(), 8u * 10);
    // 2 MB at the full rate take 170 us; what left behind the first loss, for 100 us and a round
    // trip, leaves again.
    EXPECT_LT(GetLastPs(*m_jobs.front()), 600 * US);
}

TEST_F(ScheduledPathSelectorTest, OneSwitchIsABoxOfLineCards)
{
    Build("ns3::ScheduledPathSelector[LocalDelay=300ns]", {1, 1, 6});
    const auto incast =
        Add("IncastWorkload", {{"Hosts", "0,1,2,3"}, {"Bytes", "2000000"}, {"Target", "4"}});
    const auto victim =
        Add("IncastWorkload", {{"Hosts", "0,5"}, {"Sources", "1"}, {"Bytes", "2000000"}});
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_LT(GetLastPs(*incast), GetBusyPs(8e6) * (1 + TOLERANCE) + 2 * GetLoopPs());
    // Its NIC has two messages to send, so half of the rate at first.
    EXPECT_LT(GetLastPs(*victim), GetBusyPs(4e6) * (1 + TOLERANCE) + 2 * GetLoopPs());
    EXPECT_LT(Statistics().largestQueueBytes, 2 * 16'384u);
    Build("ns3::EcmpPathSelector", {1, 1, 6});
    const Attributes one{{"Hosts", "0,1"}, {"Sources", "1"}, {"Bytes", "1000"}};
    const auto plain = Add("IncastWorkload", one);
    RunAll();
    const double plainPs = GetLastPs(*plain);
    Build("ns3::ScheduledPathSelector[LocalDelay=300ns]", {1, 1, 6});
    const auto scheduled = Add("IncastWorkload", one);
    RunAll();
    EXPECT_EQ(GetLastPs(*scheduled) - plainPs, 600'000);
}

TEST_F(ScheduledPathSelectorTest, LostRequestsAndGrantsAreMadeUpFor)
{
    Build("ns3::ScheduledPathSelector[RepeatTime=20us]", {});
    Add("ShiftWorkload", {{"Shift", "4"}, {"Bytes", "2000000"}});
    const auto lose = [this](bool lost) {
        for (const uint32_t leaf : {0U, 1U})
        {
            const auto& device = m_network.fabricSwitches[leaf];
            for (uint16_t port = 0; port < device->GetPorts().size(); ++port)
            {
                device->SetDiscard(port,
                                   7,
                                   lost ? DropReason::PFC_WATCHDOG : DropReason::NONE,
                                   Simulator::Now().GetPicoSeconds());
            }
        }
    };
    Simulator::Schedule(MicroSeconds(30), [lose] { lose(true); });
    Simulator::Schedule(MicroSeconds(90), [lose] { lose(false); });
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
    EXPECT_GT(Statistics().drops, 0u);
    EXPECT_EQ(Statistics().retransmittedPackets, 0u);
    // The loss lasts 60 us, and until the next request.
    EXPECT_LT(GetLastPs(*m_jobs.front()), GetBusyPs(2e6) * 1.02 + 80e6 + 2 * GetLoopPs());
}

// For 100 us all grants are lost. The last leaf has granted all that it knows of, so nothing but a
// question, 20 us later at most, has it say so again.
TEST_F(ScheduledPathSelectorTest, AGrantThatWasLostIsToldAgain)
{
    Build("ns3::ScheduledPathSelector[RepeatTime=20us]", {});
    const auto job =
        Add("IncastWorkload", {{"Hosts", "0,4"}, {"Sources", "1"}, {"Bytes", "20000"}});
    const auto& leaf = m_network.fabricSwitches[1];
    for (uint16_t port = 0; port < leaf->GetPorts().size(); ++port)
    {
        leaf->SetDiscard(port, 7, DropReason::PFC_WATCHDOG, 0);
        Simulator::Schedule(MicroSeconds(100), [leaf, port] {
            leaf->SetDiscard(port, 7, DropReason::NONE, Simulator::Now().GetPicoSeconds());
        });
    }
    RunAll();
    EXPECT_TRUE(job->IsFinished());
    EXPECT_EQ(Statistics().retransmittedPackets, 0u);
    EXPECT_GT(GetLastPs(*job), 100. * US);
    EXPECT_LT(GetLastPs(*job), 120. * US + GetBusyPs(20'000) + 2 * GetLoopPs());
}

// A packet on a link that takes 50 us longer arrives behind those of two other links. One of these
// is lost: the wait for it begins with the arrival of later packets, not of the late packet.
TEST_F(ScheduledPathSelectorTest, APacketIsWaitedForSinceItWasOvertaken)
{
    Wiring wiring{2, 3, 1};
    wiring.laterPs = {{"leaf0spine0", 50 * US}};
    Build("ns3::ScheduledPathSelector", wiring);
    Add("IncastWorkload", {{"Hosts", "0,1"}, {"Sources", "1"}, {"Bytes", "12288"}});
    // Three packets; the first one takes the long link, because the turns begin there.
    DiscardFrom(3, 1, Time(0), MicroSeconds(50));
    int64_t heldPs = 0;
    int64_t missingPs = 0;
    for (int64_t us = 0; us < 300; ++us)
    {
        Simulator::Schedule(MicroSeconds(us), [&, us] {
            const auto& leaf = m_network.fabricSwitches[1];
            heldPs = heldPs == 0 && leaf->GetHeldBytes() > 0 ? us * US : heldPs;
            missingPs = missingPs == 0 && GetSelector(1)->GetMissing() > 0 ? us * US : missingPs;
        });
    }
    Simulator::Stop(MicroSeconds(300));
    Simulator::Run();
    EXPECT_GT(heldPs, 0);
    EXPECT_NEAR(missingPs - heldPs, 100 * US, US);
    EXPECT_EQ(GetSelector(1)->GetMissing(), 1u);
}

// 18 cells of a packet take three links in turn, so that its last one never comes by that which
// takes 20 us longer. Each packet waits for its own cells so long, and packets in all for longer
// than ReassemblyTime. If that is 10 us, none comes in time.
TEST_F(ScheduledPathSelectorTest, CellsAreWaitedForPacketByPacket)
{
    Wiring wiring{2, 3, 1};
    wiring.laterPs = {{"leaf0spine1", 20 * US}};
    Build("ns3::ScheduledPathSelector[CellBytes=240]", wiring);
    const Attributes one{{"Hosts", "0,1"}, {"Sources", "1"}, {"Bytes", "4000000"}};
    const auto job = Add("IncastWorkload", one);
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_GT(GetLastPs(*job), 300. * US);
    Build("ns3::ScheduledPathSelector[CellBytes=240|ReassemblyTime=10us]", wiring);
    Add("IncastWorkload", one);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    EXPECT_GT(GetSelector(1)->GetMissing(), 0u);
    EXPECT_EQ(Statistics().deliveredBytes, 0u);
    ExpectNothingLeft();
}

// Demand in a packet's header needs no request: the first packet has a request, others while it is
// on its way, and then one packet per grant.
TEST_F(ScheduledPathSelectorTest, PacketsTellWhatIsBehindThem)
{
    Build("ns3::ScheduledPathSelector", {});
    Add("IncastWorkload", {{"Hosts", "0,4"}, {"Sources", "1"}, {"Bytes", "4000000"}});
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_GE(GetSelector(0)->GetRequests(), 1u);
    EXPECT_LT(GetSelector(0)->GetRequests(), 10u);
}

TEST_F(ScheduledPathSelectorTest, AQueueThatNobodyGrantsIsEmptied)
{
    Build("ns3::ScheduledPathSelector[CreditWatchdog=300us]", {});
    Add("IncastWorkload", {{"Hosts", "0,4"}, {"Sources", "1"}, {"Bytes", "20000"}});
    const auto& leaf = m_network.fabricSwitches[1];
    for (uint16_t port = 0; port < leaf->GetPorts().size(); ++port)
    {
        leaf->SetDiscard(port, 7, DropReason::PFC_WATCHDOG, 0);
    }
    Simulator::Stop(MicroSeconds(250));
    Simulator::Run();
    EXPECT_GT(m_network.fabricSwitches[0]->GetHeldBytes(), 20'000u);
    Simulator::Stop(MicroSeconds(150));
    Simulator::Run();
    ExpectNothingLeft();
    // Grants for dropped packets arrive later and must not be used: the next message waits for a
    // request and a grant.
    for (uint16_t port = 0; port < leaf->GetPorts().size(); ++port)
    {
        leaf->SetDiscard(port, 7, DropReason::NONE, Simulator::Now().GetPicoSeconds());
    }
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    const auto next =
        Add("IncastWorkload", {{"Hosts", "0,4"}, {"Sources", "1"}, {"Bytes", "20000"}});
    RunAll();
    const double idlePs = static_cast<double>(m_network.IdealMessagePs(0, 4, 20'000));
    EXPECT_GT(GetLastPs(*next), idlePs) << idlePs;
}

TEST_F(ScheduledPathSelectorTest, AFullQueueOfALossyLaneDropsAndAnotherOnePausesItsHost)
{
    for (const bool isLossless : {true, false})
    {
        for (const std::string cells : {"0", "256"})
        {
            SCOPED_TRACE(cells + " B" + (isLossless ? ", lossless" : ""));
            Wiring wiring;
            wiring.priorities = isLossless ? 1U << 3 : 1U << 4;
            Build("ns3::ScheduledPathSelector[QueueBytes=100000|CellBytes=" + cells + "]", wiring);
            const auto job = Add("IncastWorkload", {{"Hosts", "0,1,4"}, {"Bytes", "1000000"}});
            RunAll();
            EXPECT_TRUE(job->IsFinished());
            EXPECT_EQ(Statistics().drops > 0, !isLossless);
            // Until a host has stopped: out and back 2 (600 + 400) ns, and a frame at either end.
            const uint64_t mostBytes = 100'000 + (isLossless ? 25'000 + 3 * 4178 : 0);
            for (const uint32_t leaf : {0U, 1U})
            {
                EXPECT_LE(GetSelector(leaf)->GetPeakQueuedBytes(), 2 * mostBytes);
            }
            if (isLossless)
            {
                ExpectOrderlyEnd();
                EXPECT_LT(GetLastPs(*job), GetBusyPs(2e6) * (1 + 2 * TOLERANCE) + 2 * GetLoopPs());
            }
        }
    }
}

TEST_F(ScheduledPathSelectorTest, WhatItsPacketsAndQueuesCannotHaveIsRefused)
{
    EXPECT_EQ(
        MessageOf<InputError>([&] { Build("ns3::ScheduledPathSelector[ControlPriority=3]", {}); }),
        "ns3::ScheduledPathSelector ControlPriority: is 3, which is lossless; packets that "
        "switches make need a lossy priority; expected one of 0, 1, 2, 4, 5, 6, 7");
    // A frame that is longer than the whole queue would never get in.
    Build("ns3::ScheduledPathSelector", {});
    const uint32_t frameBytes = m_network.nics.front()->GetPort().GetMaxWireBytes() - 20;
    const auto build = [this](uint32_t queueBytes) {
        Build("ns3::ScheduledPathSelector[QueueBytes=" + std::to_string(queueBytes) + "]", {});
    };
    build(frameBytes);
    EXPECT_EQ(MessageOf<InputError>([&] { build(frameBytes - 1); }),
              "ns3::ScheduledPathSelector QueueBytes: is " + std::to_string(frameBytes - 1) +
                  ", and the longest packet has " + std::to_string(frameBytes) +
                  "; expected at least that, or 0");
}

} // namespace
