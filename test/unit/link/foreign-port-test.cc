// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/boolean.h"
#include "ns3/fabric-internet-helper.h"
#include "ns3/flow-entropy.h"
#include "ns3/foreign-port.h"
#include "ns3/inet-socket-address.h"
#include "ns3/infini-band-framing.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/roce-v2-framing.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t EXPERIMENTAL = 0x88b5; // EtherType for local experiments (IEEE 802)

/** Hosts on one switch, whose devices are used as any NetDevice is. */
class ForeignPortTest : public NetworkTest
{
  protected:
    /** @param hosts how many @param profile of the fabric */
    void BuildStar(uint32_t hosts, const std::string& profile = "RoceFabric")
    {
        Build(profile,
              {},
              Topology("StarTopology",
                       {{"Hosts", std::to_string(hosts)}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
        FabricInternetHelper().Install(m_network);
        for (uint32_t host = 0; host < hosts; ++host)
        {
            m_network.hosts.Get(host)->RegisterProtocolHandler(
                Callback<void,
                         Ptr<NetDevice>,
                         Ptr<const Packet>,
                         uint16_t,
                         const Address&,
                         const Address&,
                         NetDevice::PacketType>([this, host](Ptr<NetDevice>,
                                                             Ptr<const Packet> packet,
                                                             uint16_t,
                                                             const Address& from,
                                                             const Address&,
                                                             NetDevice::PacketType) {
                    m_arrivals.push_back({host,
                                          HostOfMac(Mac48Address::ConvertFrom(from)),
                                          packet->GetSize(),
                                          Simulator::Now()});
                }),
                EXPERIMENTAL,
                nullptr);
        }
    }

    Ptr<FabricNetDevice> Device(uint32_t host) const
    {
        return &m_network.nics[host]->GetPort();
    }

    const ForeignPort::Counters& Counters(uint32_t host) const
    {
        return Device(host)->GetObject<ForeignPort>()->GetCounters();
    }

    bool Send(uint32_t source, const Mac48Address& dest, uint32_t bytes)
    {
        return Device(source)->Send(Create<Packet>(bytes), dest, EXPERIMENTAL);
    }

    struct Arrival
    {
        uint32_t host;
        uint32_t from;
        uint32_t bytes;
        Time when;
    };

    std::vector<Arrival> m_arrivals;
};

} // namespace

TEST(ForeignFrame, AddressesTellTheHost)
{
    for (const uint32_t host : {0U, 1U, 255U, 256U, 4711U, 65535U})
    {
        EXPECT_EQ(HostOfIpv4(HostIpv4(host)), host);
        EXPECT_EQ(HostOfMac(HostMac(host)), host);
    }
    EXPECT_EQ(HostOfIpv4(0x0a000001), NO_HOST); // 10.0.0.1
    EXPECT_EQ(HostOfIpv4(0x0b000002), NO_HOST); // 11.0.0.2
    EXPECT_EQ(HostOfIpv4(0xffffffff), NO_HOST);
    EXPECT_EQ(HostOfMac(Mac48Address("00:00:00:00:00:01")), NO_HOST);
    EXPECT_EQ(HostOfMac(Mac48Address::GetBroadcast()), NO_HOST);
}

TEST(ForeignFrame, LengthsAreThoseOfTheLink)
{
    // Ethernet: 14 B header, 4 B FCS, at least 64 B; 20 B of preamble and gap.
    const auto ethernet = CreateObject<RoceV2Framing>()->GetForeignFraming();
    EXPECT_EQ(ethernet.GetFrameBytes(1), 64u);
    EXPECT_EQ(ethernet.GetFrameBytes(46), 64u);
    EXPECT_EQ(ethernet.GetFrameBytes(47), 65u);
    EXPECT_EQ(ethernet.GetFrameBytes(1500), 1518u);
    EXPECT_EQ(ethernet.gapBytes, 20u);
    const auto tagged = CreateObjectWithAttributes<RoceV2Framing>("VlanTag", BooleanValue(true));
    EXPECT_EQ(tagged->GetForeignFraming().GetFrameBytes(1500), 1522u);
    // IPoIB: LRH 8, BTH 12, DETH 8, encapsulation 4, ICRC 4, VCRC 2; padded to 4 B.
    const auto infiniBand = CreateObject<InfiniBandFraming>()->GetForeignFraming();
    EXPECT_EQ(infiniBand.GetFrameBytes(2044), 2082u);
    EXPECT_EQ(infiniBand.GetFrameBytes(21), 62u);
}

TEST_F(ForeignPortTest, UnicastReachesItsHostAlone)
{
    BuildStar(3);
    EXPECT_TRUE(Send(0, HostMac(2), 500));
    Simulator::Run();
    ASSERT_EQ(m_arrivals.size(), 1u);
    EXPECT_EQ(m_arrivals[0].host, 2u);
    EXPECT_EQ(m_arrivals[0].from, 0u);
    EXPECT_EQ(m_arrivals[0].bytes, 500u);
    EXPECT_EQ(Counters(0).acceptedPackets, 1u);
    EXPECT_EQ(Counters(2).deliveredPackets, 1u);
    EXPECT_EQ(Counters(2).deliveredBytes, 500u);
    EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
}

TEST_F(ForeignPortTest, WhatHasNoDestinationIsRefusedAndCounted)
{
    BuildStar(3);
    EXPECT_FALSE(Send(0, HostMac(3), 500)) << "beyond the last host";
    EXPECT_FALSE(Send(0, HostMac(0), 500)) << "itself";
    EXPECT_FALSE(Send(0, Mac48Address::GetBroadcast(), 500)) << "no IPv4 address to go by";
    EXPECT_FALSE(Send(0, Mac48Address("00:00:00:00:00:01"), 500)) << "no host's";
    EXPECT_FALSE(Send(0, HostMac(1), 4097)) << "longer than the MTU of 4096";
    EXPECT_TRUE(Send(0, HostMac(1), 4096));
    Simulator::Run();
    EXPECT_EQ(Counters(0).addressDrops, 5u);
    EXPECT_EQ(m_arrivals.size(), 1u);
}

TEST_F(ForeignPortTest, QueueIsBoundedAndStopsTheQueueDiscAbove)
{
    Config::SetDefault("ns3::ForeignPort::QueueBytes", UintegerValue(20'000));
    BuildStar(2);
    const auto queue = Device(0)->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
    // A frame of 4114 B. The first leaves at once; 4 wait, 16,456 B; a sixth would make 20,570 B.
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_FALSE(queue->IsStopped()) << i;
        EXPECT_TRUE(Send(0, HostMac(1), 4096)) << i;
    }
    EXPECT_TRUE(queue->IsStopped());
    EXPECT_FALSE(Send(0, HostMac(1), 4096));
    EXPECT_EQ(Counters(0).overflowDrops, 1u);
    // 4134 B on the wire take 330.72 ns: the second leaves then, and a full frame fits again.
    Simulator::Schedule(NanoSeconds(330), [&]() { EXPECT_TRUE(queue->IsStopped()); });
    Simulator::Schedule(NanoSeconds(332), [&]() { EXPECT_FALSE(queue->IsStopped()); });
    Simulator::Run();
    EXPECT_EQ(m_arrivals.size(), 5u);
    EXPECT_EQ(Device(0)->GetObject<ForeignPort>()->GetQueuedBytes(), 0u);
}

TEST_F(ForeignPortTest, PriorityIsLossyUnderRoceUnlessAskedFor)
{
    BuildStar(2);
    UintegerValue priority;
    Device(0)->GetObject<ForeignPort>()->GetAttribute("Priority", priority);
    EXPECT_FALSE(Device(0)->GetFlowControl().IsLossless(static_cast<uint8_t>(priority.Get())));
    EXPECT_TRUE(
        Device(0)->GetFlowControl().IsLossless(m_network.nics[0]->GetDefaultServiceLevel()));
}

TEST_F(ForeignPortTest, MtuOfInfiniBandLeavesRoomForTheEncapsulation)
{
    BuildStar(2, "InfiniBandFabric");
    EXPECT_EQ(Device(0)->GetMtu(), 4092); // RFC 4391, section 7
    EXPECT_TRUE(Send(0, HostMac(1), 4092));
    Simulator::Run();
    EXPECT_EQ(m_arrivals.size(), 1u);
    EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
}

TEST_F(ForeignPortTest, WithoutInstallationNothingIsSent)
{
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    EXPECT_FALSE(Send(0, HostMac(1), 100));
}

// A datagram from a network behind host 0 to one behind host 1 goes over three links and two
// gateways: 1000 B of payload arrive, and at each gateway nothing.
TEST_F(ForeignPortTest, HostsAreGatewaysOfTheNetworksBehindThem)
{
    BuildStar(3);
    InternetStackHelper stack;
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    const auto routes = [](Ptr<Node> node) {
        return Ipv4StaticRoutingHelper().GetStaticRouting(node->GetObject<Ipv4>());
    };
    const auto address = [](uint32_t network, uint32_t host) {
        return Ipv4Address(0x0a000000 | network << 16 | host);
    };
    const Ipv4Mask mask("/16");
    std::vector<Ptr<Node>> outside;
    for (uint32_t network : {0U, 1U})
    {
        outside.push_back(CreateObject<Node>());
        stack.Install(outside[network]);
        const auto channel = CreateObject<SimpleChannel>();
        for (uint32_t side : {0U, 1U})
        {
            const auto node = side == 0 ? m_network.hosts.Get(network) : outside[network];
            const auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(channel);
            node->AddDevice(device);
            const auto ipv4 = node->GetObject<Ipv4>();
            const uint32_t interface = ipv4->AddInterface(device);
            ipv4->AddAddress(interface, Ipv4InterfaceAddress(address(network, side + 1), mask));
            ipv4->SetUp(interface);
        }
        routes(outside[network])->SetDefaultRoute(address(network, 1), 1);
        const uint32_t other = 1 - network;
        routes(m_network.hosts.Get(network))
            ->AddNetworkRouteTo(address(other, 0), mask, Ipv4Address(HostIpv4(other)), 1);
    }
    uint32_t arrivedBytes = 0;
    const auto receiver = Socket::CreateSocket(outside[1], UdpSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    receiver->SetRecvCallback(Callback<void, Ptr<Socket>>(
        [&arrivedBytes](Ptr<Socket> socket) { arrivedBytes += socket->Recv()->GetSize(); }));
    const auto sender = Socket::CreateSocket(outside[0], UdpSocketFactory::GetTypeId());
    const auto send = [&](Ipv4Address dest) {
        sender->SendTo(Create<Packet>(1000), 0, InetSocketAddress(dest, 9));
    };
    Simulator::ScheduleNow([&] { send(address(1, 2)); });
    Simulator::Run();
    EXPECT_EQ(arrivedBytes, 1000u);
    EXPECT_EQ(Counters(0).acceptedPackets, 1u);
    EXPECT_EQ(Counters(0).addressDrops, 0u);
    EXPECT_EQ(Counters(1).deliveredPackets, 1u);
    EXPECT_EQ(Counters(2).deliveredPackets, 0u);
}
