// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "switch-star.h"
#include "units.h"

#include "ns3/fabric-parts.h"
#include "ns3/head-of-queue-lifetime.h"
#include "ns3/lossless-audit.h"

using namespace ns3;

namespace
{

constexpr int64_t LIFE_PS = 4'096'000; // 4.096 us * 2^0

/** One look of the trace. */
struct Change
{
    uint16_t port;
    uint8_t vl;
    bool stalled;
    int64_t nowPs;
};

/**
 * Hosts 0 and 1 send packets of 1000 B, 16 blocks and 80 ns, to host 2, which keeps the first four
 * in its buffer of 64 blocks and takes no more.
 *
 * The first bit of the first packet is in the queue at 100 + 400 ns and leaves at once. Host 0 has
 * sent four by then, what the switch's buffer of 64 blocks holds, and may send the fifth when it
 * hears of the first one's last bit, 80 + 0.64 + 100 ns later; that one is in the queue at
 * 1180.64 ns and has no credits.
 */
class HeadOfQueueLifetimeTest : public FabricTest
{
  protected:
    static constexpr uint32_t DEST = 2;
    static constexpr int64_t FIFTH_PS = 580'000 + 640 + 100'000 + 500'000;

    void Build(uint32_t leafLife, uint32_t stallCount = 7, uint32_t life = 31)
    {
        SwitchStar::Options options;
        options.bufferBytes = 64 * 64;
        options.headOfQueue.Set("HoqLife", UintegerValue(life));
        options.headOfQueue.Set("LeafHoqLife", UintegerValue(leafLife));
        options.headOfQueue.Set("VlStallCount", UintegerValue(stallCount));
        m_star.Build({100 * GBPS, 100 * GBPS, 100 * GBPS}, options);
        m_star.owners[DEST].hold = true;
        m_star.fabricSwitch->TraceConnectWithoutContext(
            "Drop",
            MakeCallback(&HeadOfQueueLifetimeTest::OnDrop, this));
        if (const auto headOfQueue = m_star.fabricSwitch->GetHeadOfQueue())
        {
            headOfQueue->TraceConnectWithoutContext(
                "Stall",
                MakeCallback(&HeadOfQueueLifetimeTest::OnStall, this));
        }
    }

    void OnDrop(const FabricPacket&, DropReason reason)
    {
        m_drops.emplace_back(NowPs(), reason);
    }

    void OnStall(uint16_t port, uint8_t vl, bool stalled, int64_t nowPs)
    {
        m_changes.push_back({port, vl, stalled, nowPs});
    }

    /** Host 2 frees the packets that it holds, and holds none from now on. */
    void Take()
    {
        auto& owner = m_star.owners[DEST];
        owner.hold = false;
        owner.Free(*m_star.ports[DEST], owner.GetHeld(), NowPs());
    }

    uint64_t CountAll(DropReason reason) const
    {
        return m_star.CountDrops(0, reason) + m_star.CountDrops(1, reason);
    }

    /** Everything is somewhere, and all credits are back. */
    void ExpectConserved(uint32_t sent)
    {
        EXPECT_EQ(m_star.owners[DEST].arrivals.size() + m_drops.size(), sent);
        EXPECT_EQ(m_star.fabricSwitch->GetBuffer().GetUsedBytes(), 0u);
        EXPECT_EQ(m_star.Audit(), std::vector<std::string>());
        const LosslessAudit audit(FabricParts{{}, {m_star.fabricSwitch}, m_star.channels, {}});
        EXPECT_EQ(audit.GetViolations(), std::vector<std::string>());
        EXPECT_EQ(audit.GetLossyDrops(), std::vector<std::string>());
        EXPECT_EQ(audit.GetWatchdogDrops().empty(), m_drops.empty());
    }

    SwitchStar m_star;
    std::vector<std::pair<int64_t, DropReason>> m_drops;
    std::vector<Change> m_changes;
};

} // namespace

