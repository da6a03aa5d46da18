// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/node-container.h"
#include "ns3/node-list.h"

using namespace ns3;

namespace
{

class ExistingNodesTest : public NetworkTest
{
  protected:
    /** @return new Nodes */
    static NodeContainer MakeNodes(uint32_t count)
    {
        NodeContainer nodes;
        nodes.Create(count);
        return nodes;
    }

    const FabricTopology m_star = Topology("StarTopology", {{"Hosts", "3"}});
    const FabricHelper m_helper{CreateObject<RoceFabric>()};
};

} // namespace

TEST_F(ExistingNodesTest, HostsAreTheGivenNodesInTheirOrder)
{
    const auto nodes = MakeNodes(4);
    const NodeContainer hosts(nodes.Get(3), nodes.Get(1), nodes.Get(0));
    m_network = m_helper.Install(m_star, hosts);
    EXPECT_EQ(NodeList::GetNNodes(), 5u); // and the switch
    for (uint32_t host = 0; host < 3; ++host)
    {
        EXPECT_EQ(m_network.hosts.Get(host), hosts.Get(host));
        EXPECT_EQ(hosts.Get(host)->GetObject<RdmaNic>(), m_network.nics[host]);
        EXPECT_EQ(m_network.nics[host]->GetHost(), host);
        EXPECT_TRUE(hosts.Get(host)->GetObject<FabricGpu>());
    }
    EXPECT_FALSE(nodes.Get(2)->GetObject<RdmaNic>());
    Add("CollectiveWorkload", {{"Bytes", "100000"}});
    Simulator::Run();
    ExpectLosslessEnd();
}

TEST_F(ExistingNodesTest, SwitchesMayBeGivenToo)
{
    const auto hosts = MakeNodes(3);
    const auto switches = MakeNodes(1);
    m_network = m_helper.Install(m_star, hosts, switches);
    EXPECT_EQ(NodeList::GetNNodes(), 4u);
    EXPECT_EQ(switches.Get(0)->GetObject<FabricSwitch>(), m_network.fabricSwitches[0]);
    Add("CollectiveWorkload", {{"Bytes", "100000"}});
    Simulator::Run();
    ExpectLosslessEnd();
}

TEST_F(ExistingNodesTest, AHostOfAnotherFabricGetsOneMoreNicAndKeepsItsGpu)
{
    const auto hosts = MakeNodes(3);
    m_network = m_helper.Install(m_star, hosts);
    const auto other = FabricHelper(CreateObject<InfiniBandFabric>()).Install(m_star, hosts);
    for (uint32_t host = 0; host < 3; ++host)
    {
        EXPECT_EQ(hosts.Get(host)->GetObject<RdmaNic>(), m_network.nics[host]);
        EXPECT_NE(other.nics[host], m_network.nics[host]);
        EXPECT_EQ(other.gpus[host], m_network.gpus[host]);
        EXPECT_EQ(hosts.Get(host)->GetNDevices(), 2u);
    }
}

TEST_F(ExistingNodesTest, WrongNumbersAndSwitchesInUseAreRefused)
{
    const auto message = [&](const NodeContainer& hosts, const NodeContainer& switches) {
        return MessageOf<InputError>([&] { m_helper.Install(m_star, hosts, switches); });
    };
    EXPECT_EQ(message(MakeNodes(2), {}),
              "FabricHelper Install: 2 Nodes for the hosts; expected 3, those of the topology");
    EXPECT_EQ(message(MakeNodes(3), MakeNodes(2)),
              "FabricHelper Install: 2 Nodes for the switches; expected 1, those of the topology");
    const auto switches = MakeNodes(1);
    m_network = m_helper.Install(m_star, MakeNodes(3), switches);
    EXPECT_EQ(message(MakeNodes(3), switches),
              "FabricHelper Install: node " + std::to_string(switches.Get(0)->GetId()) +
                  " is already a switch of a fabric; expected another node");
}
