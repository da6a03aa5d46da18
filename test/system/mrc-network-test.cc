// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// MRC on whole networks: what it fills, what losses cost, whether a seed says all.

#include "mrc-test.h"
#include "units.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class MrcNetworkTest : public MrcTest
{
  protected:
    /** Switches of the preset. */
    static Attributes Trims()
    {
        return {{"Buffer", "ns3::SharedBuffer[TrimQueueTime=12us|TrimPriority=6]"},
                {"Marker",
                 "ns3::RedMarker[KminBytes=30000|KmaxBytes=120000|Pmax=1|ReferenceRate=100Gbps|"
                 "SkipsHosts=true]"}};
    }

    /** @param loss on links between switches @return share of the link that one flow's frames use
     */
    double FillLink(double loss)
    {
        constexpr uint64_t BYTES = 163'840'000;
        constexpr double BYTE_PS = 20;
        Restart();
        auto topology = Leaves(1, "400Gbps");
        for (auto& link : topology.links)
        {
            const bool isUplink = !topology.IsHost(link.a) && !topology.IsHost(link.b);
            link.errorRate = isUplink ? loss : 0;
        }
        BuildMrc(Trims(), topology);
        Open(0, 1).Post(BYTES, 0);
        Simulator::Run();
        ExpectOnce(1);
        EXPECT_EQ(Statistics().deliveredBytes, BYTES);
        const auto wireBytes = static_cast<double>(BYTES / 4096 * MrcWireBytes(4096, false));
        return wireBytes * BYTE_PS / static_cast<double>(GetLastArrivalPs());
    }
};

} // namespace

TEST_F(MrcNetworkTest, OneFlowFillsALinkAndLossesCostIt)
{
    EXPECT_GT(FillLink(0), 0.99);
    // Published: 0.1 % has little effect on large messages, 1 % leaves about a third. Adapters pay
    // for repairs, which the model does not.
    EXPECT_GT(FillLink(0.001 / 2), 0.95); // two links
    EXPECT_GT(FillLink(0.01 / 2), 0.5);
}

TEST_F(MrcNetworkTest, ThirtyTwoKibibytesAtTheRateOfTheirFrames)
{
    // Published: 770 of 800 Gb/s.
    constexpr uint32_t COUNT = 6000;
    constexpr double BYTES = 32'768;
    BuildMrc({}, Star(2, "800Gbps"));
    auto& channel = Open(0, 1);
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        channel.Post(static_cast<uint64_t>(BYTES), i);
    }
    Simulator::Run();
    ExpectOnce(COUNT);
    const double gbps = COUNT * BYTES * 8 * 1000 / static_cast<double>(GetLastArrivalPs());
    EXPECT_NEAR(gbps, 770, 7.7);
}

TEST_F(MrcNetworkTest, TheSameSeedBringsTheSameTimes)
{
    std::vector<std::vector<int64_t>> times;
    for (int run = 0; run < 2; ++run)
    {
        Restart();
        auto topology = Leaves(4);
        for (auto& link : topology.links)
        {
            link.errorRate = 0.001;
        }
        BuildMrc(Trims(), topology);
        for (uint32_t host = 0; host < 8; ++host)
        {
            Open(host, (host + 3) % 8).Post(3'000'000, host);
        }
        Simulator::Run();
        ExpectOnce(8);
        times.emplace_back();
        for (const auto& arrival : m_client.arrivals)
        {
            times.back().push_back(arrival.arrivedPs);
        }
    }
    EXPECT_EQ(times[0], times[1]);
}
