// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/data-rate.h"
#include "ns3/fixed-rate.h"
#include "ns3/object-factory.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

Ptr<FixedRate>
StartFixedRate(uint64_t ratebps)
{
    ObjectFactory factory("ns3::FixedRate");
    factory.Set("Rate", DataRateValue(DataRate(ratebps)));
    const auto fixed = factory.Create<FixedRate>();
    fixed->Start(PATH_100G);
    return fixed;
}

} // namespace

TEST(FixedRate, StaysWhateverHappens)
{
    const auto fixed = StartFixedRate(30 * GBPS);
    fixed->NotifyAck(MarkedAck(US));
    fixed->NotifyCnp(2 * US);
    fixed->NotifyLoss({3 * US, true});
    EXPECT_EQ(fixed->GetRatebps(4 * US), 30 * GBPS);
    EXPECT_EQ(fixed->GetWindowBytes(), UINT64_MAX);
}

TEST(FixedRate, NeverExceedsTheLineRate)
{
    EXPECT_EQ(StartFixedRate(400 * GBPS)->GetRatebps(0), 100 * GBPS);
    EXPECT_EQ(StartFixedRate(0)->GetRatebps(0), 100 * GBPS);
}
