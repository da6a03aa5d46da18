// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-test.h"
#include "port-pair.h"

#include "ns3/priority-flow-control.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

/**
 * At 64 Gb/s a quantum of 512 bit takes 8 ns, a packet of 1000 B 125 ns and a pause frame (84 B on
 * the wire) 10.5 ns. With 99.5 ns of delay a pause frame sent at 0 arrives at 110 ns.
 */
class PriorityFlowControlTest : public FabricTest
{
  protected:
    static constexpr uint64_t RATE = 64'000'000'000;
    static constexpr int64_t DELAY_PS = 99'500;

    void SetUp() override
    {
        FabricTest::SetUp();
        m_link.Connect(RATE, DELAY_PS);
        m_link.Start();
    }

    /** Port 1 sends a pause frame. @param mask priorities @param quanta for each of them */
    void SendPause(uint8_t mask, uint16_t quanta)
    {
        auto packet = FabricPacketPool::Make();
        packet->kind = PacketKind::PAUSE;
        packet->pause = {};
        packet->pause.enabled = mask;
        for (auto& each : packet->pause.quanta)
        {
            each = quanta; // also where it is not enabled, which must not matter
        }
        packet->frameBytes = 64;
        packet->wireBytes = 84;
        m_link.ports[1]->SendControl(std::move(packet), NowPs());
    }

    void EnqueueAtZero(uint8_t priority, uint32_t packets)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            m_link.ports[0]->Enqueue(MakeDataPacket(0, 1'000, priority, i));
        }
    }

    /** @return start times of the packets of a priority */
    std::vector<int64_t> Starts(uint8_t priority) const
    {
        std::vector<int64_t> starts;
        for (const auto& departure : m_link.owners[0].departures)
        {
            if (departure.priority == priority)
            {
                starts.push_back(departure.startPs);
            }
        }
        return starts;
    }

    PortPair<PriorityFlowControl> m_link;
};

using Ps = std::vector<int64_t>;

} // namespace

