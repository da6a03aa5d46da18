// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "port-pair.h"

#include "ns3/credit-flow-control.h"
#include "ns3/no-flow-control.h"
#include "ns3/priority-flow-control.h"
#include "ns3/uinteger.h"

#include <array>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t PACKETS = 2'000;

/** Random packets at random times in both directions over every kind of link. */
class LinkPropertyTest : public FabricTest, public testing::WithParamInterface<uint32_t>
{
  protected:
    /** @param options how many different priorities, from 0 up */
    template <typename FlowControl>
    void Load(PortPair<FlowControl>& link, uint32_t options)
    {
        for (uint32_t side : {0U, 1U})
        {
            int64_t nowPs = 0;
            for (uint32_t i = 0; i < PACKETS; ++i)
            {
                // Bursts and gaps, about the rate of the link.
                nowPs += m_random() % 4 == 0 ? m_random() % 500 * 1'000 : 0;
                const uint32_t bytes = 64 + m_random() % 1'400;
                const auto priority = static_cast<uint8_t>(m_random() % options);
                AtPs(nowPs, [&link, side, bytes, priority, i] {
                    link.ports[side]->Enqueue(MakeDataPacket(NowPs(), bytes, priority, i));
                });
                m_bytes[side] += bytes;
            }
        }
    }

    /** All have come, each priority in its order, no two bits at once on the wire. */
    template <typename FlowControl>
    void Check(const PortPair<FlowControl>& link)
    {
        for (uint32_t side : {0U, 1U})
        {
            const auto& arrivals = link.owners[1 - side].arrivals;
            ASSERT_EQ(arrivals.size(), PACKETS);
            std::array<int64_t, PRIORITY_COUNT> last;
            last.fill(-1);
            int64_t readyPs = 0;
            for (const auto& arrival : arrivals)
            {
                ASSERT_LT(last[arrival.lane], arrival.psn);
                last[arrival.lane] = arrival.psn;
                ASSERT_GT(arrival.readyPs, readyPs);
                readyPs = arrival.readyPs;
                ASSERT_GE(arrival.nowTicks, TickClock().ToTicks(readyPs));
            }
            const auto& counters = link.channel->GetCounters(side);
            EXPECT_EQ(counters.sentPackets, counters.receivedPackets);
            EXPECT_EQ(counters.sentBytes, counters.receivedBytes);
            EXPECT_EQ(link.ports[side]->GetCounters(NowPs()).frameBytes, m_bytes[side]);
            EXPECT_EQ(link.ports[side]->GetBacklog(), 0u);
            EXPECT_EQ(link.channel->GetInFlight(side), 0u);
            EXPECT_EQ(link.flow[side]->Audit(), std::vector<std::string>());
        }
    }

    std::mt19937 m_random{GetParam()};
    std::array<uint64_t, 2> m_bytes{};
};

} // namespace

TEST_P(LinkPropertyTest, NothingIsLostOrReorderedWithoutFlowControl)
{
    PortPair<NoFlowControl> link;
    link.Connect(99'999'999'977, 123'457);
    Load(link, 8);
    Simulator::Run();
    Check(link);
}

TEST_P(LinkPropertyTest, NothingIsLostOrReorderedWithCredits)
{
    PortPair<CreditFlowControl> link;
    link.Connect(99'999'999'977, 123'457);
    for (const auto& flow : link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(3'000 + m_random() % 6'000));
    }
    link.Start();
    Load(link, 3);
    Simulator::Run();
    Check(link);
    for (uint8_t vl : {0, 1, 2})
    {
        EXPECT_EQ(link.flow[0]->GetCredits(vl), link.flow[1]->GetBufferBlocks());
        EXPECT_EQ(link.flow[1]->GetCredits(vl), link.flow[0]->GetBufferBlocks());
    }
}

TEST_P(LinkPropertyTest, APausedPriorityStartsNoPacketAndAllArriveInTheEnd)
{
    PortPair<PriorityFlowControl> link;
    link.Connect(99'999'999'977, 123'457);
    link.flow[1]->SetAttribute("PauseQuanta", UintegerValue(64 + m_random() % 1'000));
    link.Start();
    Load(link, 8);

    // Port 1 stops and resumes priority 3 at random. In force between the arrivals of the frames,
    // which take no longer than a longest frame, the pause frame itself and the delay.
    struct Pause
    {
        int64_t fromPs;
        int64_t toPs;
    };

    std::vector<Pause> pauses;
    int64_t nowPs = 0;
    for (uint32_t i = 0; i < 40; ++i)
    {
        const int64_t fromPs = nowPs + 1'000 * (1 + m_random() % 5'000);
        const int64_t toPs = fromPs + 1'000'000 + 1'000 * (m_random() % 5'000);
        AtPs(fromPs, [&] { link.flow[1]->NotifyReceived(3, 1, BufferSignal::STOP, NowPs()); });
        AtPs(toPs, [&] { link.flow[1]->NotifyFreed(3, 1, BufferSignal::RESUME, NowPs()); });
        pauses.push_back({fromPs + 118'000 + 6'721 + 123'457, toPs + 123'457});
        nowPs = toPs;
    }
    Simulator::Run();
    Check(link);
    for (const auto& pause : pauses)
    {
        for (const auto& departure : link.owners[0].departures)
        {
            ASSERT_FALSE(departure.lane == 3 && departure.startPs > pause.fromPs &&
                         departure.startPs < pause.toPs);
        }
    }
    EXPECT_GE(link.flow[1]->GetControlSent(), 80u);
    EXPECT_GT(link.flow[0]->GetBlockedPs(3, NowPs()), 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LinkPropertyTest, testing::Values(1, 2, 3, 4, 5));
