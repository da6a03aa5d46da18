// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "port-pair.h"
#include "units.h"

#include "ns3/no-flow-control.h"

using namespace ns3;

namespace
{

class FabricNetDeviceTest : public FabricTest
{
  protected:
    PortPair<NoFlowControl> m_link;
};

} // namespace

TEST_F(FabricNetDeviceTest, StoreAndForwardHandsOverAtTheLastBit)
{
    m_link.Connect(400 * GBPS, 500'000);
    m_link.ports[1]->SetPipeline(30'000, false);
    m_link.ports[0]->Enqueue(MakeDataPacket(0, 1'020));
    Simulator::Run();
    // 8160 bit / 400 Gb/s = 20.4 ns on the wire, 500 ns of delay, 30 ns of pipeline.
    ASSERT_EQ(m_link.owners[1].arrivals.size(), 1u);
    EXPECT_EQ(m_link.owners[1].arrivals[0].readyPs, 550'400);
    EXPECT_EQ(m_link.owners[1].arrivals[0].tailPs, 550'400);
    EXPECT_EQ(m_link.owners[1].arrivals[0].nowTicks, TickClock().ToTicks(550'400));
}

TEST_F(FabricNetDeviceTest, CutThroughHandsOverAtTheFirstBit)
{
    m_link.Connect(400 * GBPS, 500'000);
    m_link.ports[1]->SetPipeline(30'000, true);
    m_link.ports[0]->Enqueue(MakeDataPacket(0, 1'020));
    m_link.ports[0]->Enqueue(MakeDataPacket(0, 1'020));
    Simulator::Run();
    ASSERT_EQ(m_link.owners[1].arrivals.size(), 2u);
    EXPECT_EQ(m_link.owners[1].arrivals[0].readyPs, 530'000); // 0 + 500 + 30 ns
    EXPECT_EQ(m_link.owners[1].arrivals[0].tailPs, 550'400);
    EXPECT_EQ(m_link.owners[1].arrivals[1].readyPs, 550'400); // starts when the first has left
    EXPECT_EQ(m_link.owners[1].arrivals[1].tailPs, 570'800);
}

TEST_F(FabricNetDeviceTest, CutThroughOntoAFasterWireWaitsForTheTail)
{
    // A packet whose last bit comes at 550.4 ns cannot have left before, however fast the wire.
    m_link.Connect(400 * GBPS, 100'000);
    auto packet = MakeDataPacket(0, 1'020);
    packet->tailPs = 550'400;
    m_link.ports[0]->Enqueue(std::move(packet));
    EXPECT_EQ(m_link.ports[0]->GetBusyUntilPs(), 550'400);
    Simulator::Run();
    ASSERT_EQ(m_link.owners[1].arrivals.size(), 1u);
    EXPECT_EQ(m_link.owners[1].arrivals[0].readyPs, 650'400);
}

TEST_F(FabricNetDeviceTest, BackToBackStaysExactBelowTheResolutionOfTime)
{
    // 64 B at 400 Gb/s are 1.28 ns; the k-th of them ends at 1.28 k ns whatever a tick is.
    m_link.Connect(400 * GBPS, 7'777);
    for (uint32_t i = 0; i < 1'000; ++i)
    {
        m_link.ports[0]->Enqueue(MakeDataPacket(0, 64, 3, i));
    }
    Simulator::Run();
    const auto& arrivals = m_link.owners[1].arrivals;
    ASSERT_EQ(arrivals.size(), 1'000u);
    for (uint32_t i = 0; i < 1'000; ++i)
    {
        ASSERT_EQ(arrivals[i].readyPs, 1'280 * (i + 1) + 7'777);
        ASSERT_EQ(arrivals[i].psn, i);
        ASSERT_EQ(arrivals[i].nowTicks, TickClock().ToTicks(arrivals[i].readyPs));
    }
    EXPECT_EQ(m_link.ports[0]->GetBusyUntilPs(), 1'280'000);
}

TEST_F(FabricNetDeviceTest, AnEventPerHopAloneAndTwoInAQueue)
{
    m_link.Connect(400 * GBPS, 500'000);
    Simulator::Run(); // ns-3 initializes nodes and devices by events
    const uint64_t before = Simulator::GetEventCount();
    // Alone: the next packet comes when the wire has been idle.
    for (uint32_t i = 0; i < 100; ++i)
    {
        m_link.ports[0]->Enqueue(MakeDataPacket(NowPs(), 1'000));
        Simulator::Run();
    }
    EXPECT_EQ(Simulator::GetEventCount() - before, 100u);
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 100u);
    // In a queue: all but the first wait for the wire, which is one more event each.
    for (uint32_t i = 0; i < 100; ++i)
    {
        m_link.ports[0]->Enqueue(MakeDataPacket(NowPs(), 1'000));
    }
    Simulator::Run();
    EXPECT_EQ(Simulator::GetEventCount() - before, 100u + 100 + 99);
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 200u);
}

TEST_F(FabricNetDeviceTest, BothDirectionsAreIndependent)
{
    m_link.Connect(100 * GBPS, 100'000);
    for (uint32_t i = 0; i < 10; ++i)
    {
        m_link.ports[0]->Enqueue(MakeDataPacket(0, 1'000));
        m_link.ports[1]->Enqueue(MakeDataPacket(0, 500));
    }
    Simulator::Run();
    ASSERT_EQ(m_link.owners[0].arrivals.size(), 10u);
    ASSERT_EQ(m_link.owners[1].arrivals.size(), 10u);
    EXPECT_EQ(m_link.owners[1].arrivals[9].readyPs, 10 * 80'000 + 100'000);
    EXPECT_EQ(m_link.owners[0].arrivals[9].readyPs, 10 * 40'000 + 100'000);
}

TEST_F(FabricNetDeviceTest, CountersAddUp)
{
    m_link.Connect(100 * GBPS, 100'000);
    m_link.ports[0]->Enqueue(MakeDataPacket(0, 1'000, 1));
    m_link.ports[0]->Enqueue(MakeDataPacket(0, 300, 1));
    m_link.ports[0]->Enqueue(MakeDataPacket(0, 200, 1));
    auto acknowledgement = MakeDataPacket(0, 84, 2);
    acknowledgement->payloadBytes = 0;
    m_link.ports[0]->Enqueue(std::move(acknowledgement));
    EXPECT_EQ(m_link.ports[0]->GetBacklog(), 0b110u);
    EXPECT_EQ(m_link.ports[0]->GetQueueBytes(1), 500u);
    EXPECT_EQ(m_link.channel->GetInFlight(0), 1u);
    Simulator::Run();
    const auto counters = m_link.ports[0]->GetCounters(NowPs());
    EXPECT_EQ(counters.packets, 4u);
    EXPECT_EQ(counters.frameBytes, 1'584u);
    EXPECT_EQ(counters.dataPackets, 3u);
    EXPECT_EQ(counters.payloadBytes, 1'500u);
    EXPECT_EQ(counters.largestQueueBytes, 500u); // the first packet found the port idle
    EXPECT_EQ(counters.stalledPs, 0);
    EXPECT_EQ(m_link.ports[0]->GetBacklog(), 0u);
    EXPECT_EQ(m_link.channel->GetInFlight(0), 0u);
    EXPECT_EQ(m_link.channel->GetCounters(0).receivedBytes, 1'584u);
    // The acknowledgement has the higher lane: second on the wire.
    EXPECT_EQ(m_link.owners[1].arrivals[1].lane, 2u);
}

TEST_F(FabricNetDeviceTest, ALossyWireLosesItsShareAndNothingElse)
{
    m_link.Connect(100 * GBPS, 100'000, 1'500, 0.25);
    for (uint32_t i = 0; i < 10'000; ++i)
    {
        m_link.ports[0]->Enqueue(MakeDataPacket(0, 100));
    }
    Simulator::Run();
    const auto& counters = m_link.channel->GetCounters(0);
    EXPECT_EQ(counters.sentPackets, 10'000u);
    EXPECT_EQ(counters.receivedPackets + counters.lostPackets, 10'000u);
    EXPECT_EQ(counters.lostBytes, 100 * counters.lostPackets);
    EXPECT_EQ(m_link.owners[1].arrivals.size(), counters.receivedPackets);
    // Binomial: sigma = sqrt(10000 * 0.25 * 0.75) = 43.3; five of them.
    EXPECT_NEAR(static_cast<double>(counters.lostPackets), 2'500, 217);
}

TEST_F(FabricNetDeviceTest, EverythingIsRecycledWhenThePortsEnd)
{
    const uint64_t before = FabricPacketPool::GetLiveCount();
    {
        PortPair<NoFlowControl> link;
        link.Connect(100 * GBPS, 100'000);
        for (uint32_t i = 0; i < 100; ++i)
        {
            link.ports[0]->Enqueue(MakeDataPacket(0, 1'000));
        }
        Simulator::Stop(NanoSeconds(500));
        Simulator::Run();
        EXPECT_GT(FabricPacketPool::GetLiveCount(), before); // queued and in flight
    }
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), before);
}