TEST_F(PriorityFlowControlTest, PausesOnePriorityForExactlyItsQuanta)
{
    EnqueueAtZero(3, 3);
    EnqueueAtZero(4, 2);
    SendPause(1 << 3, 100);
    Simulator::Run();
    // Priority 3 begins, is paused from 110 to 110 + 100 * 8 = 910 ns; the frame that was on the
    // wire at 110 ns is completed. Priority 4 goes on as if nothing were.
    EXPECT_EQ(Starts(3), Ps({0, 910'000, 1'035'000}));
    EXPECT_EQ(Starts(4), Ps({125'000, 250'000}));
    EXPECT_EQ(m_link.owners[1].arrivals[0].readyPs, 125'000 + DELAY_PS);
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(3, NowPs()), 800'000);
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(4, NowPs()), 0);
    // Backlogged without being allowed to send: from the end of priority 4 on.
    EXPECT_EQ(m_link.ports[0]->GetCounters(NowPs()).stalledPs, 910'000 - 375'000);
    EXPECT_EQ(m_link.flow[0]->GetControlReceived(), 1u);
}

TEST_F(PriorityFlowControlTest, PausesEveryPriorityThatIsEnabledAndNoOther)
{
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        EnqueueAtZero(priority, 2);
    }
    SendPause(0b0101'0010, 1'000);
    AtPs(1'000'000, [&] {
        for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
        {
            const bool paused = 0b0101'0010 >> priority & 1;
            EXPECT_EQ(m_link.flow[0]->IsPaused(priority), paused);
            EXPECT_EQ(m_link.flow[0]->DescribeBlock(priority).empty(), !paused);
        }
    });
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 16u);
    for (uint8_t priority : {1, 4, 6})
    {
        EXPECT_FALSE(m_link.flow[0]->IsPaused(priority));
        EXPECT_EQ(m_link.flow[0]->GetBlockedPs(priority, NowPs()), 8'000'000);
    }
}

TEST_F(PriorityFlowControlTest, ZeroQuantaResume)
{
    EnqueueAtZero(3, 3);
    SendPause(1 << 3, 65535);
    AtPs(300'000, [&] { SendPause(1 << 3, 0); });
    Simulator::Run();
    EXPECT_EQ(Starts(3), Ps({0, 410'000, 535'000})); // 300 + 10.5 + 99.5 ns
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(3, NowPs()), 300'000);
}

TEST_F(PriorityFlowControlTest, ALaterPauseReplacesTheTimer)
{
    EnqueueAtZero(3, 2);
    SendPause(1 << 3, 100);                          // 110 to 910 ns
    AtPs(400'000, [&] { SendPause(1 << 3, 100); });  // 510 to 1310 ns
    AtPs(1'000'000, [&] { SendPause(1 << 3, 10); }); // 1110 to 1190 ns: shortens it
    Simulator::Run();
    EXPECT_EQ(Starts(3), Ps({0, 1'190'000}));
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(3, NowPs()), 1'080'000);
}

TEST_F(PriorityFlowControlTest, PrioritiesHaveTimersOfTheirOwn)
{
    EnqueueAtZero(5, 1);
    EnqueueAtZero(2, 1);
    EnqueueAtZero(3, 1);
    SendPause(1 << 2, 200);                        // 110 to 1710 ns
    AtPs(10'500, [&] { SendPause(1 << 3, 100); }); // 120.5 to 920.5 ns
    AtPs(100'000, [&] { SendPause(1 << 3, 50); }); // 210 to 610 ns
    Simulator::Run();
    EXPECT_EQ(Starts(3), Ps({610'000}));
    EXPECT_EQ(Starts(2), Ps({1'710'000}));
}

TEST_F(PriorityFlowControlTest, PauseFramesOccupyTheWireAndGoFirst)
{
    // The first packet is on the wire when the pause frame is made; it goes before the second.
    EnqueueAtZero(7, 2);
    m_link.flow[0]->NotifyReceived(3, 1'000, BufferSignal::STOP, 0);
    Simulator::Stop(MicroSeconds(1));
    Simulator::Run();
    EXPECT_EQ(Starts(7), Ps({0, 125'000 + 10'500}));
    EXPECT_TRUE(m_link.flow[1]->IsPaused(3));
    EXPECT_EQ(m_link.flow[1]->GetBlockedPs(3, 1'000'000), 1'000'000 - 235'000);
    const auto counters = m_link.ports[0]->GetCounters(NowPs());
    EXPECT_EQ(counters.packets, 2u); // link control is not counted
    EXPECT_EQ(m_link.channel->GetCounters(0).sentBytes, 2'064u);
}

TEST_F(PriorityFlowControlTest, PauseIsRefreshedBeforeItRunsOutUntilTheBufferResumes)
{
    m_link.flow[1]->SetAttribute("PauseQuanta", UintegerValue(100)); // 800 ns
    EnqueueAtZero(3, 2);
    m_link.flow[1]->NotifyReceived(3, 1'000, BufferSignal::STOP, 0);
    m_link.flow[1]->NotifyReceived(3, 1'000, BufferSignal::STOP, 0); // already asked
    EXPECT_TRUE(m_link.flow[1]->IsStopped(3));
    AtPs(1'900'000, [&] {
        EXPECT_EQ(m_link.flow[1]->GetControlSent(), 5u); // at 0, 400, 800, 1200, 1600 ns
        EXPECT_TRUE(m_link.flow[0]->IsPaused(3));
        m_link.flow[1]->NotifyFreed(3, 1'000, BufferSignal::CONTINUE, NowPs());
        EXPECT_TRUE(m_link.flow[1]->IsStopped(3));
        m_link.flow[1]->NotifyFreed(3, 1'000, BufferSignal::RESUME, NowPs());
        EXPECT_FALSE(m_link.flow[1]->IsStopped(3));
    });
    Simulator::Run(); // ends: nothing is refreshed for ever
    EXPECT_EQ(m_link.flow[1]->GetControlSent(), 6u);
    EXPECT_EQ(Starts(3), Ps({0, 2'010'000}));
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(3, NowPs()), 1'900'000);
}

TEST_F(PriorityFlowControlTest, ALossyPriorityIsNeverPaused)
{
    EXPECT_TRUE(m_link.flow[1]->IsLossless(3));
    EXPECT_FALSE(m_link.flow[1]->IsLossless(2));
    m_link.flow[1]->NotifyReceived(2, 1'000, BufferSignal::STOP, 0);
    EXPECT_FALSE(m_link.flow[1]->IsStopped(2));
    EXPECT_EQ(m_link.flow[1]->GetControlSent(), 0u);
    m_link.flow[1]->SetAttribute("Priorities", UintegerValue(0b1100));
    m_link.flow[1]->NotifyReceived(2, 1'000, BufferSignal::STOP, 0);
    EXPECT_TRUE(m_link.flow[1]->IsStopped(2));
    Simulator::Stop(NanoSeconds(1));
    Simulator::Run();
}

TEST_F(PriorityFlowControlTest, HeadroomIsTheFormula)
{
    // H = 3 F + 84 n + rate/8 (2 delay + latency + reaction); 64 Gb/s are 8 B/ns.
    // 3 * 1500 + 84 + 8 * 2 * 99.5 = 4500 + 84 + 1592
    EXPECT_EQ(m_link.flow[0]->GetReservedBytes(), 6'176u);

    PortPair<PriorityFlowControl> link;
    link.Connect(400'000'000'000, 500'000, 4'200);
    link.ports[0]->SetPipeline(400'000, false);
    // 3 * 4200 + 84 + 50 B/ns * (2 * 500 + 400) ns = 12600 + 84 + 70000
    EXPECT_EQ(link.flow[0]->GetReservedBytes(), 82'684u);
    link.flow[0]->SetAttribute("Priorities", UintegerValue(0b1001));
    link.flow[0]->SetAttribute("Reaction", TimeValue(NanoSeconds(100)));
    EXPECT_EQ(link.flow[0]->GetReservedBytes(), 82'684u + 84 + 5'000);
    link.flow[0]->SetAttribute("HeadroomBytes", UintegerValue(12'345));
    EXPECT_EQ(link.flow[0]->GetReservedBytes(), 12'345u);
}

TEST_F(PriorityFlowControlTest, NoMoreArrivesAfterXoffThanTheHeadroom)
{
    // The worst case: the pause frame has to wait for a longest frame of its own direction, and
    // the sender has just begun one when it comes. What arrives from the crossing packet on:
    PortPair<PriorityFlowControl> link;
    link.Connect(RATE, DELAY_PS);
    link.Start();
    uint64_t afterBytes = 0;
    for (uint32_t i = 0; i < 100; ++i)
    {
        link.ports[0]->Enqueue(MakeDataPacket(0, 1'500, 3, i));
        link.ports[1]->Enqueue(MakeDataPacket(0, 1'500, 5, i));
    }
    // Packet k of 187.5 ns arrives at 287 + 187.5 k ns; the tenth crosses the threshold, just
    // after port 1 has begun a frame at 1875 ns.
    AtPs(1'976'000, [&] {
        for (const auto& arrival : link.owners[1].arrivals)
        {
            afterBytes += arrival.readyPs >= 1'974'500 ? 1'500 : 0;
        }
        EXPECT_EQ(afterBytes, 1'500u);
        link.flow[1]->NotifyReceived(3, 1'500, BufferSignal::STOP, 1'974'500);
    });
    Simulator::Stop(MicroSeconds(20));
    Simulator::Run();
    EXPECT_TRUE(link.flow[0]->IsPaused(3));
    afterBytes = 0;
    for (const auto& arrival : link.owners[1].arrivals)
    {
        afterBytes += arrival.readyPs >= 1'974'500 ? 1'500 : 0;
    }
    EXPECT_GT(afterBytes, 1'500u);
    EXPECT_LE(afterBytes, link.flow[1]->GetReservedBytes());
}
