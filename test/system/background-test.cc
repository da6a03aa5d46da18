// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/fabric-internet-helper.h"
#include "ns3/flow-entropy.h"
#include "ns3/foreign-port.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/input-error.h"
#include "ns3/socket.h"
#include "ns3/tcp-background.h"
#include "ns3/udp-background.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** No congestion control and no marks: what queues and arbiters do by themselves. */
const Attributes PLAIN_ROCE{"CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
                            "Buffer=ns3::SharedBuffer[SizeBytes=33554432]"};

/** TCP and UDP of ns-3 on the hosts of a fabric. */
class BackgroundTest : public NetworkTest
{
  protected:
    /**
     * One switch.
     *
     * @param hosts how many
     * @param rate of every link
     * @param parts of the fabric
     */
    void BuildStar(uint32_t hosts,
                   const std::string& rate,
                   const Attributes& parts,
                   const std::string& profile = "RoceFabric")
    {
        Build(profile,
              parts,
              Topology("StarTopology",
                       {{"Hosts", std::to_string(hosts)}, {"Rate", rate}, {"Delay", "1us"}}));
        FabricInternetHelper().Install(m_network);
        m_flows.clear();
        m_ports.clear();
    }

    /**
     * Adds traffic.
     *
     * @param type its class
     * @param attributes of it
     */
    void AddBackground(const std::string& type, const Attributes& attributes)
    {
        const auto flows = Make<BackgroundTraffic>(type, attributes)->Install(m_network, m_ports);
        m_flows.insert(m_flows.end(), flows.begin(), flows.end());
    }

    /** @return the sum over all flows */
    uint64_t ReceivedBytes() const
    {
        uint64_t bytes = 0;
        for (const auto& flow : m_flows)
        {
            bytes += flow.receivedBytes();
        }
        return bytes;
    }

    /** Goodput of TCP and RDMA between two times, in Gb/s of payload. */
    struct Shares
    {
        double tcp;
        double rdma;
    };

    /** Host 0 by RDMA and another one by TCP to host 2 at 10 Gb/s, both without end. */
    Shares Share(const std::string& arbiter, uint32_t tcpSource = 1)
    {
        auto parts = PLAIN_ROCE;
        parts.emplace_back("Arbiter", arbiter);
        BuildStar(3, "10Gbps", parts);
        AddBackground("TcpBackground", {{"Pairs", std::to_string(tcpSource) + ">2"}});
        Add("IncastWorkload",
            {{"Hosts", "0"}, {"Target", "2"}, {"Bytes", "100000000"}, {"Start", "1ms"}});
        uint64_t tcpBytes = 0;
        uint64_t rdmaBytes = 0;
        Simulator::Schedule(MilliSeconds(5), [&]() {
            tcpBytes = ReceivedBytes();
            rdmaBytes = m_network.nics[2]->GetCounters().deliveredBytes;
        });
        Simulator::Stop(MilliSeconds(15));
        Simulator::Run();
        EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
        return {static_cast<double>(ReceivedBytes() - tcpBytes) * 8e-7,
                static_cast<double>(m_network.nics[2]->GetCounters().deliveredBytes - rdmaBytes) *
                    8e-7}; // 8 bit per byte over 10 ms are 800 bit/s per byte
    }

    /** Expects every packet to have been delivered or dropped where it is counted. */
    void ExpectConservation() const
    {
        uint64_t accepted = 0;
        uint64_t delivered = 0;
        for (const auto& nic : m_network.nics)
        {
            const auto& counters = nic->GetPort().GetObject<ForeignPort>()->GetCounters();
            accepted += counters.acceptedPackets;
            delivered += counters.deliveredPackets;
            EXPECT_EQ(nic->GetPort().GetObject<ForeignPort>()->GetQueuedBytes(), 0u);
        }
        const auto sums = Statistics();
        EXPECT_EQ(accepted, delivered + sums.drops + sums.losses);
        ExpectNoViolation();
    }

