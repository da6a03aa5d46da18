// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/deadlock-finder.h"
#include "ns3/input-error.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Queue pairs of several service levels on InfiniBand. */
class InfiniBandQosTest : public NetworkTest
{
  protected:
    /** @return a part of the fabric, whole */
    static std::pair<std::string, std::string> Arbiter(const std::string& high,
                                                       const std::string& low,
                                                       uint32_t limit)
    {
        return {"Arbiter",
                "ns3::VlArbiter[HighTable=" + high + "|LowTable=" + low +
                    "|HighLimit=" + std::to_string(limit) + "]"};
    }

    void BuildStar(uint32_t hosts, const Attributes& parts)
    {
        Build(
            "InfiniBandFabric",
            parts,
            Topology("StarTopology",
                     {{"Hosts", std::to_string(hosts)}, {"Rate", "100Gbps"}, {"Delay", "100ns"}}));
    }

    /** A message. @param source host @param dest host @return the receiving queue pair */
    Ptr<RdmaQueuePair> Send(uint32_t source, uint32_t dest, uint8_t level, uint64_t bytes)
    {
        const auto pair = RdmaNic::Connect(m_network.nics[source], m_network.nics[dest], level);
        pair.first->PostWrite(bytes, 0);
        m_senders.push_back(pair.first);
        return pair.second;
    }

    /** Expects what is received while all are backlogged to be in proportion, within 2 %. */
    static void ExpectShares(const std::vector<Ptr<RdmaQueuePair>>& receivers,
                             const std::vector<double>& shares)
    {
        Simulator::Stop(MilliSeconds(3));
        Simulator::Run();
        double sum = 0;
        double received = 0;
        for (std::size_t i = 0; i < receivers.size(); ++i)
        {
            sum += shares[i];
            received += receivers[i]->GetDeliveredBytes();
        }
        EXPECT_GT(received * 8 / 3e-3, 98e9); // no capacity is lost: 4096 of 4126 B are payload
        for (std::size_t i = 0; i < receivers.size(); ++i)
        {
            const double share = shares[i] / sum;
            EXPECT_NEAR(receivers[i]->GetDeliveredBytes() / received, share, 0.02 * share) << i;
        }
    }

    /** Expects that all that was sent has been acknowledged, and every invariant to hold. */
    void ExpectAllSent() const
    {
        for (const auto& sender : m_senders)
        {
            EXPECT_FALSE(sender->HasWork()) << sender->DescribeWait();
        }
        ExpectLosslessEnd();
    }

    /** Notes the lanes of what leaves each port, by the service level. */
    void TraceLanes()
    {
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            const auto device = StaticCast<FabricNetDevice>(m_network.devices.Get(i));
            device->TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [this, name = Name(*device)](const FabricPacket& packet, int64_t) {
                        if (IsForwarded(packet.kind))
                        {
                            m_lanes[name][packet.serviceLevel].insert(packet.lane);
                        }
                    }));
        }
    }

    /** @return name of a node in the topology */
    std::string Name(const Node& node) const
    {
        uint32_t host = 0;
        uint32_t number = 0;
        for (const auto& of : m_network.topology.nodes)
        {
            const bool isHost = of.kind == TopologyNode::Kind::HOST;
            if (PeekPointer(isHost ? m_network.hosts.Get(host++)
                                   : m_network.switches.Get(number++)) == &node)
            {
                return of.name;
            }
        }
        return "none";
    }

    /** @return "host0 to left", where a port leads */
    std::string Name(const FabricNetDevice& device) const
    {
        return Name(*device.GetNode()) + " to " + Name(*device.GetPeer()->GetNode());
    }

    /** @return the number of the port of a switch that leads to a node */
    uint16_t PortTo(const FabricSwitch& fabricSwitch, const std::string& peer) const
    {
        for (const auto& port : fabricSwitch.GetPorts())
        {
            if (Name(*port->GetPeer()->GetNode()) == peer)
            {
                return port->GetPortNumber();
            }
        }
        ADD_FAILURE() << "no port to " << peer;
        return 0;
    }

    using LanesOfLevel = std::map<uint8_t, std::set<uint8_t>>;

    std::map<std::string, LanesOfLevel> m_lanes; //!< by Name() of the port
    std::vector<Ptr<RdmaQueuePair>> m_senders;
};

