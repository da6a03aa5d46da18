// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/spray-path-selector.h"

#include <cmath>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

const std::vector<uint16_t> SPRAY_PORTS{2, 3, 5, 8, 13};

using SprayPathSelectorTest = FabricTest;

} // namespace

TEST_F(SprayPathSelectorTest, EachPacketOfAFlowTakesAnyPort)
{
    // Every port and every pair of successive ports, within five standard deviations.
    constexpr uint32_t PACKETS = 50'000;
    const auto selector = CreateObject<SprayPathSelector>();
    selector->SetSalt(7);
    std::map<uint16_t, uint32_t> counts;
    std::map<std::pair<uint16_t, uint16_t>, uint32_t> pairs;
    FabricPacket packet;
    packet.entropy = 1;
    uint16_t before = selector->Select(packet, SPRAY_PORTS);
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        packet.readyPs += 84'480; // one full packet after the other
        const uint16_t port = selector->Select(packet, SPRAY_PORTS);
        ++counts[port];
        ++pairs[{before, port}];
        before = port;
    }
    EXPECT_EQ(counts.size(), 5u);
    EXPECT_EQ(pairs.size(), 25u);
    for (const auto& [port, count] : counts)
    {
        EXPECT_NEAR(count, PACKETS / 5.0, 5 * std::sqrt(PACKETS * 4 / 25.0)) << port;
    }
    for (const auto& [pair, count] : pairs)
    {
        EXPECT_NEAR(count, PACKETS / 25.0, 5 * std::sqrt(PACKETS * 24 / 625.0)) << pair.second;
    }
}

TEST_F(SprayPathSelectorTest, SwitchAndFlowDecideAndNoOtherPacket)
{
    const auto draw = [](uint32_t salt, uint32_t entropy, bool others) {
        const auto selector = CreateObject<SprayPathSelector>();
        selector->SetSalt(salt);
        std::vector<uint16_t> ports;
        for (int i = 0; i < 100; ++i)
        {
            FabricPacket packet;
            packet.readyPs = i;
            if (others)
            {
                packet.entropy = 99;
                selector->Select(packet, SPRAY_PORTS);
            }
            packet.entropy = entropy;
            ports.push_back(selector->Select(packet, SPRAY_PORTS));
        }
        return ports;
    };
    EXPECT_EQ(draw(3, 1, true), draw(3, 1, false));
    EXPECT_NE(draw(3, 1, false), draw(4, 1, false));
    EXPECT_NE(draw(3, 1, false), draw(3, 2, false));
}
