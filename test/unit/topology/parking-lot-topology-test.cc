// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"

#include <string>

using namespace ns3;

namespace
{

FabricTopology
Generate(const Attributes& attributes)
{
    return Make<TopologyGenerator>("ParkingLotTopology", attributes)->Generate();
}

} // namespace

TEST(ParkingLotTopology, IsAChainWithAnExit)
{
    const auto topology = Generate("Switches=3 HostsPerSwitch=2 HostRate=100Gbps ChainRate=400Gbps "
                                   "HostDelay=1us ChainDelay=2us");
    EXPECT_EQ(topology.GetHostCount(), 3u * 2 + 1);
    EXPECT_EQ(topology.GetSwitchCount(), 3u);
    ASSERT_EQ(topology.links.size(), 3u * 2 + 3);
    // Host h is on switch h / 2, the exit on the last one; node 7 is the first switch.
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t host = 0; host <= 6; ++host)
    {
        ASSERT_EQ(linksByNode[host].size(), 1u);
        const auto& link = topology.links[linksByNode[host][0]];
        EXPECT_EQ(topology.GetPeer(linksByNode[host][0], host), 7 + std::min(host / 2, 2u));
        EXPECT_EQ(link.ratebps, 100'000'000'000u);
        EXPECT_EQ(link.delayPs, 1'000'000);
    }
    EXPECT_EQ(topology.nodes[9].name, "chain2");
    EXPECT_EQ(linksByNode[7].size(), 3u);
    EXPECT_EQ(linksByNode[8].size(), 4u);
    EXPECT_EQ(linksByNode[9].size(), 4u);
    // From the far end: to its switch, along the chain, to the exit.
    const FabricRoutes routes(topology);
    const auto path = routes.PathLinks(0, 6);
    ASSERT_EQ(path.size(), 4u);
    EXPECT_EQ(topology.links[path[1]].ratebps, 400'000'000'000u);
    EXPECT_EQ(topology.links[path[2]].delayPs, 2'000'000);
}

TEST(ParkingLotTopology, OneSwitchIsAStar)
{
    const auto topology = Generate({{"Switches", "1"}, {"HostsPerSwitch", "3"}});
    EXPECT_EQ(topology.GetHostCount(), 4u);
    EXPECT_EQ(topology.links.size(), 4u);
}

TEST(ParkingLotTopology, WhatNobodyMeansIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] {
                  Generate({{"Switches", "65536"}, {"HostsPerSwitch", "65536"}});
              }),
              "ns3::ParkingLotTopology: Switches and HostsPerSwitch: make 4294967297 hosts and "
              "4295032832 "
              "links; expected at most 1000000 and 10000000");
    EXPECT_EQ(MessageOf<InputError>([] {
                  Generate({{"ChainRate", "0bps"}});
              }),
              "ns3::ParkingLotTopology: ChainRate: 0 bit/s; expected 1 kbit/s to 1 Pbit/s");
}
