// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"
#include "make-object.h"

#include "ns3/falcon-swift.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Idle round trip 8 us: the target is 33 us and what flow scaling adds. */
Ptr<FalconSwift>
StartFalcon(const Attributes& attributes = {{"FlowScaling", "0us"}})
{
    const auto control = Make<FalconSwift>("Falcon", attributes);
    control->Start(PATH_100G);
    return control;
}

/**
 * @param waited in 131.072 ns, in the NIC
 * @param level of its buffer
 * @return an acknowledgement of 1000 B
 */
AckEvent
Sample(int64_t nowPs, int64_t rttPs, uint64_t waited = 0, uint64_t level = 0)
{
    AckEvent event{nowPs, rttPs, 1000, 0, false, nullptr};
    event.field = waited << 5 | level;
    return event;
}

/** A NIC with something in its buffer. */
class HostOutlet final : public CongestionReceiver::Outlet
{
  public:
    void SendControl(uint32_t, uint64_t, int64_t) override
    {
    }

    void SetAlarm(int64_t) override
    {
    }

    double GetFill() const override
    {
        return fill;
    }

    int64_t GetWaitedPs() const override
    {
        return waitedPs;
    }

    double fill{0};
    int64_t waitedPs{0};
};

} // namespace

TEST(FalconSwift, BeginsWith32PacketsAndNeedsDelayOnly)
{
    const auto control = StartFalcon();
    EXPECT_EQ(control->GetWindowPackets(), 32);
    EXPECT_EQ(control->GetHostWindowPackets(), 64);
    EXPECT_EQ(control->GetWindowBytes(), 32'000u);
    EXPECT_EQ(control->GetRatebps(0), 100 * GBPS);
    EXPECT_NEAR(control->GetTargetPs(), 33e6, 1);
    EXPECT_FALSE(control->GetNeeds().marks || control->GetNeeds().telemetry ||
                 control->GetNeeds().demand || control->GetNeeds().probePs > 0);
}

TEST(FalconSwift, TheFabricIsSwiftsWithoutTheWaitInTheNic)
{
    const auto falcon = StartFalcon();
    const auto swift =
        Make<RdmaSwift>("Swift", "FlowScaling=0us InitialWindow=32 MaxWindow=256 MinWindow=0.01");
    swift->Start(PATH_100G);
    const int64_t waitPs = 100 * int64_t{131'072};
    int64_t nowPs = 0;
    for (const int64_t rttPs : {20 * US, 33 * US, 66 * US, 40 * US, 200 * US, 10 * US})
    {
        nowPs += PS_PER_SECOND;
        falcon->NotifyAck(Sample(nowPs, rttPs + waitPs, 100));
        swift->NotifyAck(Sample(nowPs, rttPs));
        EXPECT_DOUBLE_EQ(falcon->GetWindowPackets(), swift->GetWindowPackets());
    }
    // 32 + 1/32, cut by nothing at 33 us, 1 - 0.8 * 33 / 66, 1 - 0.8 * 7 / 40, a half, + 1/W
    const double before = (32 + 1.0 / 32) * 0.6 * 0.86 / 2;
    EXPECT_DOUBLE_EQ(falcon->GetWindowPackets(), before + 1 / before);
    EXPECT_EQ(falcon->GetHostWindowPackets(), 64);
}

TEST(FalconSwift, TheWindowOfTheNicMovesOncePerRoundTrip)
{
    const auto control = StartFalcon();
    control->NotifyAck(Sample(100 * US, 20 * US, 0, 31)); // 64 (1 - 0.8 * 15 / 31)
    const double first = 64 * (1 - 0.8 * 15 / 31);
    EXPECT_DOUBLE_EQ(control->GetHostWindowPackets(), first);
    control->NotifyAck(Sample(120 * US - 1, 20 * US, 0, 31));
    EXPECT_DOUBLE_EQ(control->GetHostWindowPackets(), first);
    control->NotifyAck(Sample(120 * US, 20 * US, 0, 16)); // at the target: nothing to cut
    EXPECT_DOUBLE_EQ(control->GetHostWindowPackets(), first);
    control->NotifyAck(Sample(140 * US, 20 * US, 0, 24)); // 1 - 0.8 * 8 / 24
    EXPECT_DOUBLE_EQ(control->GetHostWindowPackets(), first * (1 - 0.8 / 3));
    control->NotifyAck(Sample(160 * US, 20 * US, 0, 15));
    EXPECT_DOUBLE_EQ(control->GetHostWindowPackets(), first * (1 - 0.8 / 3) + 1);
}

TEST(FalconSwift, TheSmallerWindowHoldsAndNeitherLeavesItsRange)
{
    const auto control = StartFalcon({{"FlowScaling", "0us"}, {"HostTarget", "1"}});
    int64_t nowPs = 0;
    for (int i = 0; i < 12; ++i) // 64 / 2^6 is 1
    {
        nowPs += 100 * US;
        control->NotifyAck(Sample(nowPs, 10 * US, 0, 31));
        EXPECT_EQ(
            control->GetWindowBytes(),
            static_cast<uint64_t>(
                std::min(control->GetHostWindowPackets(), control->GetWindowPackets()) * 1000));
    }
    EXPECT_DOUBLE_EQ(control->GetHostWindowPackets(), 1);
    EXPECT_EQ(control->GetWindowBytes(), 1000u);
    for (int i = 0; i < 100; ++i)
    {
        nowPs += 100 * US;
        control->NotifyAck(Sample(nowPs, 10 * US));
    }
    EXPECT_DOUBLE_EQ(control->GetHostWindowPackets(), 64);
    EXPECT_EQ(control->GetWindowBytes(), static_cast<uint64_t>(control->GetWindowPackets() * 1000));
}

TEST(FalconSwift, TheReceiverSaysWhatItsNicHasWaiting)
{
    HostOutlet outlet;
    const auto receiver = StartFalcon()->MakeReceiver();
    ASSERT_TRUE(receiver);
    receiver->Start({0, 100 * GBPS, 1000, 1082}, outlet);
    receiver->AddFlow(5);
    EXPECT_EQ(receiver->GetField(5), 0u);
    CongestionArrival arrival{};
    arrival.flow = 5;
    outlet.fill = 0.5;
    outlet.waitedPs = 10 * US;
    receiver->NotifyArrival(arrival);
    outlet.waitedPs = 0;                             // by the time of the acknowledgement
    EXPECT_EQ(receiver->GetField(5), 76u << 5 | 16); // 10 us / 131.072 ns
    outlet.fill = 1.3;                               // in the headroom
    receiver->NotifyArrival(arrival);
    EXPECT_EQ(receiver->GetField(5), 31u);
}
