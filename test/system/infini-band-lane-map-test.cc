// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "infini-band-qos-test.h"
#include "temporary-file.h"

#include "ns3/deadlock-finder.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

using namespace ns3;

namespace
{

class InfiniBandLaneMapTest : public InfiniBandQosTest
{
};

TEST_F(InfiniBandLaneMapTest, PacketsTakeTheLaneThatTheMapsSayAtEveryHop)
{
    Build("InfiniBandFabric",
          {{"Nic", "ns3::RdmaNic[SlToVl=0,2,2]"}, {"Switch", "ns3::FabricSwitch[SlToVl=1,3,5]"}},
          Topology("DumbbellTopology", {{"LeftHosts", "1"}, {"RightHosts", "1"}}));
    auto& left = *m_network.fabricSwitches[0];
    const auto hostNames = std::array{Name(*m_network.hosts.Get(0)), Name(*m_network.hosts.Get(1))};
    const auto switchNames =
        std::array{Name(*m_network.switches.Get(0)), Name(*m_network.switches.Get(1))};
    // From the host of the left switch to the other switch only.
    left.SetSlToVl(PortTo(left, hostNames[0]),
                   PortTo(left, switchNames[1]),
                   SlToVlMap("7,6,4", "Map"));
    TraceLanes();
    for (const uint8_t level : {0, 1, 2})
    {
        Send(0, 1, level, 300'000);
        Send(1, 0, level, 300'000);
    }
    Simulator::Run();
    ExpectAllSent();
    const auto lanes = [](uint8_t first, uint8_t second, uint8_t third) {
        return LanesOfLevel{{0, {first}}, {1, {second}}, {2, {third}}};
    };
    const std::map<std::string, LanesOfLevel> expected = {
        {hostNames[0] + " to " + switchNames[0], lanes(0, 2, 2)},
        {hostNames[1] + " to " + switchNames[1], lanes(0, 2, 2)},
        {switchNames[0] + " to " + switchNames[1], lanes(7, 6, 4)},
        {switchNames[1] + " to " + switchNames[0], lanes(1, 3, 5)},
        {switchNames[0] + " to " + hostNames[0], lanes(1, 3, 5)},
        {switchNames[1] + " to " + hostNames[1], lanes(1, 3, 5)}};
    EXPECT_EQ(m_lanes, expected);
}

TEST_F(InfiniBandLaneMapTest, RandomMapsLoseNothingAndConserveCredits)
{
    // Paths go up and down, so that no map can close a ring of buffers.
    for (const uint32_t seed : {1U, 2U, 3U})
    {
        Dice dice(seed);
        const auto randomMap = [&dice] {
            std::string text;
            for (uint32_t level = 0; level < SlToVlMap::LEVEL_COUNT; ++level)
            {
                text += (level > 0 ? "," : "") + std::to_string(dice(PRIORITY_COUNT));
            }
            return text;
        };
        m_senders.clear();
        Build("InfiniBandFabric",
              {{"Nic", "ns3::RdmaNic[SlToVl=" + randomMap() + "]"},
               {"FlowControl", "ns3::CreditFlowControl[BufferBytes=12800]"}},
              Topology("LeafSpineTopology", "Leaves=3 Spines=2 HostsPerLeaf=3 HostRate=100Gbps"));
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            const auto ports = static_cast<uint16_t>(fabricSwitch->GetPorts().size());
            for (uint16_t in = 0; in < ports; ++in)
            {
                for (uint16_t out = 0; out < ports; ++out)
                {
                    fabricSwitch->SetSlToVl(in, out, SlToVlMap(randomMap(), "Map"));
                }
            }
        }
        for (uint32_t source = 0; source < 9; ++source)
        {
            for (uint32_t dest = 0; dest < 9; ++dest)
            {
                if (source != dest)
                {
                    Send(source, dest, dice(SlToVlMap::LEVEL_COUNT), 1 + dice(200'000));
                }
            }
        }
        Simulator::Run();
        ExpectAllSent();
    }
}

/**
 * A ring of three switches with three hosts each, all traffic clockwise, and buffers of 64 KiB.
 *
 * At each ring link the hosts of its switch and the ring take turns, so that what the hosts send is
 * three quarters of it, half of that bound for the second next switch: 3/8 of what arrives wants to
 * go on and 1/4 may. (With two hosts both are 1/3, and no buffer fills.)
 */
class InfiniBandRingTest : public InfiniBandQosTest
{
  protected:
    void BuildRing()
    {
        Build("InfiniBandFabric",
              {{"FlowControl", "ns3::CreditFlowControl[BufferBytes=65536]"}},
              Topology("RingTopology",
                       "Switches=3 HostsPerSwitch=3 Rate=100Gbps Delay=1us Clockwise=true"));
    }

    void SendAllToAll()
    {
        for (uint32_t source = 0; source < 9; ++source)
        {
            for (uint32_t dest = 0; dest < 9; ++dest)
            {
                if (source != dest)
                {
                    Send(source, dest, 0, 200'000);
                }
            }
        }
        Simulator::Stop(MilliSeconds(5));
        Simulator::Run();
    }
};

TEST_F(InfiniBandRingTest, OneLaneDeadlocks)
{
    BuildRing();
    SendAllToAll();
    EXPECT_FALSE(DeadlockFinder(m_network.GetParts()).GetSummary().empty());
}

TEST_F(InfiniBandRingTest, AMapForOnePairOfPortsBreaksTheRing)
{
    // The dateline: what goes through switch 0 on the ring goes on in lane 1. No path is longer
    // than two ring links, so that nothing in lane 1 waits for another ring buffer:
    //     0-1 lane 0 -> 1-2 lane 0 -> 2-0 lane 0 -> 0-1 lane 1 -> hosts of switch 1
    BuildRing();
    auto& dateline = *m_network.fabricSwitches[0];
    dateline.SetSlToVl(PortTo(dateline, "switch2"),
                       PortTo(dateline, "switch1"),
                       SlToVlMap("1", "Map"));
    TraceLanes();
    SendAllToAll();
    EXPECT_EQ(DeadlockFinder(m_network.GetParts()).GetSummary(), "");
    ExpectAllSent();
    EXPECT_EQ(m_lanes["switch0 to switch1"][0], (std::set<uint8_t>{0, 1}));
    EXPECT_EQ(m_lanes["switch1 to switch2"][0], std::set<uint8_t>{0});
    EXPECT_EQ(m_lanes["switch2 to switch0"][0], std::set<uint8_t>{0});
}

TEST_F(InfiniBandRingTest, AFileSetsMapsOfPairsOfPorts)
{
    const TemporaryFile file("# the same dateline\n"
                             "switch0 *       switch1 0,3\n"
                             "switch0 switch2 switch1 1,15 # instead of the line before\n");
    Build("InfiniBandFabric",
          {{"Switch", "ns3::FabricSwitch[SlToVl=2,2|SlToVlFile=" + file.GetPath() + "]"}},
          Topology("RingTopology",
                   {{"Switches", "3"}, {"HostsPerSwitch", "2"}, {"Clockwise", "true"}}));
    TraceLanes();
    Send(0, 2, 1, 10'000); // from a host of switch 0
    Send(4, 2, 0, 10'000); // from switch 2, through switch 0
    Simulator::Run();
    ExpectAllSent();
    EXPECT_EQ(m_lanes["switch0 to switch1"], (LanesOfLevel{{0, {1}}, {1, {3}}}));
    EXPECT_EQ(m_lanes["switch2 to switch0"], (LanesOfLevel{{0, {2}}, {1, {2}}}));
}

TEST_F(InfiniBandRingTest, AMalformedFileIsRefused)
{
    const auto complaint = [this](const std::string& line) {
        const TemporaryFile file("switch0 * * 0,1\n" + line + "\n");
        const auto message = MessageOf<InputError>([&] {
            Build("InfiniBandFabric",
                  {{"Switch", "ns3::FabricSwitch[SlToVlFile=" + file.GetPath() + "]"}},
                  Topology("RingTopology", {{"Switches", "3"}, {"HostsPerSwitch", "1"}}));
        });
        EXPECT_EQ(message.substr(0, file.GetPath().size()), file.GetPath());
        return message.substr(std::min(message.size(), file.GetPath().size()));
    };
    EXPECT_EQ(complaint("switch7 * * 0"),
              ":2: switch: 'switch7' is not a switch; expected the name of a switch");
    EXPECT_EQ(complaint("host0 * * 0"),
              ":2: switch: 'host0' is not a switch; expected the name of a switch");
    EXPECT_EQ(complaint("switch0 host1 * 0"),
              ":2: from: 'host1' has no link to switch0; expected a neighbour, or * for all ports");
    EXPECT_EQ(complaint("switch0 * switch0 0"),
              ":2: to: 'switch0' has no link to switch0; expected a neighbour, or * for all ports");
    EXPECT_EQ(complaint("switch0 * * 0,16"),
              ":2: lanes: map \"0,16\": \"16\" is not a lane; expected 0 to 14, or 15 to discard");
    EXPECT_EQ(complaint("switch0 * *"), ":2: lanes: the line ends before this field");
}

} // namespace
