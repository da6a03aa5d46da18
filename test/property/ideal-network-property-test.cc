// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-network-test.h"

#include "ns3/max-min-shares.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using IdealNetworkPropertyTest = IdealNetworkTest;

} // namespace

/**
 * The network looks only at flows that share links with who begins or ends. The oracle shares all
 * links among all flows at every change.
 */
TEST_F(IdealNetworkPropertyTest, AnyTransfersEndAsIfAllWereComputedAnew)
{
    std::mt19937 random(3);
    for (int network = 0; network < 20; ++network)
    {
        const uint32_t hosts = 3 + random() % 10;
        std::vector<uint64_t> gbps;
        FabricTopology topology;
        for (uint32_t host = 0; host < hosts; ++host)
        {
            topology.AddHost("host" + std::to_string(host));
            gbps.push_back(std::vector<uint64_t>{100, 200, 400}[random() % 3]);
        }
        const uint32_t center = topology.AddSwitch("switch");
        for (uint32_t host = 0; host < hosts; ++host)
        {
            topology.AddLink({host, center, gbps[host] * 1'000'000'000, US});
        }
        std::vector<Transfer> transfers;
        for (uint32_t i = 0; i < 40; ++i)
        {
            const uint32_t from = random() % hosts;
            const uint32_t to = (from + 1 + random() % (hosts - 1)) % hosts;
            transfers.push_back({from,
                                 to,
                                 5'000 + random() % 1'000'000,
                                 static_cast<int64_t>(random() % 100'000) * 1'000});
        }

        std::vector<double> leftBits;
        std::vector<double> endPs(transfers.size(), 0);
        for (const auto& transfer : transfers)
        {
            leftBits.push_back(static_cast<double>(Wire(static_cast<int64_t>(transfer.bytes)) * 8));
        }
        for (double nowPs = 0;;)
        {
            MaxMinShares shares;
            for (uint32_t link = 0; link < 2 * hosts; ++link)
            {
                shares.AddLink(static_cast<double>(gbps[link % hosts]) / 1000);
            }
            std::vector<uint32_t> active;
            double nextPs = 1e18;
            for (uint32_t i = 0; i < transfers.size(); ++i)
            {
                if (static_cast<double>(transfers[i].startPs) > nowPs)
                {
                    nextPs = std::min(nextPs, static_cast<double>(transfers[i].startPs));
                }
                else if (endPs[i] == 0)
                {
                    active.push_back(i);
                    shares.AddFlow({{transfers[i].from, 1}, {hosts + transfers[i].to, 1}});
                }
            }
            if (active.empty() && nextPs == 1e18)
            {
                break;
            }
            const auto rates = shares.Solve(); // bits per ps
            uint32_t ends = UINT32_MAX;
            for (uint32_t k = 0; k < active.size(); ++k)
            {
                const double thenPs = nowPs + leftBits[active[k]] / rates[k];
                if (thenPs < nextPs)
                {
                    nextPs = thenPs;
                    ends = active[k];
                }
            }
            for (uint32_t k = 0; k < active.size(); ++k)
            {
                leftBits[active[k]] -= rates[k] * (nextPs - nowPs);
            }
            nowPs = nextPs;
            if (ends != UINT32_MAX)
            {
                endPs[ends] = nowPs;
            }
        }

        BuildIdeal(topology);
        const auto took = Run(transfers);
        for (uint32_t i = 0; i < transfers.size(); ++i)
        {
            const int64_t latency =
                2 * US + SWITCH_PS + At(FULL, static_cast<int64_t>(gbps[transfers[i].from]));
            EXPECT_NEAR(static_cast<double>(took[i] - latency),
                        endPs[i] - static_cast<double>(transfers[i].startPs),
                        2.0 * static_cast<double>(TickPs()))
                << "network " << network << ", transfer " << i;
        }
        Simulator::Destroy();
    }
}
