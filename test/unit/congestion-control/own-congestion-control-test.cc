// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "units.h"

#include "ns3/rdma-congestion-control.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/** @return the algorithm on an idle path of 100 Gb/s and 10 us, started at time 0 */
Ptr<RdmaCongestionControl>
StartAt100G(const Attributes& attributes = {})
{
    const auto own = Make<RdmaCongestionControl>("OwnCongestionControl", attributes);
    own->Start({0, 100 * GBPS, 10 * US, 1000});
    return own;
}

/** @return an ACK of one packet */
AckEvent
AckAt(int64_t nowPs, bool marked)
{
    return {nowPs, 10 * US, 1000, 20'000, marked, nullptr};
}

TEST(OwnCongestionControl, StartsAtLineRateAndNeedsMarks)
{
    const auto own = StartAt100G();
    EXPECT_EQ(own->GetRatebps(0), 100 * GBPS);
    EXPECT_TRUE(own->GetNeeds().marks);
    EXPECT_FALSE(own->GetNeeds().telemetry);
}

TEST(OwnCongestionControl, MarksOfAPeriodCutOnceAtItsEnd)
{
    const auto own = StartAt100G();
    own->NotifyAck(AckAt(5 * US, true));
    own->NotifyAck(AckAt(6 * US, true));
    own->NotifyAck(AckAt(7 * US, false));
    EXPECT_EQ(own->GetRatebps(20 * US - 1), 100 * GBPS);
    EXPECT_EQ(own->GetRatebps(20 * US), 80 * GBPS); // 100 (1 - 0.2)
    EXPECT_EQ(own->GetRatebps(40 * US), 81 * GBPS); // no mark: + 1
    own->NotifyAck(AckAt(60 * US, true));           // ends the period at 60 us, counts in the next
    EXPECT_EQ(own->GetRatebps(60 * US), 82 * GBPS);
    EXPECT_EQ(own->GetRatebps(80 * US), 65'600'000'000); // 82 (1 - 0.2)
}

TEST(OwnCongestionControl, DoesNotDependOnHowOftenItIsLookedAt)
{
    const auto seldom = StartAt100G();
    const auto often = StartAt100G();
    for (const auto& own : {seldom, often})
    {
        own->NotifyAck(AckAt(5 * US, true));
    }
    for (int64_t nowPs = 6 * US; nowPs < 200 * US; nowPs += US)
    {
        often->GetRatebps(nowPs);
    }
    // Cut at 20 us, steps at 40, 60, ..., 200 us: 80 + 9.
    EXPECT_EQ(seldom->GetRatebps(200 * US), 89 * GBPS);
    EXPECT_EQ(often->GetRatebps(200 * US), 89 * GBPS);
}

TEST(OwnCongestionControl, RateStaysBetweenStepAndLineRate)
{
    const auto own = StartAt100G({{"Cut", "0.9"}, {"Step", "2Gbps"}});
    for (int period = 0; period < 3; ++period)
    {
        own->NotifyAck(AckAt(period * 20 * US, true));
    }
    EXPECT_EQ(own->GetRatebps(60 * US), 2 * GBPS); // 10, 1 but at least the step, 0.2 but ...
    EXPECT_EQ(own->GetRatebps(PS_PER_SECOND), 100 * GBPS);
}

class OwnCongestionControlNetwork : public NetworkTest
{
};

TEST_F(OwnCongestionControlNetwork, IsNamedInAProfile)
{
    Build("RoceFabric",
          {{"CongestionControl", "ns3::OwnCongestionControl[Cut=0.3]"}},
          Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
    const auto incast = Add("IncastWorkload", {{"Bytes", "500000"}, {"Target", "0"}});
    Simulator::Run();
    ExpectLosslessEnd();
    // Three senders of 500 kB to one link of 100 Gb/s need 120 us at least.
    EXPECT_GT(incast->GetFinishPs() - incast->GetStartPs(), 120 * US);
}

} // namespace
