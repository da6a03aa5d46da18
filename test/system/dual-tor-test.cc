// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Hosts with several ports on as many switches of one network (dual ToR).

#include "error-message.h"
#include "ports-test.h"
#include "units.h"

#include "ns3/input-error.h"
#include "ns3/link-statistics.h"
#include "ns3/topology-parts.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const Attributes PINNED = {{"Transport", "ns3::ReliableConnectionTransport[FailoverTime=250us]"},
                           {"CongestionControl", "ns3::NoCongestionControl"},
                           {"RetransmissionTimer", "ns3::LocalAckTimer"},
                           {"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=20]"}};

class DualTorTest : public PortsTest
{
  protected:
    /** @param ports of each host @return two groups of leaves with two hosts each */
    static FabricTopology Tors(uint32_t ports)
    {
        return Topology("LeafSpineTopology",
                        {{"Leaves", std::to_string(2 * ports)},
                         {"Spines", "3"},
                         {"HostsPerLeaf", "2"},
                         {"HostPorts", std::to_string(ports)},
                         {"HostRate", "100Gbps"},
                         {"UplinkRate", "100Gbps"}});
    }

    /** @return new channel between two hosts whose home is a port */
    MessageChannel& OpenAt(uint32_t port, uint32_t from, uint32_t to)
    {
        const uint32_t hosts = m_network.hosts.GetN();
        auto& sender = *m_network.transports[from + port * hosts];
        const auto channel = sender.Open(*m_network.transports[to + port * hosts],
                                         sender.GetNic()->GetDefaultServiceLevel(),
                                         {m_channels.size()});
        channel->SetClient(&m_client);
        m_channels.push_back(channel);
        return *channel;
    }

    /** A leaf dies at 500 us and returns at 2000 us; times count from 0. */
    void FailLeaf(const std::string& name)
    {
        Fail("SwitchFailure", {{"Switch", name}, {"Start", "500us"}, {"Stop", "2000us"}});
    }

    /**
     * Expects all links before leaf 1 dies, and those of the other leaves until it is back.
     *
     * @param ports of each host
     * @param settledPs time from a change to the new rate
     */
    void ExpectShareOfTheOtherTors(uint32_t ports, int64_t settledPs)
    {
        FailLeaf("leaf1");
        EXPECT_NEAR(MeasureLinks(200 * US, 500 * US), ports, 0.01 * ports);
        RunTo(500 * US + settledPs);
        std::vector<uint64_t> before;
        for (const auto& channel : m_channels)
        {
            before.push_back(GetAcknowledgedBytes(*channel));
        }
        EXPECT_NEAR(MeasureLinks(500 * US + settledPs, 2000 * US), ports - 1, 0.01 * ports);
        for (size_t channel = 0; channel < m_channels.size(); ++channel)
        {
            // Half a link at least; the dead leaf's connection, too.
            const auto bytes = GetAcknowledgedBytes(*m_channels[channel]) - before[channel];
            EXPECT_GT(static_cast<double>(bytes) * LINK_PS,
                      0.45 * static_cast<double>(1500 * US - settledPs));
        }
        EXPECT_NEAR(MeasureLinks(2000 * US + settledPs, 3500 * US), ports, 0.01 * ports);
    }
};

} // namespace

