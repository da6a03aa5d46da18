// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "port-pair.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/pause-frame.h"
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
        m_link.Connect(RATE, DELAY_PS); // not started: tests set attributes; PFC starts nothing
    }

    /**
     * Port 1 sends a pause frame.
     *
     * @param mask priorities
     * @param quanta for each of them
     */
    void SendPause(uint8_t mask, uint16_t quanta)
    {
        auto packet = FabricPacketPool::Make();
        packet->kind = PauseFrame::GetKind();
        packet->As<PauseFrame>() = {};
        packet->As<PauseFrame>().enabled = mask;
        for (auto& each : packet->As<PauseFrame>().quanta)
        {
            each = quanta; // also where it is not enabled, which must not matter
        }
        packet->frameBytes = 64;
        packet->wireBytes = 84;
        m_link.ports[1]->SendFirst(std::move(packet), NowPs());
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
            if (departure.lane == priority)
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

TEST_F(PriorityFlowControlTest, HeadroomComesFromTheLinkAndThePeersReaction)
{
    // W = 3 F + 84 n + rate/8 (2 delay + latency + reaction + tick of 1 ns), 64 Gb/s are 8 B/ns:
    // 3 * 1500 + 84 + 8 * (2 * 99.5 + 1) = 6184, and without gaps 6184 * 1480 / 1500 = 6101.5
    EXPECT_EQ(m_link.flow[0]->GetReservedBytes(), 6'102u);

    PortPair<PriorityFlowControl> link;
    link.Connect(400'000'000'000, 500'000, 4'200);
    link.ports[0]->SetPipeline(400'000, false);
    // 3 * 4200 + 84 + 50 B/ns * (2 * 500 + 400 + 1) ns = 82734; * 4180 / 4200 = 82340.03
    EXPECT_EQ(link.flow[0]->GetReservedBytes(), 82'341u);
    link.flow[0]->SetAttribute("Priorities", UintegerValue(0b1001));
    link.flow[1]->SetAttribute("Reaction", TimeValue(NanoSeconds(100)));
    // 82734 + 84 + 50 * 100 = 87818; * 4180 / 4200 = 87399.8
    EXPECT_EQ(link.flow[0]->GetReservedBytes(), 87'400u);
    ObjectFactory sonic("ns3::SonicHeadroom");
    link.flow[0]->SetAttribute("Headroom", ObjectFactoryValue(sonic));
    EXPECT_EQ(link.flow[0]->GetReservedBytes() % 1'024, 0u);
    ObjectFactory wrong("ns3::FabricChannel");
    EXPECT_EQ(MessageOf<InputError>(
                  [&] { link.flow[0]->SetAttribute("Headroom", ObjectFactoryValue(wrong)); }),
              "ns3::FabricChannel is not derived from ns3::HeadroomCalculator; expected one of "
              "ns3::DerivedHeadroom, ns3::SonicHeadroom");
    link.flow[0]->SetAttribute("HeadroomBytes", UintegerValue(12'345));
    EXPECT_EQ(link.flow[0]->GetReservedBytes(), 12'345u);
}

TEST_F(PriorityFlowControlTest, ASlowPortObeysLater)
{
    m_link.flow[0]->SetAttribute("Reaction", TimeValue(NanoSeconds(40)));
    EnqueueAtZero(3, 4);
    SendPause(1 << 3, 100);                       // comes at 110, obeyed from 150 to 950 ns
    AtPs(20'000, [&] { SendPause(1 << 3, 50); }); // 130, 170 to 570 ns
    Simulator::Run();
    EXPECT_EQ(Starts(3), Ps({0, 125'000, 570'000, 695'000}));
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(3, NowPs()), 570'000 - 150'000);
}

TEST_F(PriorityFlowControlTest, APortThatIgnoresPauseSendsAndKeepsTheTimer)
{
    EnqueueAtZero(3, 4);
    SendPause(1 << 3, 1'000); // 110 to 8110 ns
    AtPs(500'000, [&] { m_link.flow[0]->SetIgnorePause(3, true, NowPs()); });
    AtPs(550'000, [&] {
        EXPECT_FALSE(m_link.flow[0]->IsPaused(3));
        EXPECT_EQ(m_link.flow[0]->GetPausedUntilPs(3), 8'110'000);
        SendPause(1 << 3, 2'000); // comes at 660: until 16660 ns, and nobody cares
    });
    AtPs(700'000, [&] { m_link.flow[0]->SetIgnorePause(3, false, NowPs()); });
    Simulator::Run();
    EXPECT_EQ(Starts(3), Ps({0, 500'000, 625'000, 16'660'000}));
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(3, NowPs()), 390'000 + 15'960'000);
}

TEST_F(PriorityFlowControlTest, AStormIsRefreshedUntilItEndsAndEndsInXonUnlessTheBufferIsFull)
{
    auto& broken = *m_link.flow[1];
    broken.SetAttribute("PauseQuanta", UintegerValue(100)); // 800 ns
    broken.BeginStorm(3, 0);
    AtPs(1'000'000, [&] {
        EXPECT_EQ(broken.GetControlSent(), 3u); // at 0, 400, 800 ns
        broken.NotifyFreed(3, 1'000, BufferSignal::RESUME, NowPs());
        EXPECT_TRUE(broken.IsStopped(3)) << "a buffer with room does not end a storm";
        EXPECT_TRUE(m_link.flow[0]->IsPaused(3));
        broken.EndStorm(3, NowPs());
        EXPECT_FALSE(broken.IsStopped(3));
        broken.EndStorm(3, NowPs());
        EXPECT_EQ(broken.GetControlSent(), 4u);
    });
    AtPs(2'000'000, [&] {
        EXPECT_FALSE(m_link.flow[0]->IsPaused(3));
        broken.BeginStorm(3, NowPs());
        broken.NotifyReceived(3, 1'000, BufferSignal::STOP, NowPs());
        broken.EndStorm(3, NowPs());
        EXPECT_TRUE(broken.IsStopped(3));
        broken.NotifyFreed(3, 1'000, BufferSignal::RESUME, NowPs());
        EXPECT_FALSE(broken.IsStopped(3));
    });
    Simulator::Run();
    EXPECT_FALSE(m_link.flow[0]->IsPaused(3));
}

TEST_F(PriorityFlowControlTest, TheTraceSaysWhoWhenHowLongAndWhichPacket)
{
    struct Seen
    {
        PauseEvent::Kind kind;
        int64_t nowPs;
        int64_t durationPs;
        uint32_t cause; //!< source host; 0 without
    };

    static std::vector<Seen> seen;
    seen.clear();
    for (const auto& flow : m_link.flow)
    {
        flow->TraceConnectWithoutContext("Pause", MakeCallback(+[](const PauseEvent& event) {
                                             EXPECT_EQ(event.priority, 3);
                                             seen.push_back(
                                                 {event.kind,
                                                  event.nowPs,
                                                  event.durationPs,
                                                  event.cause ? event.cause->sourceHost : 0});
                                         }));
    }
    const auto packet = MakeDataPacket(0, 1'000);
    packet->sourceHost = 17;
    m_link.flow[1]->NotifyReceived(3, 1'000, BufferSignal::STOP, 0, packet.get());
    m_link.flow[1]->NotifyReceived(3, 1'000, BufferSignal::STOP, 0, packet.get());
    AtPs(500'000, [&] { m_link.flow[1]->NotifyFreed(3, 1'000, BufferSignal::RESUME, NowPs()); });
    Simulator::Run();
    ASSERT_EQ(seen.size(), 4u);
    using Kind = PauseEvent::Kind;
    const Kind kinds[] = {Kind::XOFF_SENT, Kind::PAUSED, Kind::XON_SENT, Kind::RESUMED};
    const int64_t times[] = {0, 110'000, 500'000, 610'000};
    const int64_t durations[] = {0, 0, 500'000, 500'000};
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(seen[i].kind, kinds[i]) << i;
        EXPECT_EQ(seen[i].nowPs, times[i]) << i;
        EXPECT_EQ(seen[i].durationPs, durations[i]) << i;
        EXPECT_EQ(seen[i].cause, i == 0 ? 17u : 0u) << i;
    }
}

TEST_F(PriorityFlowControlTest, NoMoreArrivesAfterXoffThanTheHeadroom)
{
    // The worst case: the pause frame has to wait for a longest frame of its own direction, and the
    // sender has just begun one when it comes. Bytes that arrive from the crossing packet on:
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
    // The headroom counts what a buffer is charged, frames: 1480 of 1500 B.
    EXPECT_LE(afterBytes * 1'480 / 1'500, link.flow[1]->GetReservedBytes());
}
