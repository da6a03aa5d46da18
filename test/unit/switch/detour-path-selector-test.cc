// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/detour-path-selector.h"
#include "ns3/lane-after-hop.h"
#include "ns3/pointer.h"

#include <cmath>
#include <map>
#include <string>

using namespace ns3;

namespace
{

/** 72 hosts, two on each of four routers in nine groups. */
class DetourPathSelectorTest : public NetworkTest
{
  protected:
    static constexpr uint32_t HOSTS = 72;
    static constexpr uint8_t LANE = 3; //!< of hosts: RdmaNic::Priority

    void BuildWith(const std::string& selector)
    {
        Build("InfiniBandFabric",
              "Routing=ns3::DragonflyRouting PathSelector=ns3::" + selector +
                  " Switch=ns3::FabricSwitch[CutThrough=true|Classifier=ns3::HopClassifier] "
                  "LossRecovery=ns3::SelectiveRepeat[ReorderPackets=4000|WindowBdps=0]",
              Topology("DragonflyTopology", {{"Delay", "100ns"}, {"GlobalDelay", "100ns"}}));
    }

    DetourPathSelector& SelectorOf(uint32_t router)
    {
        PointerValue selector;
        m_network.fabricSwitches[router]->GetAttribute("PathSelector", selector);
        return *selector.Get<DetourPathSelector>();
    }

    /** @return a packet that is ready at this time */
    static FabricPacketPtr Packet(uint32_t dest, int64_t readyPs)
    {
        auto packet = FabricPacketPool::Make();
        packet->destHost = dest;
        packet->entropy = 5;
        packet->lane = LANE;
        packet->readyPs = readyPs;
        return packet;
    }

    uint64_t LaneBytes(uint32_t router, uint16_t port, uint8_t lane)
    {
        return m_network.fabricSwitches[router]->GetPorts()[port]->GetQueueBytes(lane);
    }

    uint64_t PortBytes(uint32_t router, uint16_t port)
    {
        const auto& device = m_network.fabricSwitches[router]->GetPorts()[port];
        uint64_t bytes = 0;
        for (uint8_t lane = 0; lane < device->GetLaneCount(); ++lane)
        {
            bytes += device->GetQueueBytes(lane);
        }
        return bytes;
    }
};

} // namespace

TEST_F(DetourPathSelectorTest, ValiantDrawsAnyHostOfAnotherSwitch)
{
    BuildWith("ValiantPathSelector");
    auto& selector = SelectorOf(0); // of the hosts 0 and 1
    constexpr uint32_t PACKETS = 72'000;
    std::map<uint32_t, uint32_t> counts;
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        const auto packet = Packet(40, 84'480 * i);
        EXPECT_NE(selector.Route(*packet), DetourPathSelector::NO_PORT);
        ++counts[packet->pathTag];
    }
    // Those that drew a host of this switch are on their way at once.
    EXPECT_EQ(counts.size(), HOSTS - 2 + 1);
    const double each = 1.0 * PACKETS / HOSTS;
    for (const auto& [detour, count] : counts)
    {
        EXPECT_NEAR(count, detour == UINT32_MAX ? 2 * each : each, 5 * std::sqrt(2 * each))
            << detour;
    }
}

TEST_F(DetourPathSelectorTest, TheSwitchOfTheDrawnHostSendsThePacketOn)
{
    BuildWith("ValiantPathSelector");
    const auto packet = Packet(40, 1);
    packet->pathTag = 7 + 1; // over host 7, on router 3
    const uint16_t towards = SelectorOf(0).Route(*packet);
    EXPECT_EQ(towards, 2 + 2) << "hosts 0 and 1, routers 1 to 3";
    EXPECT_EQ(packet->pathTag, 8u);
    const uint16_t on = SelectorOf(3).Route(*packet);
    EXPECT_EQ(packet->pathTag, UINT32_MAX);
    EXPECT_EQ(SelectorOf(3).Route(*Packet(40, 1)), SelectorOf(3).Route(*Packet(40, 1)));
    // Group 5 of host 40: port 4 of group 0, on router 2.
    EXPECT_EQ(on, 2 + 2);
    const auto last = SelectorOf(20).Route(*packet);
    EXPECT_EQ(last, 0) << "host 40 is the first one of router 20";
}

TEST_F(DetourPathSelectorTest, HostsOfTheFirstSwitchNeedNoDetour)
{
    BuildWith("ValiantPathSelector");
    for (int64_t time = 0; time < 1000; ++time)
    {
        const auto packet = Packet(1, time);
        EXPECT_EQ(SelectorOf(0).Route(*packet), 1);
        EXPECT_EQ(packet->pathTag, UINT32_MAX);
    }
}

TEST_F(DetourPathSelectorTest, MinimalWaysHaveTheSecondHalfOfTheLanes)
{
    // A detour of n links and a minimal way of half as many end on the same lane or before it.
    EXPECT_EQ(GetLaneOfMinimalWay(0, 0xff, 8), 4);
    EXPECT_EQ(GetLaneOfMinimalWay(0, 0x3f, 8), 3) << "priorities 0 to 5 are lossless";
    EXPECT_EQ(GetLaneOfMinimalWay(0, 0xff, 4), 2);
    EXPECT_EQ(GetLaneOfMinimalWay(3, 0xff, 8), 6) << "3 to 5 for minimal ways of two links";
    EXPECT_EQ(GetLaneOfMinimalWay(7, 0xff, 8), 7) << "the last one";
    EXPECT_EQ(GetLaneOfMinimalWay(6, 0x3f, 8), 6) << "lossy";
}

TEST_F(DetourPathSelectorTest, UgalTakesADetourIfTheQueueOfTheMinimalWayIsLongEnough)
{
    for (const std::string bias : {"0", "8192"})
    {
        SCOPED_TRACE(bias);
        BuildWith("UgalLPathSelector[Weight=2|BiasBytes=" + bias + "]");
        Add("ShiftWorkload", {{"Shift", "8"}, {"Bytes", "400000"}});
        uint64_t detours = 0;
        uint64_t minimal = 0;
        uint64_t sharing = 0; // detours that begin on the link of the minimal way
        for (int round = 0; round < 20; ++round)
        {
            Simulator::Stop(MicroSeconds(2));
            Simulator::Run();
            for (uint32_t router = 0; router < 36; ++router)
            {
                const uint32_t dest = (2 * router + 8) % HOSTS;
                const auto direct = Packet(dest, 0);
                direct->pathTag = UINT32_MAX;
                const uint16_t directPort = SelectorOf(router).Route(*direct);
                const uint8_t minimalLane = GetLaneOfMinimalWay(LANE, 0xff, 8);
                for (int64_t time = 0; time < 20; ++time)
                {
                    const auto packet = Packet(dest, 1000 * time);
                    const uint16_t port = SelectorOf(router).Route(*packet);
                    if (packet->pathTag == UINT32_MAX)
                    {
                        ++minimal;
                        continue;
                    }
                    ++detours;
                    const bool shares = port == directPort;
                    sharing += shares ? 1 : 0;
                    const uint64_t least = shares ? LaneBytes(router, port, minimalLane)
                                                  : PortBytes(router, directPort);
                    const uint64_t other =
                        shares ? LaneBytes(router, port, LANE) : PortBytes(router, port);
                    EXPECT_GT(least, 2 * other + std::stoul(bias));
                }
            }
        }
        EXPECT_GT(detours, 500u);
        EXPECT_GT(sharing, 50u);
        EXPECT_GT(minimal, 500u);
        Simulator::Destroy();
    }
}
