// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "filled-shares.h"

#include "ns3/fluid-network.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t LINKS = 12; //!< of an island

/** Links of islands; host i is in island i. */
class IslandPaths final : public NetworkPaths
{
  public:
    std::vector<uint64_t> m_ratesbps;
    bool m_hasIslands{false};

  private:
    const std::vector<uint64_t>& DoGetRatesbps() const override
    {
        return m_ratesbps;
    }

    NetworkRoute DoFind(uint32_t, uint32_t, uint32_t) const override
    {
        return {};
    }

    NetworkRoute DoFindAll(uint32_t, uint32_t) const override
    {
        return {};
    }

    uint32_t DoGetIsland(uint32_t host) const override
    {
        return m_hasIslands ? host : NO_ISLAND;
    }
};

/** Notes when messages arrive, by their immediates. */
class ArrivalClient final : public FluidClient
{
  public:
    std::vector<int64_t> m_arrivedPs;

  private:
    void OnArrival(const FluidMessage& message, int64_t arrivedPs) override
    {
        m_arrivedPs[message.immediate] = arrivedPs;
    }

    void OnDeparture(const FluidMessage&) override
    {
    }

    void OnAnswer(const FluidMessage&, int64_t) override
    {
    }
};

using FluidNetworkPropertyTest = FabricTest;

} // namespace

TEST_F(FluidNetworkPropertyTest, AnyMessagesEndAsIfAllWereSharedAnew)
{
    std::mt19937 random(5);
    const std::vector<double> parts = {1, 0.5, 1.0 / 3, 1.0 / 48};
    for (int number = 0; number < 60; ++number)
    {
        const bool hasEqualRates = random() % 2 == 0;
        const bool isSpread = random() % 2 == 0;
        const bool hasEqualSizes = random() % 2 == 0;
        const int64_t lastStartNs = random() % 2 == 0 ? 0 : 50'000;
        const uint32_t islands = 1 + random() % 2;
        auto paths = CreateObject<IslandPaths>();
        paths->m_hasIslands = islands > 1;
        for (uint32_t link = 0; link < islands * LINKS; ++link)
        {
            paths->m_ratesbps.push_back(hasEqualRates ? 400'000'000'000
                                                      : (1 + random() % 400) * 1'000'000'007);
        }

        ArrivalClient client;
        std::vector<Ptr<FluidNetwork>> networks;
        std::vector<FlowUsage> flows;
        std::vector<uint32_t> flowNumbers; // in their networks
        for (uint32_t island = 0; island < islands; ++island)
        {
            networks.push_back(FluidNetwork::Get(paths, island, island));
        }
        for (uint32_t flow = 0; flow < 30; ++flow)
        {
            std::vector<uint32_t> links(LINKS);
            std::iota(links.begin(), links.end(), flow % islands * LINKS);
            std::shuffle(links.begin(), links.end(), random);
            links.resize(1 + random() % 5);
            NetworkRoute route;
            flows.emplace_back();
            for (const uint32_t link : links)
            {
                const double share = isSpread ? parts[random() % parts.size()] : 1;
                route.links.push_back({link, share});
                flows.back().emplace_back(link, share);
            }
            route.head.delayPs = flow;
            flowNumbers.push_back(networks[flow % islands]->AddFlow(client, route, 1'000));
        }

        std::vector<FluidTransfer> transfers;
        for (uint32_t i = 0; i < 80; ++i)
        {
            transfers.push_back(
                {static_cast<uint32_t>(random() % flows.size()),
                 hasEqualSizes ? 100'000 : 1 + random() % 1'000'000,
                 lastStartNs == 0 ? 0 : static_cast<int64_t>(random() % lastStartNs) * 1'000});
        }
        std::stable_sort(transfers.begin(), transfers.end(), [](const auto& a, const auto& b) {
            return a.startPs < b.startPs;
        });
        client.m_arrivedPs.resize(transfers.size());
        for (uint32_t i = 0; i < transfers.size(); ++i)
        {
            Simulator::Schedule(PicoSeconds(transfers[i].startPs), [&, i] {
                const auto& transfer = transfers[i];
                networks[transfer.flow % islands]->Send(
                    flowNumbers[transfer.flow],
                    {transfer.wireBytes, 1, transfer.wireBytes, i, transfer.startPs});
            });
        }
        Simulator::Run();
        const auto endPs = SendByFilling(paths->m_ratesbps, flows, transfers);
        for (uint32_t i = 0; i < transfers.size(); ++i)
        {
            EXPECT_EQ(client.m_arrivedPs[i], endPs[i] + transfers[i].flow)
                << "network " << number << ", message " << i;
        }
        paths->Dispose();
        Simulator::Destroy();
    }
}
