// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "make-object.h"
#include "stepwise-mp-rdma.h"
#include "units.h"

#include "ns3/mp-rdma.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** 100 Gb/s and 12 us: 150 packets of 1000 B in a round trip. */
const CongestionContext MP_RDMA_PATH{0, 100 * GBPS, 12 * US, 1000};

Ptr<MpRdma>
StartMpRdma(const Attributes& attributes = {}, const CongestionContext& path = MP_RDMA_PATH)
{
    const auto control = DynamicCast<MpRdma>(Make<RdmaCongestionControl>("MpRdma", attributes));
    control->Start(path);
    return control;
}

AckEvent
MpRdmaAck(uint64_t number, bool marked, uint64_t bytes = 1000)
{
    return {US, 12 * US, bytes, 0, marked, nullptr, number};
}

} // namespace

TEST(MpRdmaTest, StartsWithABandwidthDelayProductAtLineRate)
{
    const auto control = StartMpRdma();
    EXPECT_EQ(control->GetWindowBytes(), 150'000u);
    EXPECT_EQ(control->GetRatebps(0), 100 * GBPS);
    EXPECT_TRUE(control->GetNeeds().marks);
    EXPECT_EQ(StartMpRdma({{"InitialWindow", "9"}})->GetWindowBytes(), 225'000u) << "MaxWindow";
    EXPECT_EQ(StartMpRdma({}, {0, GBPS, US, 4096})->GetWindowBytes(), 4096u) << "one packet";
}

TEST(MpRdmaTest, AWindowOfAcknowledgementsAddsAPacketAndAMarkTakesHalfOfOne)
{
    const auto control = StartMpRdma();
    for (uint64_t packet = 0; packet < 150; ++packet)
    {
        control->NotifyAck(MpRdmaAck(packet, false));
    }
    EXPECT_NEAR(control->GetExactWindow(), 151'000, 4); // sqrt(150^2 + 2 * 150) = 150.997
    const double before = control->GetExactWindow();
    control->NotifyAck(MpRdmaAck(150, true));
    EXPECT_DOUBLE_EQ(control->GetExactWindow(), before - 500);
    control->NotifyAck(MpRdmaAck(151, true, 4000)); // one for four packets
    EXPECT_DOUBLE_EQ(control->GetExactWindow(), before - 2500);
    control->NotifyAck(MpRdmaAck(151, true, 0));
    EXPECT_DOUBLE_EQ(control->GetExactWindow(), before - 2500) << "nothing came";
}

TEST(MpRdmaTest, WhatComesLateTakesAPacketUnlessItWasSentAgain)
{
    const auto control = StartMpRdma({{"MarkDecrease", "0"}});
    for (uint64_t packet = 0; packet < 100; ++packet)
    {
        control->NotifySent(0, 1000, packet);
    }
    control->NotifySent(0, 1000, 7);
    control->NotifyAck(MpRdmaAck(40, true));
    control->NotifyAck(MpRdmaAck(8, true)); // 32 below the highest
    EXPECT_DOUBLE_EQ(control->GetExactWindow(), 150'000);
    control->NotifyAck(MpRdmaAck(7, true));
    EXPECT_DOUBLE_EQ(control->GetExactWindow(), 150'000) << "sent again";
    control->NotifyAck(MpRdmaAck(6, true));
    EXPECT_DOUBLE_EQ(control->GetExactWindow(), 149'000);
    EXPECT_EQ(control->GetPruned(), 1u);
    control->NotifySent(0, 1000, 5);
    control->NotifyAck(MpRdmaAck(5, true));
    EXPECT_EQ(control->GetPruned(), 1u);
}

TEST(MpRdmaTest, ALossTakesWhatItIsTold)
{
    const auto kept = StartMpRdma();
    kept->NotifyLoss({US, true, 5000});
    EXPECT_EQ(kept->GetWindowBytes(), 150'000u);
    const auto cut = StartMpRdma({{"LossDecrease", "1"}});
    cut->NotifyLoss({US, true, 5000});
    cut->NotifyLoss({US, false}); // of unknown length: a full packet
    EXPECT_EQ(cut->GetWindowBytes(), 144'000u);
}

TEST(MpRdmaTest, FollowsItsEquationsStepByStep)
{
    Dice dice(3);
    for (const auto& [gbps, rttUs, mtu, delta] : {std::tuple{100., 12., 1000., 32U},
                                                  {400., 7.7, 4096., 32U},
                                                  {10., 1.5, 256., 1U},
                                                  {800., 100., 9000., 64U},
                                                  {25., 3.3, 1000., 7U}})
    {
        SCOPED_TRACE(std::to_string(gbps) + " Gb/s, " + std::to_string(rttUs) + " us");
        const auto control = StartMpRdma({{"OutOfOrderPackets", std::to_string(delta)}},
                                         {0,
                                          static_cast<uint64_t>(gbps * 1e9),
                                          static_cast<int64_t>(rttUs * 1e6),
                                          static_cast<uint32_t>(mtu)});
        const double bdp = gbps * rttUs * 1000 / 8 / mtu;
        StepwiseMpRdma oracle(bdp, 1.5 * bdp, delta);
        std::vector<uint64_t> flying;
        uint64_t next = 0;
        uint64_t late = 0;
        for (int i = 0; i < 50'000; ++i)
        {
            while (flying.size() < 100)
            {
                const bool again = next > 0 && dice(50) == 0;
                const uint64_t psn = again ? flying.at(dice(flying.size())) : next++;
                control->NotifySent(0, 1000, psn);
                oracle.Send(psn);
                if (!again)
                {
                    flying.push_back(psn);
                }
            }
            // Mostly in order, at times any.
            const uint32_t place = dice(dice(20) == 0 ? 100 : 4);
            const uint64_t psn = flying[place];
            flying.erase(flying.begin() + place);
            const bool mark = dice(40) == 0;
            control->NotifyAck(MpRdmaAck(psn, mark, static_cast<uint64_t>(mtu)));
            oracle.Ack(psn, mark);
            late += oracle.late;
            ASSERT_NEAR(control->GetExactWindow() / mtu, oracle.window, 1e-6 * oracle.window) << i;
        }
        EXPECT_EQ(control->GetPruned(), late);
        EXPECT_GT(late, 0u);
    }
}
