// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/round-robin-path-selector.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

const std::vector<uint16_t> TURN_PORTS{2, 3, 5, 8, 13, 21, 34};

using RoundRobinPathSelectorTest = FabricTest;

} // namespace

TEST_F(RoundRobinPathSelectorTest, PacketsToAHostTakeThePortsInTurn)
{
    for (const uint32_t rounds : {0U, 1U, 3U})
    {
        const auto selector = CreateObject<RoundRobinPathSelector>();
        selector->SetSalt(5);
        selector->SetAttribute("Rounds", UintegerValue(rounds));
        std::map<uint32_t, std::vector<uint16_t>> taken;
        for (uint32_t i = 0; i < 4'000; ++i)
        {
            FabricPacket packet;
            packet.destHost = i * i % 11; // whatever else is sent in between
            packet.entropy = i;
            packet.readyPs = i;
            taken[packet.destHost].push_back(selector->Select(packet, TURN_PORTS));
        }
        std::set<uint16_t> firsts;
        for (const auto& [host, ports] : taken)
        {
            firsts.insert(ports.front());
            uint32_t breaks = 0;
            for (std::size_t i = 1; i < ports.size(); ++i)
            {
                const auto before = std::find(TURN_PORTS.begin(), TURN_PORTS.end(), ports[i - 1]);
                const bool next = ports[i] == (before + 1 == TURN_PORTS.end() ? TURN_PORTS.front()
                                                                              : *(before + 1));
                EXPECT_TRUE(next || (rounds > 0 && i % (rounds * TURN_PORTS.size()) == 0)) << i;
                breaks += next ? 0 : 1;
            }
            EXPECT_EQ(breaks > 0, rounds > 0);
        }
        EXPECT_GE(firsts.size(), 3u) << "hosts do not all begin with the same port";
    }
}

TEST_F(RoundRobinPathSelectorTest, GoesOnWhenAPortIsGone)
{
    const auto selector = CreateObject<RoundRobinPathSelector>();
    FabricPacket packet;
    packet.destHost = 3;
    std::vector<uint16_t> ports = TURN_PORTS;
    while (ports.size() > 1)
    {
        std::set<uint16_t> taken;
        for (std::size_t i = 0; i < ports.size(); ++i)
        {
            const uint16_t port = selector->Select(packet, ports);
            EXPECT_TRUE(std::count(ports.begin(), ports.end(), port)) << port;
            taken.insert(port);
        }
        EXPECT_GE(taken.size(), ports.size() - 1);
        ports.erase(ports.begin() + static_cast<long>(ports.size() / 2));
    }
}