TEST_F(HeadOfQueueLifetimeTest, APacketWithoutCreditsIsDroppedAfterItsLifetime)
{
    Build(0);
    m_star.Send(0, DEST, 6);
    Simulator::Run();
    // It goes a lifetime after it came, at the next tick, and the sixth as much after that.
    EXPECT_EQ(m_drops,
              (std::vector<std::pair<int64_t, DropReason>>{
                  {FIFTH_PS + 360 + LIFE_PS, DropReason::HOQ_LIFETIME},
                  {FIFTH_PS + 360 + 2 * LIFE_PS, DropReason::HOQ_LIFETIME}}));
    EXPECT_EQ(m_star.CountDrops(0, DropReason::HOQ_LIFETIME), 2u);
    EXPECT_EQ(m_star.owners[DEST].arrivals.size(), 4u);
    EXPECT_FALSE(m_star.fabricSwitch->GetHeadOfQueue()->IsStalled(DEST, 0));
    EXPECT_EQ(m_star.GetInner(DEST).GetFlowControl().DescribeBlock(0), "");
    Take();
    Simulator::Run();
    ExpectConserved(6);
}

TEST_F(HeadOfQueueLifetimeTest, TheLifetimeIsAPowerOfTwo)
{
    Build(3);
    m_star.Send(0, DEST, 5);
    Simulator::Run();
    ASSERT_EQ(m_drops.size(), 1u);
    EXPECT_EQ(m_drops[0].first, FIFTH_PS + 360 + 8 * LIFE_PS);
}

