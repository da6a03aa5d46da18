// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A switch with an arbiter between its inputs: virtual output queues under failures, and buffers
// that are free when the last bit has left.

#include "error-message.h"
#include "network-test.h"
#include "switch-star.h"
#include "units.h"

#include "ns3/aggregation-header.h"
#include "ns3/head-of-queue-lifetime.h"
#include "ns3/input-error.h"

using namespace ns3;

namespace
{

constexpr int64_t PACKET_LIFE_PS = 4'096'000; // 4.096 us * 2^0

/**
 * Hosts 0 and 1 send packets of 1000 B, 16 blocks and 80 ns, to host 2, whose buffer of 64 blocks
 * takes four of them and keeps them. The first two are in their queues at 100 + 400 ns; four have
 * left at 820 ns.
 */
class InputQueuesTest : public FabricTest
{
  protected:
    static constexpr uint32_t DEST = 2;

    void Build(uint32_t leafLife, uint64_t bufferBytes = 64 * 64)
    {
        SwitchStar::Options options;
        options.bufferBytes = bufferBytes;
        options.headOfQueue.Set("LeafHoqLife", UintegerValue(leafLife));
        options.roundRobin = true;
        m_star.Build({100 * GBPS, 100 * GBPS, 100 * GBPS}, options);
        m_star.fabricSwitch->TraceConnectWithoutContext(
            "Drop",
            MakeCallback(&InputQueuesTest::OnDrop, this));
    }

    void OnDrop(const FabricPacket& packet, DropReason)
    {
        m_drops.emplace_back(NowPs(), packet.ingressPort);
    }

    /** Host 2 frees the packets that it holds, and holds none from now on. */
    void Take()
    {
        auto& owner = m_star.owners[DEST];
        owner.hold = false;
        owner.Free(*m_star.ports[DEST], owner.GetHeld(), NowPs());
    }

    void ExpectConserved(uint32_t sent)
    {
        EXPECT_EQ(m_star.owners[DEST].arrivals.size() + m_drops.size(), sent);
        EXPECT_EQ(m_star.fabricSwitch->GetBuffer().GetUsedBytes(), 0u);
        EXPECT_EQ(m_star.Audit(), std::vector<std::string>());
        const LosslessAudit audit(FabricParts{{}, {m_star.fabricSwitch}, m_star.channels, {}});
        EXPECT_EQ(audit.GetViolations(), std::vector<std::string>());
    }

    SwitchStar m_star;
    std::vector<std::pair<int64_t, uint16_t>> m_drops; //!< when, and by which port it had come
};

} // namespace

