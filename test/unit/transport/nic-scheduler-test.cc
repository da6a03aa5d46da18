// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Turns of sources at a port, also of sources other than queue pairs, and their pacing.

#include "fabric-test.h"
#include "make-object.h"
#include "port-pair.h"
#include "units.h"

#include "ns3/nic-scheduler.h"
#include "ns3/no-flow-control.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint64_t LINE_BPS = 100'000'000'000; // 80 ps per byte

/** Has packets of 1250 B, which take 100 ns; they are numbered as it is. */
class CountedSource : public PacketSource
{
  public:
    bool CanSend() const override
    {
        return packets > 0;
    }

    FabricPacketPtr MakeNextPacket(int64_t nowPs) override
    {
        ++asked;
        if (!CanSend())
        {
            return nullptr;
        }
        --packets;
        auto packet = MakeDataPacket(nowPs, 1250, GetLane(), GetNumber());
        if (gapPs > 0)
        {
            GetPacer().HoldUntil(nowPs + gapPs);
        }
        return packet;
    }

    void Receive(FabricPacket&) override
    {
    }

    uint32_t packets{0};
    uint32_t asked{0};
    int64_t gapPs{0}; //!< from one packet to the next
};

/** A scheduler behind the first port of a link. */
class NicSchedulerTest : public FabricTest
{
  protected:
    class Owner : public RecordingOwner
    {
      public:
        void Refill(FabricNetDevice&, int64_t nowPs) override
        {
            scheduler.Refill(nowPs);
        }

        void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override
        {
            scheduler.NotifyTransmit(packet, startPs);
            RecordingOwner::BeforeTransmit(port, packet, startPs);
        }

        NicScheduler scheduler;
    };

    void SetUp() override
    {
        FabricTest::SetUp();
        m_link.Connect(LINE_BPS, US);
        m_link.ports[0]->SetOwner(&m_owner);
        m_link.Start();
        m_owner.scheduler.Attach(*m_link.ports[0]);
        for (uint32_t i = 0; i < 3; ++i)
        {
            m_sources[i].SetPlace(i, 3);
        }
    }

    /** Has a number of packets of a source ready, from now on. */
    void Give(uint32_t source, uint32_t packets)
    {
        m_sources[source].packets = packets;
        m_owner.scheduler.Activate(m_sources[source], NowPs());
    }

    /** @return who sent, in order */
    std::vector<uint32_t> Run()
    {
        Simulator::Run();
        std::vector<uint32_t> order;
        for (const auto& departure : m_owner.departures)
        {
            order.push_back(departure.psn);
        }
        return order;
    }

    Owner m_owner;
    PortPair<NoFlowControl> m_link;
    CountedSource m_sources[3];
};

} // namespace

// The first packet goes at once, the port being idle; then all that wait take turns.
TEST_F(NicSchedulerTest, SourcesOfALaneTakeTurns)
{
    AtPs(0, [this] {
        Give(0, 3);
        Give(1, 2);
        Give(2, 1);
    });
    EXPECT_EQ(Run(), (std::vector<uint32_t>{0, 0, 1, 2, 0, 1}));
    ASSERT_EQ(m_owner.departures.size(), 6U);
    EXPECT_EQ(m_owner.departures.back().startPs, 5 * 100'000);
}

TEST_F(NicSchedulerTest, SourceIsAskedWhenItsPaceLetsIt)
{
    m_sources[0].gapPs = 3 * US;
    AtPs(0, [this] { Give(0, 3); });
    EXPECT_EQ(Run(), (std::vector<uint32_t>{0, 0, 0}));
    ASSERT_EQ(m_owner.departures.size(), 3U);
    EXPECT_EQ(m_owner.departures[1].startPs, 3 * US);
    EXPECT_EQ(m_owner.departures[2].startPs, 6 * US);
    EXPECT_EQ(m_sources[0].asked, 3U);
}

// A source that has gone to another scheduler has no turn here, whether it waited for its turn or
// for its time.
TEST_F(NicSchedulerTest, ASourceThatIsRemovedHasNoTurn)
{
    m_sources[2].gapPs = 3 * US;
    AtPs(0, [this] {
        Give(0, 3);
        Give(1, 3);
        Give(2, 3);
    });
    AtPs(350'000, [this] {
        m_owner.scheduler.Remove(m_sources[1]);
        m_owner.scheduler.Remove(m_sources[2]);
    });
    AtPs(5 * US, [this] { m_owner.scheduler.Activate(m_sources[2], 5 * US); });
    // By then 1 has sent one packet, and 2 its first, whose next one is due at 3.3 us.
    EXPECT_EQ(Run(), (std::vector<uint32_t>{0, 0, 1, 2, 0, 2, 2}));
    EXPECT_EQ(m_sources[1].packets, 2U);
}

// One that has lost its packets while it waited gives its turn to the next.
TEST_F(NicSchedulerTest, SourceWithoutPacketPassesItsTurn)
{
    AtPs(0, [this] {
        Give(0, 1);
        Give(1, 1);
        Give(2, 1);
        m_sources[1].packets = 0;
    });
    EXPECT_EQ(Run(), (std::vector<uint32_t>{0, 2}));
    ASSERT_EQ(m_owner.departures.size(), 2U);
    EXPECT_EQ(m_owner.departures[1].startPs, 100'000);
}

// Lanes do not wait for each other: each has a packet in the port, which serves the higher first.
TEST_F(NicSchedulerTest, EveryLaneIsReady)
{
    m_sources[2].SetPlace(2, 5);
    AtPs(0, [this] {
        Give(0, 3);
        Give(2, 2);
    });
    EXPECT_EQ(Run(), (std::vector<uint32_t>{0, 2, 2, 0, 0}));
}

// 1250 B at 10 Gb/s are 1 us; at line rate the port itself takes the time.
TEST(SendPacerTest, PaysAtTheRate)
{
    const auto control = Make<RdmaCongestionControl>("FixedRate", {{"Rate", "10Gbps"}});
    control->Start({0, LINE_BPS, 10 * US, 1000});
    SendPacer pacer;
    pacer.Start(PeekPointer(control), LINE_BPS);
    EXPECT_EQ(pacer.GetDuePs(), 0);
    pacer.Pace(1250, 2 * US);
    EXPECT_EQ(pacer.GetDuePs(), 3 * US);
    EXPECT_TRUE(pacer.Owes(2 * US));
    EXPECT_FALSE(pacer.Owes(3 * US));
    pacer.Plan(2 * US + 500'000); // half of it is paid
    EXPECT_EQ(pacer.GetDuePs(), 3 * US);
    pacer.HoldUntil(7 * US);
    EXPECT_EQ(pacer.GetDuePs(), 7 * US);
    EXPECT_EQ(pacer.GetNextLookPs(3 * US), 7 * US);

    const auto line = Make<RdmaCongestionControl>("NoCongestionControl");
    line->Start({0, LINE_BPS, 10 * US, 1000});
    pacer.Start(PeekPointer(line), LINE_BPS);
    pacer.Pace(1250, 2 * US);
    EXPECT_EQ(pacer.GetDuePs(), 2 * US);
}

} // namespace ns3
