// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"
#include "stepwise-bolt.h"

#include "ns3/bolt-tag.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-bolt.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <tuple>

using namespace ns3;

namespace
{

/** @param context the path @return Bolt as its authors have it */
Ptr<RdmaBolt>
StartBolt(const CongestionContext& context = PATH_100G)
{
    const auto bolt = ObjectFactory("ns3::Bolt").Create<RdmaBolt>();
    bolt->Start(context);
    return bolt;
}

/** An acknowledgement of 1000 B that took 8 us, with a tag. */
void
Answer(RdmaBolt& bolt, int64_t nowPs, uint8_t flags, uint64_t inflightBytes = 50'000)
{
    AckEvent event = Ack(nowPs, inflightBytes);
    event.field = BoltTag{static_cast<uint8_t>(flags | BoltTag::DATA)}.Pack();
    bolt.NotifyAck(event);
}

/** A switch tells of a queue. */
void
Tell(RdmaBolt& bolt, int64_t nowPs, int64_t rttPs, uint64_t queueBytes, uint64_t gbps = 100)
{
    const BoltTag tag{BoltTag::DATA | BoltTag::DEC | BoltTag::TOLD, gbps * GBPS, queueBytes};
    bolt.NotifyNotice({nowPs, rttPs, tag.Pack()});
}

/** @return flags of a new packet, with these bytes left to send, its own included */
uint8_t
FlagsOf(RdmaBolt& bolt, uint64_t leftBytes)
{
    return BoltTag::Unpack(bolt.MakeTag(0, leftBytes)).flags;
}

} // namespace

TEST(Bolt, StartsWithTheBandwidthDelayProductAtLineRate)
{
    const auto bolt = StartBolt();
    EXPECT_EQ(bolt->GetWindowBytes(), 100'000u);
    EXPECT_EQ(bolt->GetRatebps(0), 100 * GBPS);
    EXPECT_STREQ(bolt->GetNeeds().tags, "Bolt");
    EXPECT_TRUE(bolt->GetNeeds().acknowledgements);
    EXPECT_TRUE(bolt->GetNeeds().ownNotifications);
    EXPECT_FALSE(bolt->GetNeeds().marks);
}

TEST(Bolt, PacketsAreOfTheFirstWindowTheLastOrAskForMore)
{
    const auto bolt = StartBolt();
    EXPECT_EQ(FlagsOf(*bolt, 1'000'000), BoltTag::DATA | BoltTag::FIRST);
    EXPECT_EQ(FlagsOf(*bolt, 100'001), BoltTag::DATA | BoltTag::FIRST);
    EXPECT_EQ(FlagsOf(*bolt, 100'000), BoltTag::DATA | BoltTag::FIRST | BoltTag::LAST);
    Answer(*bolt, 8 * US, 0);
    EXPECT_EQ(FlagsOf(*bolt, 100'001), BoltTag::DATA | BoltTag::INC);
    EXPECT_EQ(FlagsOf(*bolt, 100'000), BoltTag::DATA | BoltTag::LAST);
    EXPECT_EQ(FlagsOf(*bolt, 1), BoltTag::DATA | BoltTag::LAST);
    // Nothing on its way is not yet the end, if there is something to send.
    Answer(*bolt, 9 * US, 0, 0);
    EXPECT_EQ(FlagsOf(*bolt, 100'001), BoltTag::DATA | BoltTag::INC);
    AckEvent last = Ack(10 * US);
    last.applicationLimited = true;
    bolt->NotifyAck(last);
    EXPECT_EQ(FlagsOf(*bolt, 1'000'000), BoltTag::DATA | BoltTag::FIRST) << "another flow";
}

/** r / (q/m R/C): with q 10 packets and R = C the 2 us of the notice are 200 ns per packet. */
TEST(Bolt, ANoticeTakesAPacketPerItsShareOfTheQueue)
{
    const auto bolt = StartBolt();
    Tell(*bolt, 199'999, 2 * US, 10'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 100'000u);
    Tell(*bolt, 200'000, 2 * US, 10'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 99'000u);
    Tell(*bolt, 399'999, 2 * US, 10'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 99'000u);
    Tell(*bolt, 400'000, 2 * US, 10'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 98'000u);
    // Before the first acknowledgement R is the line rate: a quarter of a port of 400 Gb/s.
    Tell(*bolt, 1'199'999, 2 * US, 10'000, 400);
    EXPECT_EQ(bolt->GetWindowBytes(), 98'000u);
    Tell(*bolt, 1'200'000, 2 * US, 10'000, 400);
    EXPECT_EQ(bolt->GetWindowBytes(), 97'000u);
    // With a round trip of 8 us R is that of the window: 97 Gb/s of 97 packets.
    Answer(*bolt, 2 * US, 0);
    Tell(*bolt, 10 * US, 2 * US, 10'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 97'000u);
    const auto intervalPs = static_cast<int64_t>(std::ceil(2 * US / (10 * 0.97)));
    Tell(*bolt, 10 * US + intervalPs - 1, 2 * US, 10'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 97'000u);
    Tell(*bolt, 10 * US + intervalPs, 2 * US, 10'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 96'000u);
}

TEST(Bolt, WhatTheTargetAllowsIsNoQueue)
{
    const auto bolt = StartBolt();
    bolt->SetAttribute("TargetQueueBytes", UintegerValue(8'000));
    Tell(*bolt, 100 * US, 2 * US, 8'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 100'000u);
    Tell(*bolt, 100 * US, 2 * US, 9'000); // a packet in 2 us
    EXPECT_EQ(bolt->GetWindowBytes(), 99'000u);
    Tell(*bolt, 102 * US - 1, 2 * US, 9'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 99'000u);
    Tell(*bolt, 102 * US, 2 * US, 9'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 98'000u);
}

TEST(Bolt, AWindowOfLessThanAPacketIsARateAndHalved)
{
    const auto bolt = StartBolt();
    bolt->SetAttribute("PacingGain", DoubleValue(0));
    Answer(*bolt, 8 * US, 0);
    int64_t nowPs = 8 * US;
    for (int packet = 0; packet < 99; ++packet)
    {
        Tell(*bolt, nowPs += 100 * US, 2 * US, 1'000'000);
    }
    EXPECT_EQ(bolt->GetBytes(), 1'000);
    EXPECT_EQ(bolt->GetRatebps(nowPs), 100 * GBPS);
    Tell(*bolt, nowPs, 2 * US, 1'000'000); // no matter when
    Tell(*bolt, nowPs, 2 * US, 1);
    EXPECT_EQ(bolt->GetBytes(), 250);
    EXPECT_EQ(bolt->GetWindowBytes(), 1'000u);
    EXPECT_EQ(bolt->GetRatebps(nowPs), GBPS / 4); // 250 B in 8 us
    for (int i = 0; i < 10; ++i)
    {
        Tell(*bolt, nowPs, 2 * US, 1);
    }
    EXPECT_EQ(bolt->GetBytes(), 10) << "a hundredth of a packet";
    Answer(*bolt, nowPs + US, BoltTag::INC);
    EXPECT_EQ(bolt->GetBytes(), 1'010);
    EXPECT_EQ(bolt->GetRatebps(nowPs + US), 100 * GBPS);
}

TEST(Bolt, AWindowIsSpreadOverARoundTrip)
{
    for (const double gain : {1.0, 1.25, 2.0, 0.0})
    {
        const auto bolt = StartBolt();
        bolt->SetAttribute("PacingGain", DoubleValue(gain));
        for (int packet = 1; packet <= 60; ++packet)
        {
            Tell(*bolt, packet * 100 * US, 2 * US, 10'000);
        }
        EXPECT_EQ(bolt->GetRatebps(6000 * US), 100 * GBPS) << "nothing is known of the round trip";
        Answer(*bolt, 6001 * US, 0); // 41 packets in 8 us
        EXPECT_EQ(bolt->GetWindowBytes(), 41'000u);
        EXPECT_NEAR(bolt->GetRatebps(6001 * US), gain > 0 ? gain * 41e9 : 100e9, 1);
        Tell(*bolt, 6101 * US, 2 * US, 10'000);
        EXPECT_NEAR(bolt->GetRatebps(6101 * US), gain > 0 ? gain * 40e9 : 100e9, 1);
    }
}

TEST(Bolt, GrowsByAPacketPerRoundTripAndPerPacketThatMayGoBeyond)
{
    const auto bolt = StartBolt();
    for (int packet = 1; packet <= 50; ++packet)
    {
        Tell(*bolt, packet * 100 * US, 2 * US, 10'000);
    }
    ASSERT_EQ(bolt->GetWindowBytes(), 50'000u);
    Answer(*bolt, 6000 * US, 0, 3'000); // the first: one more
    EXPECT_EQ(bolt->GetWindowBytes(), 51'000u);
    Answer(*bolt, 6001 * US, 0, 3'000);
    Answer(*bolt, 6002 * US, BoltTag::INC, 3'000);
    Answer(*bolt, 6003 * US, 0, 3'000);
    EXPECT_EQ(bolt->GetWindowBytes(), 52'000u);
    Answer(*bolt, 6004 * US, BoltTag::INC, 3'000); // sent after the first had come
    EXPECT_EQ(bolt->GetWindowBytes(), 54'000u);
    bolt->SetAttribute("AdditiveIncrease", DoubleValue(0));
    for (int i = 5; i < 100; ++i)
    {
        Answer(*bolt, (6000 + i) * US, BoltTag::INC, 3'000);
    }
    EXPECT_EQ(bolt->GetWindowBytes(), 100'000u) << "never more than at the start";
}

TEST(Bolt, AnAcknowledgementTellsOfTheQueueIfNoSwitchHas)
{
    for (const bool told : {false, true})
    {
        const auto bolt = StartBolt();
        bolt->SetAttribute("AdditiveIncrease", DoubleValue(0));
        const uint64_t field =
            BoltTag{static_cast<uint8_t>(BoltTag::DATA | BoltTag::DEC | (told ? BoltTag::TOLD : 0)),
                    100 * GBPS,
                    10'000}
                .Pack();
        // 8 us / (10 * 1): 800 ns
        for (const auto& [nowPs, windowBytes] :
             {std::pair{100 * US, 99'000}, {100'700'000L, 99'000}, {100'900'000L, 98'000}})
        {
            AckEvent event = Ack(nowPs, 50'000);
            event.field = field;
            bolt->NotifyAck(event);
            EXPECT_EQ(bolt->GetWindowBytes(), told ? 100'000u : windowBytes) << nowPs;
        }
    }
}

TEST(Bolt, LossesHalveTheWindowOncePerRoundTrip)
{
    const auto bolt = StartBolt();
    Answer(*bolt, 8 * US, 0);
    bolt->NotifyLoss({16 * US, true});
    EXPECT_EQ(bolt->GetWindowBytes(), 50'000u);
    bolt->NotifyLoss({24 * US - 1, false});
    EXPECT_EQ(bolt->GetWindowBytes(), 50'000u);
    bolt->SetAttribute("MaxDecrease", DoubleValue(0.1));
    bolt->NotifyLoss({24 * US, false});
    EXPECT_EQ(bolt->GetWindowBytes(), 45'000u);
}

TEST(Bolt, TheLargestWindowIsOfThePathAndHoldsAPacket)
{
    for (const auto& [scale, begins, most] :
         {std::tuple{0.0, 1'000, 1'000}, {0.25, 25'000, 25'000}, {2.0, 100'000, 200'000}})
    {
        const auto bolt = ObjectFactory("ns3::Bolt").Create<RdmaBolt>();
        bolt->SetAttribute("MaxWindow", DoubleValue(scale));
        bolt->Start(PATH_100G);
        EXPECT_EQ(bolt->GetWindowBytes(), static_cast<uint64_t>(begins));
        for (int i = 1; i < 300; ++i)
        {
            Answer(*bolt, i * US, BoltTag::INC);
        }
        EXPECT_EQ(bolt->GetWindowBytes(), static_cast<uint64_t>(most));
    }
}

/** Random events at odd rates and sizes; each changes the window as the paper says. */
TEST(Bolt, FollowsTheOracleStepByStep)
{
    for (uint64_t seed = 1; seed <= 30; ++seed)
    {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        const uint64_t gbps =
            std::initializer_list<uint64_t>{10, 25, 100, 400}.begin()[random() % 4];
        const auto rttPs = static_cast<int64_t>(1 + random() % 30) * US + 137;
        const auto mtu = static_cast<uint32_t>(256 + random() % 4'000);
        const auto bolt = StartBolt({0, gbps * GBPS, rttPs, mtu});
        StepwiseBoltSender oracle(gbps, rttPs * 1e-6, mtu);
        int64_t nowPs = 0;
        uint64_t acked = 0;
        uint64_t sent = 0;
        int cuts = 0;
        int steps = 0;
        for (; steps < 3'000; ++steps)
        {
            nowPs += static_cast<int64_t>(random() % (random() % 8 ? US : 20 * US));
            const double before = oracle.cwnd;
            if (random() % 2)
            {
                const auto tookPs = static_cast<int64_t>(1 + random() % 100) * US / 3;
                const bool inc = random() % 8 == 0;
                const bool ends = random() % 200 == 0;
                sent = std::max(sent, acked + mtu) + random() % 3 * mtu;
                const uint64_t newly = ends ? sent - acked : mtu;
                acked += newly;
                AckEvent event{nowPs, tookPs, newly, sent - acked, false, nullptr};
                event.field =
                    BoltTag{static_cast<uint8_t>(BoltTag::DATA | (inc ? BoltTag::INC : 0))}.Pack();
                event.applicationLimited = ends;
                bolt->NotifyAck(event);
                oracle.Ack(tookPs * 1e-6, acked, sent, inc);
                if (ends)
                {
                    oracle.Idle();
                }
            }
            else
            {
                const auto tookPs = static_cast<int64_t>(1 + random() % 100) * US / 7;
                const uint64_t queue = 1 + random() % 200'000;
                const uint64_t link =
                    std::initializer_list<uint64_t>{25, 100, 800}.begin()[random() % 3];
                Tell(*bolt, nowPs, tookPs, queue, link);
                oracle.Src(nowPs * 1e-6, tookPs * 1e-6, queue, link);
            }
            cuts += oracle.cwnd < before;
            ASSERT_NEAR(bolt->GetBytes(), oracle.cwnd * mtu, 1e-6 * mtu) << "step " << steps;
        }
        EXPECT_GT(cuts, steps / 20);
    }
}
