// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/fabric-topology.h"
#include "ns3/input-error.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/** host0 - switch0 - host1; the switch is node 1. */
FabricTopology
MakeLine()
{
    FabricTopology topology;
    topology.AddHost("host0");
    topology.AddSwitch("switch0");
    topology.AddHost("host1");
    topology.AddLink({0, 1, 100'000'000'000, 1'000'000});
    topology.AddLink({1, 2, 100'000'000'000, 1'000'000});
    topology.origin = "test";
    return topology;
}

/** Message of Validate() after a change to the line. */
std::string
ErrorAfter(const std::function<void(FabricTopology&)>& change)
{
    auto topology = MakeLine();
    change(topology);
    return MessageOf<InputError>([&] { topology.Validate(); });
}

} // namespace

TEST(FabricTopology, HostsHaveADenseIndexInNodeOrder)
{
    const auto topology = MakeLine();
    EXPECT_EQ(topology.GetHostCount(), 2u);
    EXPECT_EQ(topology.GetSwitchCount(), 1u);
    EXPECT_EQ(topology.hosts, (std::vector<uint32_t>{0, 2}));
    EXPECT_EQ(topology.hostIndex, (std::vector<uint32_t>{0, NO_HOST, 1}));
    EXPECT_TRUE(topology.IsHost(2));
    EXPECT_FALSE(topology.IsHost(1));
    EXPECT_EQ(topology.GetPeer(1, 1), 2u);
    EXPECT_EQ(topology.GetPeer(1, 2), 1u);
    EXPECT_EQ(topology.GetLinksByNode(), (std::vector<std::vector<uint32_t>>{{0}, {0, 1}, {1}}));
}

TEST(FabricTopology, ValidOnes)
{
    EXPECT_EQ(ErrorAfter([](FabricTopology&) {}), "no error");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.AddSwitch("spare"); }), "no error");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) {
                  t.links[0].ratebps = 1'000;
                  t.links[0].delayPs = 0;
                  t.links[0].errorRate = 0.999;
                  t.links[1].ratebps = 1'000'000'000'000'000;
                  t.links[1].delayPs = 1'000'000'000'000;
              }),
              "no error");
    FabricTopology cable; // two hosts back to back
    cable.AddHost("host0");
    cable.AddHost("host1");
    cable.AddLink({0, 1, 1'000'000'000, 0});
    EXPECT_NO_THROW(cable.Validate());
}

TEST(FabricTopology, WrongLinks)
{
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[1].b = 3; }),
              "test: link: node 3 does not exist; the last one is 2");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[1].b = 1; }),
              "test: link: switch0 is linked to itself");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[1].ratebps = 0; }),
              "test: rate: 0 bit/s on link switch0 - host1; expected 1 kbit/s to 1 Pbit/s");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[1].ratebps = 2'000'000'000'000'000; }),
              "test: rate: 2000000000000000 bit/s on link switch0 - host1; expected 1 kbit/s to 1 "
              "Pbit/s");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[0].delayPs = -1; }),
              "test: delay: -1 ps on link host0 - switch0; expected 0 to 1 s");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[0].delayPs = 1'000'000'000'001; }),
              "test: delay: 1000000000001 ps on link host0 - switch0; expected 0 to 1 s");
    const std::string expected =
        " on link host0 - switch0; expected a probability from 0 to below 1";
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[0].errorRate = 1; }),
              "test: error rate: 1" + expected);
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[0].errorRate = -0.5; }),
              "test: error rate: -0.5" + expected);
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.links[0].errorRate = std::nan(""); }),
              "test: error rate: nan" + expected);
}

TEST(FabricTopology, WrongHosts)
{
    EXPECT_EQ(MessageOf<InputError>([] {
                  FabricTopology topology;
                  topology.origin = "test";
                  topology.AddSwitch("switch0");
                  topology.Validate();
              }),
              "test: the topology has no host");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.AddHost("host2"); }),
              "test: host2 is a host without a link");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) { t.AddLink(t.links[0]); }),
              "test: host host0 has 2 links; expected one, or ports by SplitPorts()");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) {
                  const uint32_t island = t.AddSwitch("switch1");
                  t.AddLink({t.AddHost("host2"), island, 1'000'000'000, 0});
              }),
              "test: no path between the hosts host0 and host2");
}

TEST(FabricTopology, ErrorsNameTheLineIfThereIsOne)
{
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) {
                  t.linkLines = {3, 4};
                  t.links[1].delayPs = -1;
              }),
              "test:4: delay: -1 ps on link switch0 - host1; expected 0 to 1 s");
    EXPECT_EQ(ErrorAfter([](FabricTopology& t) {
                  t.linkLines = {3, 4, 7};
                  t.AddLink(t.links[0]);
              }),
              "test:7: host host0 has 2 links; expected one, or ports by SplitPorts()");
}
