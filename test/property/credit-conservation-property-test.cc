// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-ledger.h"
#include "dice.h"
#include "fabric-test.h"
#include "port-pair.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** One link, both ends of which keep what comes for a random time. */
class CreditConservation : public FabricTest, public testing::WithParamInterface<uint32_t>
{
  protected:
    static constexpr uint32_t PACKETS = 1'500;
    static constexpr uint32_t USED_LANES = 3;

    void Build(double errorRate)
    {
        m_link.Connect(99'999'999'977, 1'000 * m_dice(2'000), 1'500, errorRate);
        for (const auto& flow : m_link.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(1'500 + m_dice(20'000)));
            flow->SetAttribute("UpdateBlocks", UintegerValue(m_dice(100)));
        }
        m_link.ports[1]->SetPipeline(123'000, m_dice(2) == 1);
        m_link.Start();
        m_ledger = std::make_unique<LinkLedger>(*m_link.channel);
        for (uint32_t side : {0U, 1U})
        {
            m_link.owners[side].hold = true;
            int64_t nowPs = 0;
            for (uint32_t i = 0; i < PACKETS; ++i)
            {
                nowPs += m_dice(4) == 0 ? m_dice(1'000) * 1'000 : 0;
                const uint32_t bytes = 64 + m_dice(1'400);
                const auto vl = static_cast<uint8_t>(m_dice(USED_LANES));
                m_bytes[side].push_back(bytes);
                AtPs(nowPs, [this, side, bytes, vl, i] {
                    m_link.ports[side]->Enqueue(MakeDataPacket(NowPs(), bytes, vl, i));
                });
            }
        }
    }

    /** Each end gives up to three packets out of its buffer at random times, later all at once. */
    void FreeAtRandom(int64_t endPs)
    {
        for (int64_t nowPs = 0; nowPs < endPs; nowPs += 1'000 * (1 + m_dice(600)))
        {
            const uint32_t side = m_dice(2);
            const uint32_t most = 1 + m_dice(3);
            AtPs(nowPs, [this, side, most] {
                auto& owner = m_link.owners[side];
                Free(side, std::min(most, owner.GetHeld()));
            });
        }
        AtPs(endPs, [this] {
            for (uint32_t side : {0U, 1U})
            {
                Free(side, m_link.owners[side].GetHeld());
                m_link.owners[side].hold = false;
            }
        });
    }

    void Free(uint32_t side, uint32_t packets)
    {
        m_freed[side] += packets;
        m_link.owners[side].Free(*m_link.ports[side], packets, NowPs());
    }

    /** @return blocks of a lane in the buffer of an end, by what came and was freed, in order */
    uint64_t CountOccupied(uint32_t side, uint8_t vl) const
    {
        const auto& owner = m_link.owners[side];
        uint64_t blocks = 0;
        for (std::size_t i = owner.hold ? m_freed[side] : owner.arrivals.size();
             i < owner.arrivals.size();
             ++i)
        {
            const auto& arrival = owner.arrivals[i];
            blocks += arrival.lane == vl ? BlocksOf(m_bytes[1 - side][arrival.psn]) : 0;
        }
        return blocks;
    }

    /** @return what is missing now on all lanes of both directions */
    int64_t CountMissing()
    {
        int64_t missing = 0;
        for (uint32_t from : {0U, 1U})
        {
            const auto buffer = m_ledger->ends[1 - from]->GetFlow().GetBufferBlocks();
            for (uint8_t vl = 0; vl < LANES; ++vl)
            {
                const int64_t sum = m_ledger->Sum(from, vl, CountOccupied(1 - from, vl));
                EXPECT_LE(sum, buffer) << "lane " << uint32_t{vl} << " from " << from;
                missing += buffer - sum;
            }
        }
        return missing;
    }

    Dice m_dice{GetParam()};
    PortPair<CreditFlowControl> m_link;
    std::unique_ptr<LinkLedger> m_ledger;
    std::array<std::vector<uint32_t>, 2> m_bytes; //!< by sender and PSN
    std::array<uint32_t, 2> m_freed{};
};

} // namespace

TEST_P(CreditConservation, NothingIsMissingAtAnyTimeWithoutLoss)
{
    Build(0);
    FreeAtRandom(400'000'000);
    uint32_t checks = 0;
    for (int64_t nowPs = 0; nowPs < 450'000'000; nowPs += 1'000 * (1 + m_dice(200)))
    {
        AtPs(nowPs, [this, &checks] {
            if (!m_ledger->IsAmbiguous())
            {
                ASSERT_EQ(CountMissing(), 0) << NowPs() << " ps";
                ++checks;
            }
        });
    }
    Simulator::Run();
    EXPECT_GT(checks, 3'000u);
    for (uint32_t side : {0U, 1U})
    {
        EXPECT_EQ(m_link.owners[side].arrivals.size(), PACKETS);
        EXPECT_EQ(m_link.flow[side]->Audit(), std::vector<std::string>());
        EXPECT_GT(m_link.flow[side]->GetBlockedPs(0, NowPs()), 0);
    }
}

TEST_P(CreditConservation, WhatIsLostIsMissingUntilTheNextFlowControlPacket)
{
    // Packets and flow control packets are lost alike, one in 20.
    Build(0.05);
    FreeAtRandom(1'500'000'000);
    uint32_t checks = 0;
    uint32_t broken = 0;
    uint32_t whole = 0;
    for (int64_t nowPs = 0; nowPs < 1'900'000'000; nowPs += 1'000 * (1 + m_dice(800)))
    {
        AtPs(nowPs, [&] {
            if (!m_ledger->IsAmbiguous())
            {
                const int64_t missing = CountMissing(); // and never more than there may be
                broken += missing > 0;
                whole += missing == 0;
                ++checks;
            }
        });
    }
    Simulator::Stop(MilliSeconds(4));
    Simulator::Run();
    EXPECT_GT(checks, 3'000u);
    EXPECT_GT(broken, 100u);
    EXPECT_GT(whole, 100u);
    EXPECT_EQ(CountMissing(), 0);
    for (uint32_t side : {0U, 1U})
    {
        EXPECT_EQ(m_link.ports[side]->GetCounters(NowPs()).packets, PACKETS);
        const auto& receiver = m_link.owners[1 - side];
        EXPECT_LT(receiver.arrivals.size(), PACKETS);
        uint64_t repaired = 0;
        for (uint8_t vl = 0; vl < LANES; ++vl)
        {
            // All that did not arrive, and nothing else, was repaired by FCTBS.
            const auto& ledger = *m_ledger->ends[1 - side];
            EXPECT_EQ(ledger.m_repaired[vl] + ledger.m_arrived[vl],
                      m_ledger->ends[side]->m_sent[vl]);
            repaired += ledger.m_repaired[vl];
            EXPECT_EQ(m_link.flow[side]->GetCredits(vl), m_link.flow[1 - side]->GetBufferBlocks());
        }
        EXPECT_GT(repaired, 0u);
        EXPECT_EQ(m_link.flow[side]->Audit(), std::vector<std::string>());
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CreditConservation, testing::Values(1, 2, 3, 4, 5, 6));
