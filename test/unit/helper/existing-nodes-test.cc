// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/fabric-internet-helper.h"
#include "ns3/input-error.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/node-container.h"
#include "ns3/node-list.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"

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

TEST_F(ExistingNodesTest, TwoNodesAreJoinedByALink)
{
    const auto nodes = MakeNodes(3);
    InternetStackHelper().Install(nodes); // as a program may have them
    for (const bool infiniBand : {false, true})
    {
        const auto first = nodes.Get(infiniBand ? 1 : 0);
        const auto second = nodes.Get(infiniBand ? 2 : 1);
        const auto fabric = infiniBand ? Ptr<FabricProfile>(CreateObject<InfiniBandFabric>())
                                       : Ptr<FabricProfile>(CreateObject<RoceFabric>());
        const FabricNetwork link =
            FabricHelper(fabric).Install(first, second, DataRate("100Gbps"), MicroSeconds(1));
        ASSERT_EQ(link.hosts.GetN(), 2u);
        EXPECT_EQ(link.hosts.Get(0), first);
        EXPECT_EQ(link.hosts.Get(1), second);
        EXPECT_EQ(link.switches.GetN(), 0u);
        EXPECT_EQ(link.devices.GetN(), 2u);
        const auto queuePair =
            RdmaNic::Connect(link.nics[0], link.nics[1], infiniBand ? 0 : 3).first;
        int64_t tookPs = 0;
        queuePair->SetCompletionCallback(
            Callback<void, const RdmaCompletion&>([&](const RdmaCompletion& completion) {
                EXPECT_EQ(completion.status, RdmaStatus::SUCCESS);
                tookPs = completion.finishedPs - completion.postedPs;
            }));
        queuePair->PostWrite(1000, 0);
        Simulator::Run();
        // On the wire at 80 ps per byte, with headers of IBTA vol. 1, 9: BTH 12, RETH 16, AETH 4,
        // ICRC 4. RoCE: preamble, gap and FCS 24, Ethernet 14, IP 20, UDP 8. InfiniBand:
        // delimiters 4, LRH 8, VCRC 2.
        const int64_t otherBytes = infiniBand ? 4 + 8 + 2 : 24 + 14 + 20 + 8;
        const int64_t wireBytes = (otherBytes + 12 + 16 + 1000 + 4) + (otherBytes + 12 + 4 + 4);
        EXPECT_EQ(tookPs, 2'000'000 + 80 * wireBytes) << infiniBand;
    }
    EXPECT_EQ(NodeList::GetNNodes(), 3u);
    EXPECT_EQ(MessageOf<InputError>([&] { m_helper.Install(nodes.Get(0), nodes.Get(0)); }),
              "FabricHelper Install: both ends of the link are node " +
                  std::to_string(nodes.Get(0)->GetId()) + "; expected two Nodes");
}

TEST_F(ExistingNodesTest, TheInternetStackOfANodeIsKept)
{
    const auto nodes = MakeNodes(2);
    InternetStackHelper().Install(nodes.Get(0));
    const auto before = nodes.Get(0)->GetObject<Ipv4>();
    const FabricNetwork link = m_helper.Install(nodes.Get(0), nodes.Get(1));
    const auto hosts = FabricInternetHelper().Install(link);
    EXPECT_EQ(nodes.Get(0)->GetObject<Ipv4>(), before);
    const InetSocketAddress address(hosts.GetAddress(1), 9);
    BulkSendHelper sender("ns3::TcpSocketFactory", address);
    sender.SetAttribute("MaxBytes", UintegerValue(100'000));
    sender.Install(nodes.Get(0));
    const auto sink = DynamicCast<PacketSink>(
        PacketSinkHelper("ns3::TcpSocketFactory", address).Install(nodes.Get(1)).Get(0));
    Simulator::Run();
    EXPECT_EQ(sink->GetTotalRx(), 100'000u);
}