TEST_F(InfiniBandQosTest, SwitchPortIsSharedAsItsTableSays)
{
    BuildStar(4, {Arbiter("0:0", "1:64,2:128,3:192", 0)});
    std::vector<Ptr<RdmaQueuePair>> receivers;
    for (uint32_t host = 0; host < 3; ++host)
    {
        receivers.push_back(Send(host, 3, host + 1, 1'000'000'000));
    }
    ExpectShares(receivers, {1, 2, 3});
}

TEST_F(InfiniBandQosTest, AdapterIsSharedAsItsTableSays)
{
    BuildStar(4, {Arbiter("0:0", "1:64,2:128,3:192", 0)});
    std::vector<Ptr<RdmaQueuePair>> receivers;
    for (uint32_t host = 0; host < 3; ++host)
    {
        receivers.push_back(Send(3, host, host + 1, 1'000'000'000));
    }
    ExpectShares(receivers, {1, 2, 3});
}

TEST_F(InfiniBandQosTest, HighLimitIsKeptOnAPort)
{
    // 4 * 64 blocks are four packets of 65 blocks, the last of which overdraws: 4 to 1.
    BuildStar(3, {Arbiter("1:255", "2:64", 4)});
    ExpectShares({Send(0, 2, 1, 1'000'000'000), Send(1, 2, 2, 1'000'000'000)}, {4, 1});
}

TEST_F(InfiniBandQosTest, AnUnlimitedHighTableStarvesTheOther)
{
    BuildStar(3, {Arbiter("1:255", "2:64", 255)});
    const auto high = Send(0, 2, 1, 10'000'000); // 0.8 ms
    const auto low = Send(1, 2, 2, 1'000'000);
    uint64_t lowBytes = 0;
    Simulator::Schedule(MicroSeconds(800), [&] { lowBytes = low->GetDeliveredBytes(); });
    Simulator::Run();
    // Before the high lane has a queue, and no more: a packet or two.
    EXPECT_LE(lowBytes, 2u * 4'096);
    EXPECT_EQ(high->GetDeliveredBytes(), 10'000'000u);
    EXPECT_EQ(low->GetDeliveredBytes(), 1'000'000u);
    ExpectAllSent();
}

TEST_F(InfiniBandQosTest, PacketsTakeTheLaneThatTheMapsSayAtEveryHop)
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

TEST_F(InfiniBandQosTest, AServiceLevelWithoutALaneIsDroppedAndReported)
{
    BuildStar(2,
              {{"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=2]"},
               {"Switch", "ns3::FabricSwitch[SlToVl=0,15,2,3]"}});
    const auto kept = Send(0, 1, 3, 1'000'000);
    const auto lost = Send(0, 1, 1, 100'000);
    Simulator::Run();
    EXPECT_EQ(kept->GetDeliveredBytes(), 1'000'000u);
    EXPECT_EQ(lost->GetDeliveredBytes(), 0u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().failedQueuePairs, 1u); // the sender is told
    // The whole message at first, and whatever each of two timeouts sends again.
    const uint64_t drops = Statistics().drops;
    EXPECT_GE(drops, 25u + 2);
    // It came on lane 1; its credits have gone back, or the audit would say so.
    const LosslessAudit audit(m_network.GetParts());
    ASSERT_EQ(audit.GetViolations().size(), 1u);
    EXPECT_NE(audit.GetViolations()[0].find("priority 1: " + std::to_string(drops) +
                                            " packets dropped, service level without lane"),
              std::string::npos)
        << audit.GetViolations()[0];
}

TEST_F(InfiniBandQosTest, RandomMapsLoseNothingAndConserveCredits)
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
              Topology("LeafSpineTopology",
                       {{"Leaves", "3"},
                        {"Spines", "2"},
                        {"HostsPerLeaf", "3"},
                        {"HostRate", "100Gbps"}}));
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
                       {{"Switches", "3"},
                        {"HostsPerSwitch", "3"},
                        {"Rate", "100Gbps"},
                        {"Delay", "1us"},
                        {"Clockwise", "true"}}));
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
              ":2: switch: 'switch7' is no switch; expected the name of one");
    EXPECT_EQ(complaint("host0 * * 0"),
              ":2: switch: 'host0' is no switch; expected the name of one");
    EXPECT_EQ(complaint("switch0 host1 * 0"),
              ":2: from: 'host1' has no link to switch0; expected a neighbour, or * for all ports");
    EXPECT_EQ(complaint("switch0 * switch0 0"),
              ":2: to: 'switch0' has no link to switch0; expected a neighbour, or * for all ports");
    EXPECT_EQ(complaint("switch0 * * 0,16"),
              ":2: lanes: map \"0,16\": \"16\" is no lane; expected 0 to 14, or 15 to discard");
    EXPECT_EQ(complaint("switch0 * *"), ":2: lanes: the line ends before this field");
}

TEST_F(InfiniBandQosTest, AnAdapterRefusesAServiceLevelWithoutALane)
{
    const auto connect = [this](const std::string& nic, uint8_t level) {
        BuildStar(2, {{"Nic", "ns3::RdmaNic[" + nic + "]"}});
        return MessageOf<InputError>(
            [&] { RdmaNic::Connect(m_network.nics[1], m_network.nics[0], level); });
    };
    EXPECT_EQ(connect("SlToVl=0,1,15,3", 2),
              "host 1: data of priority or service level 2 would be discarded by RdmaNic SlToVl; "
              "expected one with a lane other than 15");
    EXPECT_EQ(connect("SlToVl=0,1,15,3|AckPriority=2", 3),
              "host 1: acknowledgements of priority or service level 2 would be discarded by "
              "RdmaNic SlToVl; expected one with a lane other than 15");
    EXPECT_EQ(connect("AckInterval=8", 8),
              "host 1: data of priority or service level 8; expected 0 to 7, or to 15 with RdmaNic "
              "SlToVl");
    EXPECT_EQ(connect("SlToVl=0,1", 16),
              "host 1: data of priority or service level 16; expected 0 to 7, or to 15 with "
              "RdmaNic SlToVl");
}

TEST_F(InfiniBandQosTest, SixteenServiceLevelsShareTheLanesOfTheAdapter)
{
    BuildStar(2, {{"Nic", "ns3::RdmaNic[SlToVl=0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,2]"}});
    TraceLanes();
    for (uint8_t level = 0; level < 16; ++level)
    {
        Send(0, 1, level, 10'000);
    }
    Simulator::Run();
    ExpectAllSent();
    const auto& sent = m_lanes[Name(m_network.nics[0]->GetPort())];
    ASSERT_EQ(sent.size(), 16u);
    for (const auto& [level, lanes] : sent)
    {
        EXPECT_EQ(lanes, std::set<uint8_t>{m_network.nics[0]->GetLane(level)});
    }
}

TEST_F(InfiniBandQosTest, FifteenServiceLevelsOnFifteenLanesShareByTheTable)
{
    // Hosts 0 to 14 send to host 15, each in the service level of its number.
    std::string low;
    std::vector<double> weights;
    for (uint32_t level = 0; level < MAX_DATA_LANES; ++level)
    {
        weights.push_back(65.0 * (1 + level % 3)); // a packet has 65 blocks
        low += (level > 0 ? "," : "") + std::to_string(level) + ":" +
               std::to_string(65 * (1 + level % 3));
    }
    BuildStar(16,
              {Arbiter("0:0", low, 0), {"FlowControl", "ns3::CreditFlowControl[DataLanes=15]"}});
    TraceLanes();
    std::vector<Ptr<RdmaQueuePair>> receivers;
    for (uint8_t level = 0; level < MAX_DATA_LANES; ++level)
    {
        receivers.push_back(Send(level, 15, level, 100'000'000));
    }
    ExpectShares(receivers, weights);
    const auto& sent = m_lanes["switch0 to host15"];
    ASSERT_EQ(sent.size(), 15u);
    for (const auto& [level, lanes] : sent)
    {
        EXPECT_EQ(lanes, std::set<uint8_t>{static_cast<uint8_t>(level)});
    }
    EXPECT_EQ(
        MessageOf<InputError>([&] { RdmaNic::Connect(m_network.nics[1], m_network.nics[0], 15); }),
        "host 1: data of priority or service level 15; expected 0 to 14, or to 15 with "
        "RdmaNic SlToVl");
}

TEST_F(InfiniBandQosTest, MapsAndDscpsExcludeEachOther)
{
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Build("RoceFabric",
                        {{"Switch", "ns3::FabricSwitch[DscpToPriority=26:3|SlToVl=0,1]"}},
                        Topology("StarTopology", {{"Hosts", "2"}}));
              }),
              "FabricSwitch SlToVl: DscpToPriority decides already; expected one of them");
    EXPECT_EQ(
        MessageOf<InputError>([&] {
            BuildStar(2, {{"Switch", "ns3::FabricSwitch[SlToVl=0,16]"}});
        }),
        "FabricSwitch SlToVl \"0,16\": \"16\" is no lane; expected 0 to 14, or 15 to discard");
}

} // namespace
