// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Hosts with several ports on as many planes: what MRC does with them.

#include "error-message.h"
#include "ports-test.h"
#include "units.h"

#include "ns3/host-transports.h"
#include "ns3/input-error.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

class MrcPortsTest : public PortsTest
{
  protected:
    static constexpr uint32_t PORTS = 4;

    /** @return a table for 3, 4 or 5 ports */
    static Attributes Table()
    {
        return {{"EntropyPolicy", "ns3::MrcEntropyPolicy[Values=120|Spares=60]"}};
    }

    /** @param table values that are dealt evenly to uplinks @return it, and switches that trim */
    static Attributes Switches(const std::string& table)
    {
        return {{"Buffer", "ns3::SharedBuffer[TrimQueueTime=12us|TrimPriority=6]"},
                {"Marker",
                 "ns3::RedMarker[KminBytes=30000|KmaxBytes=120000|Pmax=1|ReferenceRate=100Gbps|"
                 "SkipsHosts=true]"},
                {"EntropyPolicy", "ns3::MrcEntropyPolicy[" + table + "]"}};
    }

    /**
     * A port of the receiver dies under full load.
     *
     * @param statusTime time until its sender is told
     * @param cablePs delay of each of two cables
     * @return packets that this costs
     */
    uint64_t LoseAPort(const std::string& statusTime, int64_t cablePs)
    {
        Restart();
        BuildPorts({{"Transport", "ns3::MrcTransport[PortStatusTime=" + statusTime + "]"}},
                   Star(2, "100Gbps", std::to_string(cablePs) + "ps"),
                   PORTS);
        Open(0, 1).Post(uint64_t{1} << 40, 0);
        RunTo(500 * US);
        SetPortDown(2, 1, true);
        RunTo(900 * US);
        const FabricChannel& link = GetHostLink(2, 1);
        const uint32_t side = link.GetDevice(0)->GetNode() == m_network.switches.Get(0) ? 0 : 1;
        return link.GetCounters(1 - side).lostPackets + link.GetCounters(side).lostPackets;
    }
};

} // namespace

TEST_F(MrcPortsTest, AMessageUsesAllPorts)
{
    ExpectAMessageOnAllPorts({}, 4);
    ExpectAMessageOnAllPorts(Table(), 5);
}

TEST_F(MrcPortsTest, ADeadPlaneLeavesTheOthersShare)
{
    // Its values are bad when 1.5 windows have passed it; lost packets are repaired. Probes bring
    // them back.
    ExpectShareOfTheOtherPlanes({}, PORTS);
}

TEST_F(MrcPortsTest, ADeadUplinkLeavesTheOthersShare)
{
    // A leaf of n hosts sends over n uplinks of each plane, which are as fast as their ports or
    // slower. One uplink of one plane dies: 1 - 1/(n planes) are left.
    for (const auto& [uplinks, table] :
         {std::pair{3U, "Values=96|Spares=48"}, {5U, "Values=120|Spares=60"}})
    {
        for (const auto& [planes, hostRate] :
             {std::pair{1U, "100Gbps"}, {4U, "100Gbps"}, {1U, "400Gbps"}})
        {
            SCOPED_TRACE(std::to_string(uplinks) + " uplinks, " + std::to_string(planes) +
                         " planes, hosts of " + hostRate);
            Restart();
            const auto topology = Topology("LeafSpineTopology",
                                           {{"Leaves", "2"},
                                            {"Spines", std::to_string(uplinks)},
                                            {"HostsPerLeaf", std::to_string(uplinks)},
                                            {"HostRate", hostRate},
                                            {"UplinkRate", "100Gbps"}});
            const auto parts = Switches(table);
            planes == 1 ? BuildMrc(parts, topology) : BuildPorts(parts, topology, planes);
            m_channels.clear();
            for (uint32_t host = 0; host < uplinks; ++host)
            {
                Open(host, uplinks + host).Post(uint64_t{1} << 40, host);
            }
            const double links = uplinks * planes;
            RunTo(500 * US);
            // Links of hosts come first.
            m_network.channels[2 * uplinks]->SetDown(true, 500 * US);
            EXPECT_NEAR(MeasureLinks(1000 * US, 2500 * US), links - 1, 0.03 * links);
        }
    }
}

TEST_F(MrcPortsTest, APortThatDiesAtEitherEndLeavesTheOthersShare)
{
    // What was on its way is found lost, and is sent again.
    ExpectShareWhicheverPortDies(Table(), 100 * US);
}

TEST_F(MrcPortsTest, ASenderThatIsToldLosesWhatWasOnItsWay)
{
    // From the end of the link until the sender is told, and until the last packet that it sent
    // would have come: twice two cables, a switch of 0.4 us and packets on two links. Packets come
    // one after another, and a few wait in the switch.
    constexpr double PACKET_US = 4262 * LINK_PS / 1e6;
    for (const int64_t cablePs : {10'000, 2'000'000})
    {
        const double tripUs = 2 * static_cast<double>(cablePs) / 1e6 + 0.4;
        const double most = (2 * tripUs + 2 * PACKET_US) / PACKET_US + 10;
        EXPECT_LT(static_cast<double>(LoseAPort("0us", cablePs)), most);
        // Otherwise each of the plane's 32 values and 8 spares loses a packet.
        EXPECT_GE(LoseAPort("1s", cablePs), 40u);
    }
}

TEST_F(MrcPortsTest, EveryMessageComesOnceWhateverIsLostOnAnyPort)
{
    ExpectEachMessageOnce({}, PORTS, 0.001);
    ExpectEachMessageOnce(Table(), 3, 0.05);
}

TEST_F(MrcPortsTest, QueuePairsArePinnedToOnePort)
{
    BuildPorts({{"Transport", "ns3::ReliableConnectionTransport"},
                {"Framing", "ns3::RoceV2Framing"},
                {"EntropyPolicy", "ns3::FixedEntropyPolicy"}},
               Star(8),
               PORTS);
    std::set<Ptr<MessageTransport>> used;
    for (uint32_t from = 0; from < 8; ++from)
    {
        const auto near = m_network.GetTransports(from);
        for (uint32_t to = 0; to < from; ++to)
        {
            const auto far = m_network.GetTransports(to);
            EXPECT_EQ(near.GetParts(far), 1u);
            for (uint32_t plane = 0; plane < PORTS; ++plane)
            {
                // Both ends choose the same plane.
                EXPECT_EQ(near.GetTo(far, 0, 0) == near.scaleOut[plane],
                          far.GetTo(near, 0, 0) == far.scaleOut[plane]);
            }
            used.insert(near.GetTo(far, 0, 0));
        }
    }
    EXPECT_GT(used.size(), 10u); // of 28 that differ
}

TEST_F(MrcPortsTest, SeveralPortsNeedTheTable)
{
    const auto build = [this](const std::string& entropy) {
        return MessageOf<InputError>([&] {
            BuildPorts({{"EntropyPolicy", entropy}}, Star(2), PORTS);
        });
    };
    EXPECT_EQ(build("ns3::ObliviousEntropyPolicy"),
              "transport ns3::MrcTransport: a host with several ports needs the entropyPolicy "
              "ns3::MrcEntropyPolicy");
    EXPECT_EQ(build("ns3::MrcEntropyPolicy[Values=130]"),
              "MrcEntropyPolicy: Values 130 and Spares 32 must be multiples of the number of "
              "ports, which is 4");
}