    std::vector<BackgroundFlow> m_flows;
    std::set<uint16_t> m_ports; //!< of these
};

} // namespace

TEST_F(BackgroundTest, LatencyOfADatagramIsThatOfItsPath)
{
    // 1000 B of payload, 1028 B of IP. By hand, at 100 Gb/s and 1 us per link:
    // Ethernet, stored and forwarded after 400 ns: 1066 B on the wire, 85.28 ns;
    //     2 * (85.28 + 1000) + 400 = 2570.56 ns
    // IPoIB, cut through after 130 ns: 1070 B on the wire, 85.6 ns;
    //     2 * 1000 + 130 + 85.6 = 2215.6 ns
    for (const auto& [profile, expectedPs] :
         {std::pair<std::string, int64_t>{"RoceFabric", 2'570'560},
          {"InfiniBandFabric", 2'215'600}})
    {
        BuildStar(2, "100Gbps", {}, profile);
        int64_t arrivedPs = 0;
        const auto receiver =
            Socket::CreateSocket(m_network.hosts.Get(1), UdpSocketFactory::GetTypeId());
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        receiver->SetRecvCallback(Callback<void, Ptr<Socket>>([&](Ptr<Socket> socket) {
            EXPECT_EQ(socket->Recv()->GetSize(), 1000u);
            arrivedPs = (Simulator::Now() - MicroSeconds(1)).GetPicoSeconds();
        }));
        const auto sender =
            Socket::CreateSocket(m_network.hosts.Get(0), UdpSocketFactory::GetTypeId());
        Simulator::Schedule(MicroSeconds(1), [&]() {
            const InetSocketAddress dest(Ipv4Address(HostIpv4(1)), 9);
            EXPECT_EQ(sender->SendTo(Create<Packet>(1000), 0, dest), 1000);
        });
        Simulator::Run();
        EXPECT_GE(arrivedPs, expectedPs) << profile;
        EXPECT_LT(arrivedPs, expectedPs + TickPs()) << profile;
        ExpectConservation();
        Simulator::Destroy();
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
    }
}

