// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// When a queue pair that is held back by its rate sends next.

#include "queue-pair-test.h"

#include "ns3/data-rate.h"
#include "ns3/pause-frame.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/** A PFC frame that pauses nobody: 64 B, on the wire 84. */
FabricPacketPtr
MakeIdlePause()
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PauseFrame::GetKind();
    packet->As<PauseFrame>() = {};
    packet->frameBytes = 64;
    packet->wireBytes = 84;
    return packet;
}

/** First at one rate, then from a time or from the first ACK on at another one. */
class TwoRates : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::PacingTestTwoRates")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<TwoRates>()
                                .AddAttribute("First",
                                              "Rate at the start.",
                                              DataRateValue(DataRate("1000Gbps")),
                                              MakeDataRateAccessor(&TwoRates::m_first),
                                              MakeDataRateChecker())
                                .AddAttribute("Second",
                                              "Rate from the change on.",
                                              DataRateValue(DataRate("1000Gbps")),
                                              MakeDataRateAccessor(&TwoRates::m_second),
                                              MakeDataRateChecker())
                                .AddAttribute("At",
                                              "When it changes; 0: with the first ACK.",
                                              TimeValue(Time(0)),
                                              MakeTimeAccessor(&TwoRates::m_at),
                                              MakeTimeChecker());
        return tid;
    }

  private:
    void DoStart() override
    {
        SetRate(GetContext().nowPs, m_first.GetBitRate());
        SetNextUpdate(m_at.IsZero() ? NEVER_PS : m_at.GetPicoSeconds());
    }

    void DoAdvance(int64_t /* nowPs */) override
    {
        SetNextUpdate(NEVER_PS);
        SetRate(m_at.GetPicoSeconds(), m_second.GetBitRate());
    }

    void DoNotifyAck(const AckEvent& event) override
    {
        SetRate(event.nowPs, m_second.GetBitRate());
    }

    DataRate m_first;
    DataRate m_second;
    Time m_at;
};

NS_OBJECT_ENSURE_REGISTERED(TwoRates);

class PacingTest : public QueuePairTest
{
  protected:
    /**
     * Sends link control frames at the same instant.
     *
     * @param atPs when
     * @param frames how many
     */
    void SendControl(int64_t atPs, uint32_t frames)
    {
        Simulator::Schedule(PicoSeconds(atPs), [this, atPs, frames] {
            for (uint32_t i = 0; i < frames; ++i)
            {
                m_network.nics[0]->GetPort().SendFirst(MakeIdlePause(), atPs);
            }
        });
    }
};

} // namespace

// A paced queue pair whose time comes while link control frames have the wire, and more of them
// wait, is asked when the last of them has left. By hand: the first packet is 1024 B and 98 B of
// headers and gap, 1122 B; at 10 Gb/s the second is due at 1122 * 800 ps = 897,600 ps. From 1 ns
// before on two frames of 84 B at 100 Gb/s take the wire for 6,720 ps each, so it starts at
// 896,600 + 13,440 ps; it has no RETH, 1106 B, and the third is due 1106 * 800 ps later.
TEST_F(PacingTest, IsAskedBehindLinkControl)
{
    BuildPair("MtuBytes=1024", {{"CongestionControl", "ns3::FixedRate[Rate=10Gbps]"}});
    const auto queuePair = Connect();
    queuePair->PostWrite(3072, 0);
    SendControl(896'600, 2);
    Simulator::Run();
    ASSERT_EQ(m_sent[0].size(), 3U);
    EXPECT_EQ(m_sent[0][0].startPs, 0);
    EXPECT_EQ(m_sent[0][1].startPs, 910'040);
    EXPECT_EQ(m_sent[0][2].startPs, 910'040 + 884'800);
    ExpectAll(0, {3072});
}

// A packet is paid at the rates in force: the integral of the rate from its start to the next start
// is its length. By hand: a first packet of 4096 B is 4194 B on the wire, 33,552 bit. At 10 Mb/s
// for 100 us it has paid 1,000 of them; 32,552 at 10 Gb/s take 3.2552 us more.
TEST_F(PacingTest, RateIncreasePlansAnew)
{
    BuildPair(
        "MtuBytes=4096",
        {{"CongestionControl", "ns3::PacingTestTwoRates[First=10Mbps|Second=10Gbps|At=100us]"}});
    const auto queuePair = Connect();
    queuePair->PostWrite(8192, 0);
    Simulator::Run();
    ASSERT_EQ(m_sent[0].size(), 2U);
    EXPECT_EQ(m_sent[0][1].startPs, 103'255'200);
}

// At 10 Gb/s for 1 us it has paid 10,000 bit; 23,552 at 1 Gb/s take 23.552 us more.
TEST_F(PacingTest, RateCutPlansAnew)
{
    BuildPair("MtuBytes=4096",
              {{"CongestionControl", "ns3::PacingTestTwoRates[First=10Gbps|Second=1Gbps|At=1us]"}});
    const auto queuePair = Connect();
    queuePair->PostWrite(8192, 0);
    Simulator::Run();
    ASSERT_EQ(m_sent[0].size(), 2U);
    EXPECT_EQ(m_sent[0][1].startPs, 24'552'000);
}

// Events that change the rate plan anew at once, too. With t the time of the ACK in us, 10 t bit
// are paid by then and the rest takes (33,552 - 10 t) / 10,000 us.
TEST_F(PacingTest, AckThatRaisesTheRatePlansAnew)
{
    BuildPair("MtuBytes=4096|AckInterval=1",
              {{"CongestionControl", "ns3::PacingTestTwoRates[First=10Mbps|Second=10Gbps]"}});
    const auto queuePair = Connect();
    int64_t ackPs = 0;
    queuePair->GetCongestionControl().TraceConnectWithoutContext(
        "Rate",
        Callback<void, int64_t, uint64_t>([&](int64_t nowPs, uint64_t) { ackPs = nowPs; }));
    queuePair->PostWrite(8192, 0);
    Simulator::Run();
    ASSERT_EQ(m_sent[0].size(), 2U);
    ASSERT_GT(ackPs, 2'000'000); // two links there and two back, 1 us each
    ASSERT_LT(ackPs, 6'000'000);
    EXPECT_EQ(m_sent[0][1].startPs, ackPs + (33'552 * int64_t{1'000'000} - 10 * ackPs) / 10'000);
}

} // namespace ns3
