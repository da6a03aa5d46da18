// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/ecmp-path-selector.h"
#include "ns3/rdma-header.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

const std::vector<uint16_t> PORTS{1, 4, 5, 9, 16, 25, 36, 49};

class EcmpPathSelectorTest : public FabricTest
{
  protected:
    static constexpr uint32_t FLOWS = 64'000;

    static Ptr<EcmpPathSelector> Make(uint32_t salt, uint32_t seed = 0)
    {
        const auto selector = CreateObject<EcmpPathSelector>();
        selector->SetSalt(salt);
        selector->SetAttribute("Seed", UintegerValue(seed));
        return selector;
    }

    static uint16_t Select(EcmpPathSelector& selector, uint32_t entropy)
    {
        FabricPacket packet;
        packet.entropy = entropy;
        return selector.Select(packet, PORTS);
    }

    /** 8 ports share n flows: each has n/8 within five standard deviations, sqrt(n 7/64). */
    static void ExpectUniform(const std::map<uint16_t, uint32_t>& counts, uint32_t flows)
    {
        EXPECT_EQ(counts.size(), PORTS.size());
        for (const auto& [port, count] : counts)
        {
            EXPECT_TRUE(std::count(PORTS.begin(), PORTS.end(), port)) << port;
            EXPECT_NEAR(count, flows / 8.0, 5 * std::sqrt(flows * 7 / 64.0)) << port;
        }
    }
};

} // namespace

TEST_F(EcmpPathSelectorTest, SpreadsFlowsEvenlyHoweverRegularTheirEntropy)
{
    // Consecutive numbers, multiples of a power of two, bits only at the top.
    for (const uint32_t step : {1U, 64U, 1U << 16})
    {
        const auto selector = Make(12);
        std::map<uint16_t, uint32_t> counts;
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            ++counts[Select(*selector, flow * step)];
        }
        ExpectUniform(counts, FLOWS);
    }
}

TEST_F(EcmpPathSelectorTest, AFlowKeepsItsPathWhateverElseItsPacketsSay)
{
    const auto selector = Make(3);
    const auto same = Make(3);
    for (uint32_t flow = 0; flow < 1'000; ++flow)
    {
        const uint16_t port = Select(*selector, flow);
        FabricPacket packet;
        packet.entropy = flow;
        packet.As<RdmaHeader>().psn = flow * 7 + 1;
        packet.payloadBytes = flow;
        packet.ingressPort = flow % 32;
        packet.ecn = EcnCodepoint::CE;
        EXPECT_EQ(selector->Select(packet, PORTS), port);
        EXPECT_EQ(Select(*same, flow), port); // nor does history matter
    }
}

TEST_F(EcmpPathSelectorTest, ChoicesOfSuccessiveSwitchesAreIndependent)
{
    // The flows that one switch sends to a port are spread evenly over all ports of the next one.
    const auto first = Make(1);
    const auto second = Make(2);
    for (const uint16_t port : PORTS)
    {
        std::map<uint16_t, uint32_t> counts;
        uint32_t flows = 0;
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            if (Select(*first, flow) == port)
            {
                ++flows;
                ++counts[Select(*second, flow)];
            }
        }
        ExpectUniform(counts, flows);
    }
}

TEST_F(EcmpPathSelectorTest, AnotherSeedIsAnotherDraw)
{
    const auto first = Make(1, 0);
    const auto second = Make(1, 1);
    uint32_t same = 0;
    for (uint32_t flow = 0; flow < FLOWS; ++flow)
    {
        same += Select(*first, flow) == Select(*second, flow);
    }
    EXPECT_NEAR(same, FLOWS / 8.0, 5 * std::sqrt(FLOWS * 7 / 64.0));
}
