// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The blocks that credits count, and the buffers that they fill.

#include "credit-link-test.h"
#include "error-message.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

class CreditBlocksTest : public CreditLinkTest
{
};

} // namespace

TEST_F(CreditBlocksTest, NoMoreThanHalfTheRangeOfTheCountersIsEverAdvertised)
{
    // Room for 3000 blocks, on a wire of 100 us: 2048 blocks or 512 packets of 20.48 ns are sent
    // by 10.5 us, and nothing more until the first of them has come and a credit has come back.
    m_link.Connect(100 * G, 100'000'000, 256);
    for (const auto& flow : m_link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(3'000 * 64));
        flow->SetAttribute("BlockBytes", UintegerValue(64));
    }
    m_link.Start();
    EXPECT_EQ(m_link.flow[0]->GetBufferBlocks(), 3'000u);
    EXPECT_EQ(m_link.flow[0]->GetReservedBytes(), 3'000u * 64);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 2'048u);
    m_link.owners[1].hold = true;
    Enqueue(0, 1'000);
    AtPs(199'000'000, [&] {
        EXPECT_EQ(m_link.owners[0].departures.size(), 512u);
        EXPECT_EQ(m_link.flow[0]->GetCredits(0), 0u);
    });
    Simulator::Run();
    // Arriving packets leave room that could not be advertised before: 750 packets of four blocks.
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 750u);
    m_link.owners[1].hold = false;
    m_link.owners[1].Free(*m_link.ports[1], 750, NowPs());
    Enqueue(0, 3'000);
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 4'000u);
    ExpectAtRest();
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 2'048u);
}

TEST_F(CreditBlocksTest, TheBlocksOfALongLinkAreLarger)
{
    // 256 KiB of buffer in blocks of 128 B: 2048 of them, all of which may be advertised; a packet
    // of 130 B takes two.
    m_link.Connect(100 * G, 100'000'000, 256);
    for (const auto& flow : m_link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(256 * 1024));
        flow->SetAttribute("BlockBytes", UintegerValue(128));
    }
    m_link.Start();
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 2'048u);
    m_link.owners[1].hold = true;
    Enqueue(0, 2'000, 130);
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 1'024u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 0u);
}

TEST_F(CreditBlocksTest, BothEndsCountInTheSameBlocks)
{
    m_link.Connect(100 * G, 0, 256);
    m_link.flow[0]->SetAttribute("BlockBytes", UintegerValue(128));
    m_link.flow[1]->SetAttribute("BlockBytes", UintegerValue(64));
    EXPECT_EQ(MessageOf<InputError>([&] { m_link.flow[0]->Start(); }),
              "CreditFlowControl BlockBytes: is 128 at one end and 64 at the other; expected the "
              "same");
}

TEST_F(CreditBlocksTest, BothEndsAgreeOnBlocksThatFillTheWire)
{
    // 800 Gb/s and 1 us: twice the loop of 2 us is 400,000 B, and four packets of 4126 B; 2048
    // blocks of 64 B are a third of that, of 256 B enough. The pipeline of 500 ns at one end adds
    // 100,000 B to the need of that end: 516,504 B, 2018 blocks of 256 B.
    m_link.Connect(800 * G, 1'000'000, 4'126);
    m_link.ports[1]->SetPipeline(500'000, true);
    m_link.Start();
    for (const auto& flow : m_link.flow)
    {
        EXPECT_EQ(flow->GetBlockBytes(), 256u);
    }
    EXPECT_EQ(m_link.flow[1]->GetBufferBlocks(), 2'018u);
    EXPECT_EQ(m_link.flow[0]->GetBufferBlocks(), (400'000u + 4 * 4'126 + 255) / 256);
    // A packet takes 17 blocks; 252 are told at once, which 15 packets fill.
    const auto loop = *m_link.flow[1]->GetLoop();
    EXPECT_EQ(loop.packets, 118u);
    EXPECT_EQ(loop.told, 15u);
    EXPECT_EQ(loop.packetPs, 41'260);
    EXPECT_EQ(loop.restPs, 80 + 2'000'000 + 500'000);
    EXPECT_EQ(loop.neededBytes, 516'504u);
    EXPECT_EQ(loop.GetShare(), 1);
}

TEST_F(CreditBlocksTest, BlocksAreThoseOfTheStandardWhereTheyFillTheWire)
{
    m_link.Connect(400 * G, 100'000, 4'126);
    m_link.Start();
    EXPECT_EQ(m_link.flow[0]->GetBlockBytes(), 64u);
    EXPECT_EQ(MessageOf<InputError>([] {
                  CreateObject<CreditFlowControl>()->SetAttribute("BlockBytes", UintegerValue(15));
              }),
              "CreditFlowControl BlockBytes: is 15; expected 0, or 16 to 65536");
}

TEST_F(CreditBlocksTest, BlocksTooSmallForAPacketAreRefused)
{
    m_link.Connect(100 * G, 0, 32'800); // 2050 blocks of 16 B
    for (const auto& flow : m_link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(100'000));
        flow->SetAttribute("BlockBytes", UintegerValue(16));
    }
    EXPECT_EQ(MessageOf<InputError>([&] { m_link.flow[0]->Start(); }),
              "CreditFlowControl: BlockBytes is 16; expected more, so that 2048 blocks hold one "
              "packet");
}

TEST_F(CreditBlocksTest, FullRateWithTheComputedBuffer)
{
    // 4 * 256 + 2 * 12.5 B/ns * (2 * 100 ns) = 6024 B: 95 blocks.
    Build(0);
    EXPECT_EQ(m_link.flow[0]->GetBufferBlocks(), 95u);
    Enqueue(0, 1'000);
    Simulator::Run();
    // Never short of credits: the wire is busy with data alone, 20.48 ns each.
    EXPECT_EQ(m_link.owners[0].departures.back().startPs, 999 * 20'480);
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(0, NowPs()), 0);
    ExpectAtRest();
}

TEST_F(CreditBlocksTest, ABufferBelowOnePacketIsRefused)
{
    m_link.Connect(100 * G, 100'000, 257);
    m_link.flow[0]->SetAttribute("BufferBytes", UintegerValue(319));
    EXPECT_EQ(MessageOf<InputError>([&] { m_link.flow[0]->Start(); }),
              "CreditFlowControl: BufferBytes must hold one packet: at least 320");
    m_link.flow[0]->SetAttribute("BufferBytes", UintegerValue(320));
    EXPECT_EQ(MessageOf<InputError>([&] { m_link.flow[0]->Start(); }), "no error");
}

TEST_F(CreditBlocksTest, BufferOfOnePacketStillMoves)
{
    Build(256);
    Enqueue(0, 20);
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 20u);
    ExpectAtRest();
}