TEST_F(DualTorTest, CountsAreExact)
{
    // 6 leaves in 3 groups of 2, with 5 hosts each that have a port on both; 4 spines.
    const auto topology = Topology("LeafSpineTopology",
                                   {{"Leaves", "6"},
                                    {"Spines", "4"},
                                    {"HostsPerLeaf", "5"},
                                    {"HostPorts", "2"},
                                    {"HostRate", "400Gbps"},
                                    {"UplinkRate", "400Gbps"}});
    EXPECT_EQ(topology.ports, 2u);
    EXPECT_EQ(topology.GetMachineCount(), 15u);
    EXPECT_EQ(topology.GetSwitchCount(), 10u);
    EXPECT_EQ(topology.links.size(), 30u + 24u);
    const TopologyParts parts(topology);
    EXPECT_EQ(parts.hosts, 15u);
    EXPECT_EQ(parts.switches, 10u);
    EXPECT_EQ(parts.CountLinks(true), 30u);
    EXPECT_EQ(parts.CountLinks(false), 24u);
    for (const auto& some : parts.nodes)
    {
        EXPECT_EQ(some.count, some.isHost ? 15u : some.kind == "leaf" ? 6u : 4u);
        EXPECT_EQ(some.minPorts, some.isHost ? 2u : some.kind == "leaf" ? 9u : 6u);
        EXPECT_EQ(some.maxPorts, some.minPorts);
    }
    const auto hosts = MakeHostMap(topology);
    ASSERT_EQ(hosts.node.size(), 15u);
    EXPECT_EQ(hosts.ratebps, std::vector<uint64_t>(15, 800'000'000'000));
    Build("RoceFabric", PINNED, topology);
    EXPECT_EQ(m_network.hosts.GetN(), 15u);
    EXPECT_EQ(m_network.gpus.size(), 15u);
    EXPECT_EQ(m_network.nics.size(), 30u);
    std::set<std::string> linksOfHost; // 7 is the third host of the second group
    for (const auto& link : LinkStatistics::Collect(m_network.GetOwnParts(), m_network.topology, 0))
    {
        if (link.fromHost == 7)
        {
            linksOfHost.insert(link.from + " " + link.to);
        }
    }
    EXPECT_EQ(linksOfHost, (std::set<std::string>{"host7 leaf2", "host7 leaf3"}));
}

TEST_F(DualTorTest, ADeadTorLeavesTheOthersShareOfItsHosts)
{
    // A connection at each port of host 0, to host 1 on the same ToRs and to host 2 on others.
    for (const char* const profile : {"RoceFabric", "InfiniBandFabric"})
    {
        for (const uint32_t ports : {2U, 3U})
        {
            for (const uint32_t dest : {1U, 2U})
            {
                SCOPED_TRACE(std::string(profile) + ", " + std::to_string(ports) + " ports, host " +
                             std::to_string(dest));
                Restart();
                Build(profile, PINNED, Tors(ports));
                m_channels.clear();
                for (uint32_t port = 0; port < ports; ++port)
                {
                    OpenAt(port, 0, dest).Post(uint64_t{1} << 40, port);
                }
                // Lost packets take 250 us of a whole link, so 500 us of a half.
                ExpectShareOfTheOtherTors(ports, 900 * US);
            }
        }
    }
}

TEST_F(DualTorTest, MrcSpraysOverAllTors)
{
    for (const uint32_t dest : {1U, 2U})
    {
        Restart();
        BuildMrc({}, Tors(2));
        Open(0, dest).Post(uint64_t{1} << 40, 0);
        ExpectShareOfTheOtherTors(2, 200 * US);
    }
}

TEST_F(DualTorTest, EveryMessageComesOnceWhileATorFails)
{
    for (const bool sprays : {false, true})
    {
        Restart();
        m_client = {};
        sprays ? BuildMrc({}, Lossy(Tors(2), 0.0001))
               : Build("RoceFabric", PINNED, Lossy(Tors(2), 0.0001));
        m_channels.clear();
        auto& first = OpenAt(0, 0, 3);
        auto& second = OpenAt(sprays ? 0 : 1, 2, 1);
        FailLeaf("leaf1");
        const uint64_t sum = PostSixtyMessages(first, second, 1'000'000);
        Simulator::Run();
        ExpectOnce(SIXTY);
        uint64_t delivered = 0;
        for (const auto& nic : m_network.nics)
        {
            delivered += nic->GetCounters().deliveredBytes;
        }
        EXPECT_EQ(delivered, sum);
    }
}

TEST_F(DualTorTest, JobsSeeHostsAndNotPorts)
{
    // Each of four hosts sends 10 MB to another one by the port of a hash: 0.8 ms or, if another
    // connection has the same link, twice as long.
    Build("RoceFabric", PINNED, Tors(2));
    Add("PermutationWorkload", {{"Bytes", "10000000"}});
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_EQ(m_jobs[0]->GetJob().hostOfRank.size(), 4u);
}

TEST_F(DualTorTest, FailuresOfAHostTakeAllItsPorts)
{
    Build("RoceFabric", PINNED, Tors(3));
    Fail("NicFailure", {{"Host", "2"}, {"Start", "10us"}});
    RunTo(20 * US);
    uint32_t down = 0;
    for (const auto& channel : m_network.channels)
    {
        down += channel->IsDown();
    }
    EXPECT_EQ(down, 3u);
    for (const uint32_t port : m_network.topology.GetPortsOf(2))
    {
        EXPECT_TRUE(
            static_cast<FabricChannel&>(*m_network.nics[port]->GetPort().GetChannel()).IsDown());
    }
}

TEST_F(DualTorTest, WhatDoesNotFitIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] {
                  Topology("LeafSpineTopology", {{"Leaves", "3"}, {"HostPorts", "2"}});
              }),
              "ns3::LeafSpineTopology: HostPorts: 2 does not divide the 3 leaves; expected a whole "
              "number of groups of leaves");
    EXPECT_EQ(MessageOf<InputError>([this] { BuildPorts({}, Tors(2), 2); }),
              "ns3::CustomServer NicsPerGpu: is 2, but hosts of the topology have 2 ports; "
              "expected 1");
}