TEST_F(HeadOfQueueLifetimeTest, CreditsInTimeSaveThePacket)
{
    Build(0);
    m_star.Send(0, DEST, 8);
    // Told 100.64 ns of wire later.
    AtPs(FIFTH_PS + 360 + LIFE_PS - 102'000, [this] { Take(); });
    Simulator::Run();
    EXPECT_EQ(m_drops.size(), 0u);
    ExpectConserved(8);
}

TEST_F(HeadOfQueueLifetimeTest, SevenDropsInSequenceStallTheLaneForEightLifetimes)
{
    Build(0);
    m_star.Send(0, DEST, 100);
    m_star.Send(1, DEST, 100);
    Simulator::Stop(PicoSeconds(820'000 + 16 * LIFE_PS));
    Simulator::Run();
    ASSERT_EQ(m_changes.size(), 2u);
    EXPECT_EQ(m_changes[0].port, DEST);
    EXPECT_EQ(m_changes[0].vl, 0u);
    EXPECT_TRUE(m_changes[0].stalled);
    // With two sources four packets have left at 820 ns, and more are there.
    EXPECT_EQ(m_changes[0].nowPs, 820'000 + 7 * LIFE_PS);
    EXPECT_FALSE(m_changes[1].stalled);
    EXPECT_EQ(m_changes[1].nowPs, 820'000 + 15 * LIFE_PS);
    EXPECT_EQ(CountAll(DropReason::HOQ_LIFETIME), 7u);
    // In 32.8 us everything that is left comes and goes: 189 packets of two hosts are 8 us on the
    // wire, and their credits come back within the microsecond.
    EXPECT_EQ(CountAll(DropReason::VL_STALL), 200u - 4 - 7);
    EXPECT_EQ(m_star.fabricSwitch->GetHeadOfQueue()->GetStalls(), 1u);
    EXPECT_EQ(m_star.ports[0]->GetQueueBytes(0), 0u);
    Take();
    Simulator::Run();
    ExpectConserved(200);
}

TEST_F(HeadOfQueueLifetimeTest, AfterAStallTheLaneWorksAgain)
{
    Build(0, 2);
    m_star.Send(0, DEST, 50);
    AtPs(60'000'000, [this] { // the stall lasted from 9.0 to 41.8 us
        EXPECT_FALSE(m_star.fabricSwitch->GetHeadOfQueue()->IsStalled(DEST, 0));
        Take();
        m_star.Send(0, DEST, 50);
    });
    Simulator::Run();
    EXPECT_EQ(m_star.owners[DEST].arrivals.size(), 54u);
    EXPECT_EQ(CountAll(DropReason::HOQ_LIFETIME), 2u);
    EXPECT_EQ(CountAll(DropReason::VL_STALL), 44u);
    ExpectConserved(100);
}

TEST_F(HeadOfQueueLifetimeTest, APacketSentInBetweenBreaksTheSequence)
{
    // Every 6 us host 2 frees one packet that it holds, so one packet is sent per one or two
    // dropped.
    Build(0, 3);
    m_star.Send(0, DEST, 30);
    for (int64_t i = 1; i <= 40; ++i)
    {
        AtPs(i * 6'000'000, [this] {
            auto& owner = m_star.owners[DEST];
            owner.Free(*m_star.ports[DEST], std::min(1U, owner.GetHeld()), NowPs());
        });
    }
    Simulator::Run();
    EXPECT_GT(CountAll(DropReason::HOQ_LIFETIME), 3u);
    EXPECT_GT(m_star.owners[DEST].arrivals.size(), 10u);
    EXPECT_EQ(CountAll(DropReason::VL_STALL), 0u);
    EXPECT_EQ(m_changes.size(), 0u);
    Take();
    Simulator::Run();
    ExpectConserved(30);
}

TEST_F(HeadOfQueueLifetimeTest, ZeroNeverStalls)
{
    Build(0, 0);
    m_star.Send(0, DEST, 40);
    Simulator::Run();
    EXPECT_EQ(CountAll(DropReason::HOQ_LIFETIME), 36u);
    EXPECT_EQ(m_changes.size(), 0u);
    Take();
    Simulator::Run();
    ExpectConserved(40);
}

TEST_F(HeadOfQueueLifetimeTest, OtherLanesAndPortsGoOn)
{
    Build(0);
    m_star.Send(0, DEST, 100);
    m_star.Send(0, 1, 100, 1'000, 2);
    Simulator::Run();
    EXPECT_EQ(m_star.owners[1].arrivals.size(), 100u);
    EXPECT_EQ(m_star.CountDrops(0, DropReason::VL_STALL, 2), 0u);
    EXPECT_GT(m_star.CountDrops(0, DropReason::VL_STALL), 0u);
}

TEST_F(HeadOfQueueLifetimeTest, AShorterPacketMayHaveTheCreditsThatTheFirstLacks)
{
    // 64 blocks less 3 * 16 and 10 leave 6: 1000 B must wait, the 300 B behind them need 5. (Host 0
    // itself has credits for the fifth packet when the first has left the switch, as above.)
    Build(0);
    m_star.Send(0, DEST, 3);
    m_star.Send(0, DEST, 1, 640);
    m_star.Send(0, DEST, 1, 1'000);
    m_star.Send(0, DEST, 1, 300);
    Simulator::Run();
    EXPECT_EQ(m_drops.size(), 1u);
    ASSERT_EQ(m_star.owners[DEST].arrivals.size(), 5u);
    // A lifetime after the fifth came, at the next tick; then 24 ns on the wire and 100.
    EXPECT_EQ(m_star.owners[DEST].arrivals[4].readyPs, FIFTH_PS + 360 + LIFE_PS + 24'000 + 100'000);
    Take();
    Simulator::Run();
    ExpectConserved(6);
}

TEST_F(HeadOfQueueLifetimeTest, LongLifetimesAreForEver)
{
    Build(20, 7, 20);
    EXPECT_EQ(m_star.fabricSwitch->GetHeadOfQueue(), nullptr);
    m_star.Send(0, DEST, 8);
    Simulator::Run();
    EXPECT_EQ(m_drops.size(), 0u);
    EXPECT_EQ(m_star.GetInner(DEST).GetQueueBytes(0), 4'000u);
    EXPECT_LT(NowPs(), 100'000'000);
}

TEST_F(HeadOfQueueLifetimeTest, DefaultsAreThoseOfOpensm)
{
    m_star.Build({100 * GBPS, 100 * GBPS}, {});
    m_star.owners[1].hold = true;
    EXPECT_NE(m_star.fabricSwitch->GetHeadOfQueue(), nullptr);
    m_star.Send(0, 1, 100);             // more than the computed buffer of host 1 holds
    Simulator::Stop(MilliSeconds(268)); // 4.096 us * 2^16 = 268.435456 ms
    Simulator::Run();
    EXPECT_EQ(m_star.CountDrops(0, DropReason::HOQ_LIFETIME), 0u);
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    EXPECT_EQ(m_star.CountDrops(0, DropReason::HOQ_LIFETIME), 1u);
}

TEST_F(HeadOfQueueLifetimeTest, APacketWithoutARouteGivesItsCreditsBackToo)
{
    Build(0);
    m_star.Send(0, 3, 200); // fifty times the buffer
    Simulator::Run();
    EXPECT_EQ(m_star.CountDrops(0, DropReason::NO_ROUTE), 200u);
    EXPECT_EQ(m_star.Audit(), std::vector<std::string>());
}
