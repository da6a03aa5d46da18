// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "filled-shares.h"
#include "ideal-network-test.h"

#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using IdealNetworkPropertyTest = IdealNetworkTest;

} // namespace

/** The network looks only at what changes. The oracle shares all links anew at every change. */
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
            // With an odd number, the last packet could be shorter than Ethernet's least frame.
            transfers.push_back({from,
                                 to,
                                 2 * (2'500 + random() % 500'000),
                                 static_cast<int64_t>(random() % 100'000) * 1'000});
        }

        std::vector<uint64_t> ratesbps; // to the switch, then from it
        for (uint32_t link = 0; link < 2 * hosts; ++link)
        {
            ratesbps.push_back(gbps[link % hosts] * 1'000'000'000);
        }
        std::vector<FlowUsage> flows;
        std::vector<FluidTransfer> messages;
        for (const auto& transfer : transfers)
        {
            messages.push_back({static_cast<uint32_t>(flows.size()),
                                static_cast<uint64_t>(Wire(static_cast<int64_t>(transfer.bytes))),
                                transfer.startPs});
            flows.push_back({{transfer.from, 1}, {hosts + transfer.to, 1}});
        }
        const auto endPs = SendByFilling(ratesbps, flows, messages);

        BuildIdeal(topology);
        const auto took = Run(transfers);
        for (uint32_t i = 0; i < transfers.size(); ++i)
        {
            // The faster of both links has a packet beside the bytes on the slower one.
            const auto faster = std::max(gbps[transfers[i].from], gbps[transfers[i].to]);
            const int64_t latency = 2 * US + SWITCH_PS + At(FULL, static_cast<int64_t>(faster));
            EXPECT_EQ(took[i], latency + endPs[i] - transfers[i].startPs)
                << "network " << network << ", transfer " << i;
        }
        Simulator::Destroy();
    }
}
