// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "switch-star.h"
#include "units.h"

#include "ns3/fabric-parts.h"
#include "ns3/lossless-audit.h"

using namespace ns3;

namespace
{

/** Host 0 at 100 Gb/s, 80 ns for 1000 B; host 1 at 400, 20 ns; host 2 at 100; host 3 at 50. */
class LastBitStageTest : public FabricTest
{
  protected:
    void Build()
    {
        m_star.Build({100 * GBPS, 400 * GBPS, 100 * GBPS, 50 * GBPS}, {});
    }

    int64_t ReadyPs(uint32_t host, uint32_t index = 0) const
    {
        return m_star.owners[host].arrivals.at(index).readyPs;
    }

    SwitchStar m_star;
};

} // namespace

TEST_F(LastBitStageTest, OnlyTheFasterLinkWaitsForTheWholePacket)
{
    Build();
    m_star.Send(0, 1, 1);
    Simulator::Run();
    // First bit at 100 + 400 = 500 ns in the queue, last at 580: 580 + 20 + 100.
    EXPECT_EQ(ReadyPs(1), 700'000);
    EXPECT_EQ(m_star.GetInner(1).GetBusyUntilPs(), 600'000);

    const int64_t nowPs = NowPs();
    m_star.Send(0, 2, 1);
    Simulator::Run();
    EXPECT_EQ(ReadyPs(2), nowPs + 500'000 + 80'000 + 100'000);
    const int64_t thenPs = NowPs();
    m_star.Send(0, 3, 1);
    Simulator::Run();
    EXPECT_EQ(ReadyPs(3), thenPs + 500'000 + 160'000 + 100'000);
    EXPECT_EQ(m_star.Audit(), std::vector<std::string>());
}

TEST_F(LastBitStageTest, TheFasterLinkIsFreeForOthersInTheMeantime)
{
    // While 1000 B from host 0 come in from 500 to 580 ns, the link to host 1 carries those of
    // host 2 that were complete at 560; sent at its first bit, the first would hold it until 580.
    Build();
    m_star.Send(0, 1, 1);
    auto other = MakeDataPacket(0, 750, 0, 7); // 60 ns on the way in, 15 out
    other->destHost = 1;
    m_star.ports[2]->Enqueue(std::move(other));
    Simulator::Run();
    const auto& arrivals = m_star.owners[1].arrivals;
    ASSERT_EQ(arrivals.size(), 2u);
    EXPECT_EQ(arrivals[0].psn, 7u);
    EXPECT_EQ(arrivals[0].readyPs, 560'000 + 15'000 + 100'000);
    EXPECT_EQ(arrivals[1].readyPs, 580'000 + 20'000 + 100'000);
}

TEST_F(LastBitStageTest, PacketsOfOneLinkKeepTheirOrder)
{
    // Back to back, to the faster and to the equal link in turn: the last bit of one and the first
    // of the next come at the same time.
    Build();
    for (uint32_t i = 0; i < 100; ++i)
    {
        auto packet = MakeDataPacket(0, 1'000, 0, i);
        packet->destHost = i % 3 == 2 ? 2 : 1;
        m_star.ports[0]->Enqueue(std::move(packet));
    }
    Simulator::Run();
    uint32_t seen = 0;
    for (uint32_t host : {1U, 2U})
    {
        int64_t last = -1;
        for (const auto& arrival : m_star.owners[host].arrivals)
        {
            EXPECT_GT(int64_t{arrival.psn}, last);
            last = arrival.psn;
            const int64_t endPs = 580'000 + arrival.psn * 80'000;
            // To host 1 20 ns behind the last bit, to host 2 at the same time as that.
            EXPECT_EQ(arrival.readyPs, endPs + (host == 1 ? 20'000 : 0) + 100'000);
            ++seen;
        }
    }
    EXPECT_EQ(seen, 100u);
    EXPECT_EQ(m_star.fabricSwitch->GetBuffer().GetUsedBytes(), 0u);
    EXPECT_EQ(m_star.Audit(), std::vector<std::string>());
}

TEST_F(LastBitStageTest, WhatIsKeptIsInTheBuffer)
{
    Build();
    m_star.Send(0, 1, 1);
    AtPs(540'000, [&] {
        ASSERT_NE(m_star.fabricSwitch->GetIncomplete(0), nullptr);
        EXPECT_EQ(m_star.fabricSwitch->GetIncomplete(0)->frameBytes, 1'000u);
        EXPECT_EQ(m_star.fabricSwitch->GetIncomplete(1), nullptr);
        EXPECT_EQ(m_star.GetInner(1).GetQueueBytes(0), 0u);
        const LosslessAudit audit(FabricParts{{}, {m_star.fabricSwitch}, m_star.channels, {}});
        EXPECT_EQ(audit.GetViolations(), std::vector<std::string>());
    });
    AtPs(581'000, [&] { EXPECT_EQ(m_star.fabricSwitch->GetIncomplete(0), nullptr); });
    Simulator::Run();
}

TEST_F(LastBitStageTest, ADiscardFindsWhatIsKeptToo)
{
    Build();
    m_star.Send(0, 1, 1);
    AtPs(540'000, [&] { m_star.fabricSwitch->SetDiscard(1, 0, DropReason::VL_STALL, NowPs()); });
    Simulator::Run();
    EXPECT_EQ(m_star.owners[1].arrivals.size(), 0u);
    EXPECT_EQ(m_star.CountDrops(0, DropReason::VL_STALL), 1u);
    EXPECT_EQ(m_star.fabricSwitch->GetBuffer().GetUsedBytes(), 0u);
    EXPECT_EQ(m_star.Audit(), std::vector<std::string>());
}

TEST_F(LastBitStageTest, PacketsUnderWayAtTheEndAreGivenBack)
{
    const uint64_t before = FabricPacketPool::GetLiveCount();
    {
        SwitchStar star;
        star.Build({100 * GBPS, 400 * GBPS}, {});
        star.Send(0, 1, 1);
        Simulator::Stop(NanoSeconds(540));
        Simulator::Run();
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), before + 1);
    }
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), before);
}