TEST_F(BackgroundTest, ConstantRateArrivesInFullAndAtThatRate)
{
    BuildStar(4, "100Gbps", {});
    // 1250 B at 10 Gb/s are a datagram every microsecond, the first after one.
    AddBackground("UdpBackground",
                  {{"Pairs", "0-1>2-3"}, {"PacketBytes", "1250"}, {"Bytes", "125000"}});
    Simulator::Schedule(NanoSeconds(50'900), [this]() {
        EXPECT_EQ(m_flows[0].receivedBytes(), 48u * 1250) << "sent until 48 us, 2.6 us on the way";
    });
    Simulator::Run();
    EXPECT_EQ(m_flows.at(0).receivedBytes(), 125'000u);
    EXPECT_EQ(m_flows.at(1).receivedBytes(), 125'000u);
    ExpectConservation();
}

TEST_F(BackgroundTest, DatagramsLongerThanTheMtuAreFragmentsThatArrive)
{
    BuildStar(2, "100Gbps", {});
    AddBackground("UdpBackground", {{"Pairs", "0>1"}, {"PacketBytes", "9000"}, {"Bytes", "90000"}});
    Simulator::Run();
    EXPECT_EQ(ReceivedBytes(), 90'000u);
    ExpectConservation();
}

TEST_F(BackgroundTest, BulkTransferFillsTheLink)
{
    BuildStar(2, "10Gbps", PLAIN_ROCE);
    AddBackground("TcpBackground", {{"Pairs", "0>1"}});
    uint64_t before = 0;
    Simulator::Schedule(MilliSeconds(5), [&]() { before = ReceivedBytes(); });
    Simulator::Stop(MilliSeconds(15));
    Simulator::Run();
    // 4056 B of payload in an IP packet of the MTU of 4096 B, 4134 B on the wire.
    const double expected = 10.0 * 4056 / 4134;
    EXPECT_NEAR(static_cast<double>(ReceivedBytes() - before) * 8e-7, expected, 0.005 * expected);
    EXPECT_EQ(Statistics().drops, 0u);
}

TEST_F(BackgroundTest, WeightsShareTheLink)
{
    // Frames of 4114 B (TCP, weight 1) and 4158 B (RDMA, weight 3), 20 B more on the wire each:
    // per byte of TCP's frames the wire carries 4134/4114 + 3 * 4178/4158 = 4.0193 B, of which
    // 4056/4114 B are TCP's payload and 3 * 4096/4158 B RDMA's.
    const Shares shares = Share("ns3::DwrrArbiter[Weights=1,1,1,3,1,1,0,0]");
    const double wire = 4134. / 4114 + 3 * 4178. / 4158;
    EXPECT_NEAR(shares.tcp, 10 * (4056. / 4114) / wire, 0.02);
    EXPECT_NEAR(shares.rdma, 10 * (3 * 4096. / 4158) / wire, 0.02);
}

TEST_F(BackgroundTest, WeightsShareTheLinkOfAHostToo)
{
    // As above, with host 0 sending both.
    const Shares shares = Share("ns3::DwrrArbiter[Weights=1,1,1,3,1,1,0,0]", 0);
    const double wire = 4134. / 4114 + 3 * 4178. / 4158;
    EXPECT_NEAR(shares.tcp, 10 * (4056. / 4114) / wire, 0.02);
    EXPECT_NEAR(shares.rdma, 10 * (3 * 4096. / 4158) / wire, 0.02);
}

TEST_F(BackgroundTest, StrictPriorityOfRdmaLeavesTcpNothing)
{
    const Shares shares = Share("ns3::StrictArbiter");
    EXPECT_NEAR(shares.rdma, 10 * 4096. / 4178, 0.01);
    EXPECT_LT(shares.tcp, 0.01);
}

TEST_F(BackgroundTest, StrictPriorityOfTcpLeavesRdmaNothing)
{
    Config::SetDefault("ns3::ForeignPort::Priority", UintegerValue(5));
    const Shares shares = Share("ns3::StrictArbiter");
    EXPECT_NEAR(shares.tcp, 10 * 4056. / 4134, 0.02);
    EXPECT_LT(shares.rdma, 0.05);
}

TEST_F(BackgroundTest, RdmaLosesNothingWhileTcpDropsAndRecovers)
{
    auto parts = PLAIN_ROCE;
    // Beside the headroom of five ports of some 17 kB, a pool of some 110 kB.
    parts.emplace_back("Buffer", "ns3::SharedBuffer[SizeBytes=200000]");
    parts.emplace_back("Arbiter", "ns3::DwrrArbiter");
    BuildStar(5, "10Gbps", parts);
    AddBackground("TcpBackground", {{"Pairs", "0-2>4"}, {"Bytes", "3000000"}});
    Add("IncastWorkload", {{"Hosts", "0-3"}, {"Target", "4"}, {"Bytes", "2000000"}});
    Simulator::Run();

    EXPECT_EQ(m_flows.size(), 3u);
    for (const auto& flow : m_flows)
    {
        EXPECT_EQ(flow.receivedBytes(), 3'000'000u) << flow.sourceHost;
    }
    EXPECT_TRUE(m_jobs[0]->IsFinished());
    EXPECT_FALSE(m_jobs[0]->HasFailed());
    const auto sums = Statistics();
    EXPECT_EQ(sums.deliveredBytes, 4u * 2'000'000);
    EXPECT_EQ(sums.retransmittedPackets, 0u);
    EXPECT_GT(sums.pauseFrames, 0u);
    EXPECT_GT(sums.drops, 0u);
    EXPECT_FALSE(LosslessAudit(m_network.GetParts()).GetLossyDrops().empty());
    ExpectConservation();
}

TEST_F(BackgroundTest, DctcpKeepsTheQueueAtTheMarkingThreshold)
{
    const auto run = [this](const std::string& variant) {
        // Marks above 100 kB whatever the rate, SIGCOMM'10, section 3.1.
        BuildStar(3,
                  "10Gbps",
                  "Marker=ns3::RedMarker[KminBytes=100000|KmaxBytes=100000|ReferenceRate=0bps] "
                  "Buffer=ns3::SharedBuffer[SizeBytes=33554432]");
        AddBackground("TcpBackground", {{"Pairs", "0-1>2"}, {"Variant", variant}});
        uint64_t largestBytes = 0;
        uint64_t before = 0;
        for (int i = 0; i < 1000; ++i)
        {
            Simulator::Schedule(MicroSeconds(10'000 + 10 * i), [&, i]() {
                const auto& port = m_network.fabricSwitches[0]->GetPorts()[2];
                largestBytes = std::max(largestBytes, port->GetQueueBytes(0));
                before = i == 0 ? ReceivedBytes() : before;
            });
        }
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        // The link is full all the same.
        const double expected = 10.0 * 4056 / 4134;
        EXPECT_NEAR(static_cast<double>(ReceivedBytes() - before) * 8e-7, expected, 0.01 * expected)
            << variant;
        EXPECT_EQ(Statistics().drops, 0u) << variant;
        const auto marks =
            m_network.nics[2]->GetPort().GetObject<ForeignPort>()->GetCounters().congestionMarks;
        EXPECT_EQ(marks > 0, variant == "ns3::TcpDctcp") << "only ECT may be marked";
        EXPECT_EQ(Statistics().ecnMarks > 0, variant == "ns3::TcpDctcp");
        Simulator::Destroy();
        return largestBytes;
    };
    // At most K + N segments (SIGCOMM'10, section 3.3), and what two acknowledged at once release:
    // 100 kB + 2 * 2 * 4114 B. Without ECN the windows of 1 MiB fill the queue.
    EXPECT_LE(run("ns3::TcpDctcp"), 120'000u);
    EXPECT_GE(run("ns3::TcpNewReno"), 1'000'000u);
}

TEST_F(BackgroundTest, ClassicEcnIsForVariantsThatAskForIt)
{
    BuildStar(3,
              "10Gbps",
              {{"Marker", "ns3::RedMarker[KminBytes=100000|KmaxBytes=100000|ReferenceRate=0bps]"},
               {"Buffer", "ns3::SharedBuffer[SizeBytes=33554432]"}});
    AddBackground("TcpBackground",
                  {{"Pairs", "0-1>2"}, {"Variant", "ns3::TcpNewReno"}, {"Ecn", "true"}});
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    EXPECT_GT(Statistics().ecnMarks, 0u);
}

TEST_F(BackgroundTest, FlowsKeepTheirPathAndSpreadOverAll)
{
    const auto uplinks = [this](uint32_t flows) {
        Build("RoceFabric",
              PLAIN_ROCE,
              Topology("LeafSpineTopology",
                       {{"Leaves", "2"}, {"Spines", "4"}, {"HostsPerLeaf", "1"}}));
        FabricInternetHelper().Install(m_network);
        m_flows.clear();
        for (uint32_t flow = 0; flow < flows; ++flow)
        {
            AddBackground("UdpBackground", {{"Pairs", "0>1"}, {"Bytes", "70000"}});
        }
        Simulator::Run();
        EXPECT_EQ(ReceivedBytes(), flows * 70'000u);
        uint32_t used = 0;
        for (const auto& spine : m_network.fabricSwitches)
        {
            const auto& ports = spine->GetPorts();
            used += ports.size() == 2 &&
                    ports[0]->GetCounters(0).packets + ports[1]->GetCounters(0).packets > 0;
        }
        Simulator::Destroy();
        return used;
    };
    EXPECT_EQ(uplinks(1), 1u) << "50 datagrams of one flow";
    EXPECT_EQ(uplinks(32), 4u) << "all idle but with probability 4 * (3/4)^32 = 0.04 %";
}

TEST_F(BackgroundTest, TheSameUnderEveryScheduler)
{
    const auto run = [this](const std::string& engine, const std::string& scheduler) {
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::" + engine));
        GlobalValue::Bind("SchedulerType", StringValue("ns3::" + scheduler));
        BuildStar(5, "10Gbps", {{"Buffer", "ns3::SharedBuffer[SizeBytes=200000]"}});
        AddBackground("TcpBackground", {{"Pairs", "0-2>4"}, {"Variant", "ns3::TcpDctcp"}});
        AddBackground("UdpBackground", {{"Pairs", "3>4"}, {"Rate", "3Gbps"}});
        Add("IncastWorkload", {{"Hosts", "0-3"}, {"Target", "4"}, {"Bytes", "500000"}});
        Simulator::Stop(MilliSeconds(3));
        Simulator::Run();
        const auto sums = Statistics();
        EXPECT_GT(sums.drops, 0u);
        std::vector<int64_t> numbers{static_cast<int64_t>(sums.packetHops),
                                     static_cast<int64_t>(sums.drops),
                                     m_jobs[0]->GetFinishPs()};
        for (const auto& flow : m_flows)
        {
            numbers.push_back(static_cast<int64_t>(flow.receivedBytes()));
        }
        return numbers;
    };
    for (const std::string engine : {"DefaultSimulatorImpl", "FabricSimulatorImpl"})
    {
        const auto reference = run(engine, "MapScheduler");
        EXPECT_EQ(run(engine, "MapScheduler"), reference);
        EXPECT_EQ(run(engine, "FabricScheduler"), reference);
        EXPECT_EQ(run(engine, "HeapScheduler"), reference);
    }
}

TEST_F(BackgroundTest, TcpOverCreditsLosesNothing)
{
    BuildStar(3, "100Gbps", {}, "InfiniBandFabric");
    AddBackground("TcpBackground", {{"Pairs", "0-1>2"}, {"Bytes", "5000000"}});
    Add("IncastWorkload", {{"Hosts", "0-1"}, {"Target", "2"}, {"Bytes", "1000000"}});
    Simulator::Run();
    EXPECT_EQ(ReceivedBytes(), 10'000'000u);
    ExpectLosslessEnd();
    ExpectConservation();
}

TEST_F(BackgroundTest, PairsAreParsedAndChecked)
{
    using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;
    const auto pairs = [](const std::string& text) {
        return Make<BackgroundTraffic>("UdpBackground", {{"Pairs", text}})->GetPairs(8);
    };
    EXPECT_EQ(pairs("0>4"), (Pairs{{0, 4}}));
    EXPECT_EQ(pairs("0-2>5-7, 4 > 3"), (Pairs{{0, 5}, {1, 6}, {2, 7}, {4, 3}}));
    EXPECT_EQ(pairs("0-2>7"), (Pairs{{0, 7}, {1, 7}, {2, 7}}));
    EXPECT_EQ(pairs(""), (Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}, {4, 0}, {5, 1}, {6, 2}, {7, 3}}));
    for (const std::string wrong : {"0",
                                    "0>",
                                    ">1",
                                    "0-2>3-4",
                                    "2-1>4",
                                    "0>8",
                                    "3>3",
                                    "0-3>3",
                                    "a>b",
                                    "0>1>2",
                                    "0>-1",
                                    "0>4294967296"})
    {
        EXPECT_THROW(pairs(wrong), InputError) << wrong;
    }
}

TEST_F(BackgroundTest, AttributesThatContradictAreErrors)
{
    const auto check = [](const std::string& type, const Attributes& attributes) {
        Make<BackgroundTraffic>(type, attributes)->GetPairs(4);
    };
    EXPECT_NO_THROW(check("TcpBackground", {{"Start", "1us"}, {"Stop", "2us"}}));
    EXPECT_THROW(check("TcpBackground", {{"Start", "2us"}, {"Stop", "2us"}}), InputError);
    EXPECT_THROW(check("TcpBackground", {{"Variant", "ns3::StarTopology"}}), InputError);
    EXPECT_THROW(check("UdpBackground", {{"Rate", "0bps"}}), InputError);
}