TEST_F(InputQueuesTest, TheFirstPacketOfEachInputHasItsLifetime)
{
    // Two of each host have left, two wait. At 820 ns the third ones lack credits; a lifetime later
    // they go, and after another one those behind them.
    Build(0);
    m_star.owners[DEST].hold = true;
    m_star.Send(0, DEST, 4);
    m_star.Send(1, DEST, 4);
    Simulator::Run();
    EXPECT_EQ(m_drops,
              (std::vector<std::pair<int64_t, uint16_t>>{{820'000 + PACKET_LIFE_PS, 0},
                                                         {820'000 + PACKET_LIFE_PS, 1},
                                                         {820'000 + 2 * PACKET_LIFE_PS, 0},
                                                         {820'000 + 2 * PACKET_LIFE_PS, 1}}));
    Take();
    Simulator::Run();
    ExpectConserved(8);
}

TEST_F(InputQueuesTest, ThatOfAPacketThatComesLaterBeginsLater)
{
    // Host 0's buffer in the switch takes four; the fifth comes when the credits of the first are
    // back, at 580 + 0.64 + 100 ns, and is there 500 ns later, at the next tick.
    Build(0);
    m_star.owners[DEST].hold = true;
    m_star.Send(0, DEST, 5);
    AtPs(2'000'000, [this] { m_star.Send(1, DEST, 1); });
    Simulator::Run();
    EXPECT_EQ(m_drops,
              (std::vector<std::pair<int64_t, uint16_t>>{{1'181'000 + PACKET_LIFE_PS, 0},
                                                         {2'500'000 + PACKET_LIFE_PS, 1}}));
    Take();
    Simulator::Run();
    ExpectConserved(6);
}

TEST_F(InputQueuesTest, AllQueuesOfADeadPortAreThrownAwayAndTheirCreditsComeBack)
{
    Build(20);
    m_star.owners[DEST].hold = true;
    m_star.Send(0, DEST, 10);
    m_star.Send(1, DEST, 10);
    AtPs(1'900'000, [this] {
        // Four packets of each host are in the buffer, and two have left it.
        auto& port = m_star.GetInner(DEST);
        EXPECT_EQ(port.GetQueueBytes(0), 8'000u);
        m_star.fabricSwitch->SetDiscard(DEST, 0, DropReason::LINK_DOWN, NowPs());
        EXPECT_EQ(port.GetQueueBytes(0), 0u);
        EXPECT_EQ(port.GetBacklog(), 0u);
        EXPECT_EQ(m_drops.size(), 8u);
        EXPECT_EQ(m_star.fabricSwitch->GetBuffer().GetUsedBytes(), 0u);
    });
    AtPs(8'000'000, [this] {
        EXPECT_EQ(m_drops.size(), 16u) << "what came later";
        EXPECT_EQ(m_star.CountDrops(0, DropReason::LINK_DOWN), 8u);
        EXPECT_EQ(m_star.CountDrops(1, DropReason::LINK_DOWN), 8u);
        m_star.fabricSwitch->SetDiscard(DEST, 0, DropReason::NONE, NowPs());
        Take();
        m_star.Send(0, DEST, 10);
        m_star.Send(1, DEST, 10);
    });
    Simulator::Run();
    EXPECT_EQ(m_drops.size(), 16u);
    ExpectConserved(40);
}

TEST_F(InputQueuesTest, WhatTheSwitchMadeForADeadPortIsCountedAsLost)
{
    // Two packets of each host wait for credits, and behind them two sums of in-network
    // aggregation, which have an input of their own. Hosts that wait for sums are told of by these
    // counts: nobody sends a sum again. Sums came by no port, so they have neither place nor
    // credits to give back.
    Build(20);
    m_star.owners[DEST].hold = true;
    m_star.Send(0, DEST, 4);
    m_star.Send(1, DEST, 4);
    AtPs(1'900'000, [this] {
        auto& port = m_star.GetInner(DEST);
        for (const uint32_t number : {1, 2})
        {
            auto sum = MakeDataPacket(NowPs(), 100, 0, number);
            sum->kind = AggregationHeader::GetKind();
            port.Enqueue(std::move(sum));
        }
        EXPECT_EQ(port.GetQueueBytes(0), 4 * 1'000u + 2 * 100u);
        m_star.fabricSwitch->SetDiscard(DEST, 0, DropReason::LINK_DOWN, NowPs());
        EXPECT_EQ(port.GetQueueBytes(0), 0u);
        EXPECT_EQ(m_drops.size(), 6u);
        EXPECT_EQ(m_star.CountDrops(0, DropReason::LINK_DOWN), 2u);
        EXPECT_EQ(m_star.CountDrops(1, DropReason::LINK_DOWN), 2u);
        EXPECT_EQ(m_star.CountDrops(DEST, DropReason::LINK_DOWN), 2u) << "the sums";
        EXPECT_EQ(m_star.fabricSwitch->GetBuffer().GetUsedBytes(), 0u);
    });
    Simulator::Run();
    Take();
    Simulator::Run();
    ExpectConserved(8 + 2);
}

TEST_F(InputQueuesTest, TheBufferIsFreeWhenTheLastBitHasLeft)
{
    // 24 blocks take one packet of 16. The first one's first bit leaves for host 2 at 500 ns, its
    // last one at 580; the flow control packet takes 0.64 ns and 100 of wire, and no pipeline. The
    // second one goes to another host, and may not come any sooner for that.
    Build(20, 24 * 64);
    m_star.Send(0, 2, 1);
    m_star.Send(0, 1, 1);
    Simulator::Run();
    ASSERT_EQ(m_star.owners[0].departures.size(), 2u);
    EXPECT_EQ(m_star.owners[0].departures[1].startPs, 580'000 + 640 + 100'000);
    EXPECT_EQ(m_star.fabricSwitch->GetBuffer().GetPeakBytes(), 1'000u);
    ExpectConserved(1);
}

TEST_F(InputQueuesTest, TakeTurnsAtTheOutput)
{
    Build(20);
    m_star.Send(0, DEST, 6);
    m_star.Send(1, DEST, 3);
    Simulator::Run();
    // PSNs count from 0 at each host.
    std::vector<uint32_t> numbers;
    for (const auto& arrival : m_star.owners[DEST].arrivals)
    {
        numbers.push_back(arrival.psn);
    }
    EXPECT_EQ(numbers, (std::vector<uint32_t>{0, 0, 1, 1, 2, 2, 3, 4, 5}));
    ExpectConserved(9);
}

using InputBufferUse = NetworkTest;

TEST_F(InputBufferUse, IsRefusedWithoutCredits)
{
    for (const std::string flowControl : {"ns3::PriorityFlowControl"})
    {
        EXPECT_EQ(
            MessageOf<InputError>([&] {
                Build("RoceFabric",
                      {{"Buffer", "ns3::InputBuffer"}, {"FlowControl", flowControl}},
                      Topology("StarTopology", {{"Hosts", "2"}}));
            }),
            "Buffer: ns3::InputBuffer holds packets of links with credits, and the links of this "
            "switch have none; expected ns3::SharedBuffer, or the flow control "
            "ns3::CreditFlowControl");
    }
}
