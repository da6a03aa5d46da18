// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Messages as bytes that flow at max-min fair rates.

#include "has-text.h"
#include "ideal-network-test.h"

#include "ns3/fabric-framing.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** A network of 10 B of headers and 30 B of silence that knows nothing of RDMA. */
class PlainTestFraming final : public FabricFraming
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::PlainTestFraming")
                                .SetParent<FabricFraming>()
                                .SetGroupName("AiFabric")
                                .AddConstructor<PlainTestFraming>();
        return tid;
    }

    PlainTestFraming()
    {
        SetLengths(10, 30);
    }
};

NS_OBJECT_ENSURE_REGISTERED(PlainTestFraming);

using IdealTransportTest = IdealNetworkTest;

} // namespace

TEST_F(IdealTransportTest, AMessageAloneTakesItsLatencyAndItsBytes)
{
    BuildIdeal(Star(3, "100Gbps", "1us"));
    // 488 full packets and 1152 B; the switch stores the first packet.
    const int64_t expected =
        2 * US + SWITCH_PS + At(FULL, 100) + At(488 * FULL + 1152 + AROUND, 100);
    EXPECT_EQ(expected, 165'942'080);
    EXPECT_EQ(Run({{0, 1, 2'000'000}})[0], expected);
    EXPECT_EQ(m_backPs, 2 * US + SWITCH_PS);
    EXPECT_EQ(m_network.IdealMessagePs(0, 1, 2'000'000), expected + m_backPs);
    EXPECT_EQ(Statistics().packetHops, 0u);
}

TEST_F(IdealTransportTest, ShortAndLongCablesAndMixedRates)
{
    for (const int64_t delayPs : {10'000, 2'000'000})
    {
        for (const bool cutThrough : {false, true})
        {
            FabricTopology topology;
            topology.AddHost("fast");
            topology.AddHost("slow");
            topology.AddSwitch("switch");
            topology.AddLink({0, 2, 400'000'000'000, delayPs});
            topology.AddLink({1, 2, 100'000'000'000, delayPs});
            BuildIdeal(topology,
                       {{"Switch",
                         std::string("ns3::FabricSwitch[CutThrough=") +
                             (cutThrough ? "true]" : "false]")}});
            const int64_t alone = 2 * delayPs + SWITCH_PS + At(Wire(1'000'000), 100);
            // The slow link has all bytes. The fast one has a packet more, the first or the last;
            // onto a slower link the first bit goes on at once.
            const auto took = Run({{0, 1, 1'000'000}, {1, 0, 1'000'000}});
            EXPECT_EQ(took[0], alone + (cutThrough ? 0 : At(FULL, 400)));
            EXPECT_EQ(took[1], alone + At(FULL, 400));
            EXPECT_EQ(m_backPs, 2 * delayPs + SWITCH_PS);
            EXPECT_EQ(m_network.IdealMessagePs(0, 1, 1'000'000), took[0] + m_backPs);
            EXPECT_EQ(m_network.IdealMessagePs(1, 0, 1'000'000), took[1] + m_backPs);
            Simulator::Destroy();
        }
    }
}

TEST_F(IdealTransportTest, IncastSharesTheLinkOfTheReceiver)
{
    for (const uint32_t senders : {3U, 16U})
    {
        BuildIdeal(Star(senders + 1, "100Gbps", "1us"));
        std::vector<Transfer> transfers;
        for (uint32_t sender = 1; sender <= senders; ++sender)
        {
            transfers.push_back({sender, 0, 1'000'000});
        }
        for (const int64_t tookPs : Run(transfers))
        {
            // A third of the rate is rounded to whole bit/s.
            EXPECT_NEAR(static_cast<double>(tookPs),
                        static_cast<double>(2 * US + SWITCH_PS + At(FULL, 100) +
                                            senders * At(Wire(1'000'000), 100)),
                        2);
        }
        Simulator::Destroy();
    }
}

/** Three switches in a row, with rates of the links between them, and a host at each end. */
TEST_F(IdealTransportTest, ParkingLot)
{
    for (const int64_t second : {100, 40})
    {
        FabricTopology topology;
        for (const auto* name : {"a", "b", "c", "d", "e", "f"})
        {
            topology.AddHost(name);
        }
        const uint32_t left = topology.AddSwitch("left");
        const uint32_t middle = topology.AddSwitch("middle");
        const uint32_t right = topology.AddSwitch("right");
        constexpr uint64_t GBPS = 1'000'000'000;
        const uint32_t switchOf[] = {left, left, middle, middle, right, right};
        for (uint32_t host = 0; host < 6; ++host)
        {
            topology.AddLink({host, switchOf[host], 400 * GBPS, US});
        }
        topology.AddLink({left, middle, 100 * GBPS, US});
        topology.AddLink({middle, right, static_cast<uint64_t>(second) * GBPS, US});
        BuildIdeal(topology, {{"Switch", "ns3::FabricSwitch[CutThrough=true]"}});
        constexpr uint64_t BYTES = 1'000'000;
        // One over both links, one over the first alone, one over the second alone. Where links
        // get faster, packets are stored: the last one takes the link of its receiver alone.
        const auto took = Run({{0, 4, BYTES}, {1, 2, BYTES}, {3, 5, BYTES}});
        const int64_t slow = second / 2;
        EXPECT_EQ(took[0], 4 * US + 3 * SWITCH_PS + At(FULL, 400) + At(Wire(BYTES), slow));
        EXPECT_EQ(took[1], 3 * US + 2 * SWITCH_PS + At(FULL, 400) + At(Wire(BYTES), 100 - slow));
        EXPECT_EQ(took[2], 3 * US + 2 * SWITCH_PS + At(FULL, 400) + At(Wire(BYTES), slow));
        Simulator::Destroy();
    }
}

TEST_F(IdealTransportTest, WhoEndsFreesItsShareAtOnce)
{
    BuildIdeal(Star(3, "100Gbps", "10ns"));
    const int64_t latency = 20'000 + SWITCH_PS + At(FULL, 100);
    const int64_t small = At(Wire(100'000), 100);
    const int64_t large = At(Wire(900'000), 100);
    // Both have half until the small one is sent.
    const auto took = Run({{1, 0, 100'000}, {2, 0, 900'000}});
    EXPECT_EQ(took[0], latency + 2 * small);
    EXPECT_EQ(took[1], latency + small + large);
    // One that comes 10 us later takes half of what is left.
    const auto later = Run({{1, 0, 900'000}, {2, 0, 100'000, 10 * US}});
    EXPECT_EQ(later[0], latency + small + large);
    EXPECT_EQ(later[1], latency + 2 * small);
}

TEST_F(IdealTransportTest, MessagesOfAChannelGoOneAfterAnother)
{
    BuildIdeal(Star(2, "100Gbps", "1us"));
    CommunicationGraph graph(2);
    for (int i = 0; i < 3; ++i)
    {
        graph.AddTransfer(0, 1, 4096);
    }
    const auto executor = AddGraph(std::move(graph));
    Simulator::Run();
    ASSERT_EQ(executor->GetRecords().size(), 3u);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(executor->GetRecords()[i].arrivedPs,
                  2 * US + SWITCH_PS + At(FULL, 100) + (i + 1) * At(FULL, 100));
    }
}

TEST_F(IdealTransportTest, AMessageOfNoBytesIsItsHeaders)
{
    BuildIdeal(Star(2, "100Gbps", "1us"));
    const auto packets = m_network.transports[0]->GetPackets(0, 1);
    ASSERT_EQ(packets.size(), 2u);
    EXPECT_EQ(packets[0].packets, 0u);
    EXPECT_EQ(packets[1].packets, 1u);
    EXPECT_EQ(packets[1].bytes, 64u + 20u); // the least frame of Ethernet

    class Client : public MessageClient
    {
      public:
        void OnEnd(uint32_t, const MessageEnd& end) override
        {
            endPs = end.finishedPs;
        }

        void OnArrival(uint32_t, int64_t) override
        {
        }

        uint64_t GetMessageBytes(const MessageChannel&, uint32_t) const override
        {
            return 1;
        }

        int64_t endPs{-1};
    } client;

    const auto channel = m_network.transports[0]->Open(*m_network.transports[1], 3, {});
    channel->SetClient(&client);
    channel->Post(0, 1);
    Simulator::Run();
    EXPECT_EQ(client.endPs, 2 * (2 * US + SWITCH_PS) + 2 * At(84, 100));
}

TEST_F(IdealTransportTest, OnlyQueuePairsNeedAFramingOfRdma)
{
    const auto topology = Star(2, "100Gbps", "1us");
    BuildIdeal(topology, {{"Framing", "ns3::PlainTestFraming"}});
    constexpr int64_t PLAIN = 4096 + 16 + 10 + 30;
    EXPECT_EQ(Run({{0, 1, 40'960}})[0], 2 * US + SWITCH_PS + At(PLAIN, 100) + At(10 * PLAIN, 100));
    Simulator::Destroy();
    try
    {
        Build("RoceFabric", {{"Framing", "ns3::PlainTestFraming"}}, topology);
        FAIL() << "queue pairs have headers of RDMA";
    }
    catch (const InputError& error)
    {
        EXPECT_TRUE(Begins(std::string(error.what()), "ns3::RdmaFraming of the fabric: is "))
            << error.what();
    }
}

TEST_F(IdealTransportTest, SprayingHasAllPathsAndEcmpOne)
{
    const auto topology = Topology("LeafSpineTopology",
                                   "Leaves=2 Spines=4 HostsPerLeaf=2 HostRate=100Gbps "
                                   "UplinkRate=25Gbps HostDelay=1us UplinkDelay=1us");
    for (const bool spray : {false, true})
    {
        BuildIdeal(topology,
                   {{"PathSelector", spray ? "ns3::SprayPathSelector" : "ns3::EcmpPathSelector"}});
        // One link has all bytes: an uplink of 25 Gb/s, or that of the host for all four.
        const int64_t others =
            spray ? At(FULL, 100) + 2 * At(FULL, 25) : 2 * At(FULL, 100) + At(FULL, 25);
        const int64_t latency = 4 * US + 3 * SWITCH_PS + others;
        const int64_t expected = latency + At(Wire(1'000'000), spray ? 100 : 25);
        EXPECT_EQ(Run({{0, 2, 1'000'000}})[0], expected);
        EXPECT_EQ(m_backPs, 4 * US + 3 * SWITCH_PS);
        EXPECT_EQ(m_network.IdealMessagePs(0, 2, 1'000'000), expected + m_backPs);
        Simulator::Destroy();
    }
}

/** The flows on the fullest uplink are those that queue pairs of the same job have there. */
TEST_F(IdealTransportTest, ChannelsTakeThePathsOfQueuePairs)
{
    constexpr uint32_t HOSTS = 8; // of each of two leaves
    constexpr uint64_t BYTES = 1'000'000;
    const auto topology =
        Topology("LeafSpineTopology",
                 "Leaves=2 Spines=8 HostsPerLeaf=" + std::to_string(HOSTS) +
                     " HostRate=100Gbps UplinkRate=100Gbps HostDelay=1us UplinkDelay=1us");
    std::vector<Transfer> transfers;
    CommunicationGraph graph(2 * HOSTS);
    for (uint32_t host = 0; host < HOSTS; ++host)
    {
        transfers.push_back({host, HOSTS + host, BYTES});
        graph.AddTransfer(host, HOSTS + host, BYTES, host);
    }
    Build("RoceFabric", {{"CongestionControl", "ns3::NoCongestionControl"}}, topology);
    AddGraph(graph);
    Simulator::Run();
    uint64_t most = 0;
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        const bool uplink =
            !topology.IsHost(topology.links[link].a) && !topology.IsHost(topology.links[link].b);
        for (const uint32_t side : {0U, 1U})
        {
            most = uplink ? std::max(most, m_network.channels[link]->GetCounters(side).sentBytes)
                          : most;
        }
    }
    const auto flows = static_cast<int64_t>((most + BYTES / 2) / BYTES);
    EXPECT_GT(flows, 1);
    Simulator::Destroy();

    BuildIdeal(topology);
    const auto took = Run(transfers);
    const int64_t latency = 4 * US + 3 * SWITCH_PS + 3 * At(FULL, 100);
    EXPECT_NEAR(static_cast<double>(*std::max_element(took.begin(), took.end())),
                static_cast<double>(latency + flows * At(Wire(BYTES), 100)),
                2);
}

TEST_F(IdealTransportTest, CollectivesMeetTheirFormulas)
{
    constexpr uint64_t PART = 1 << 20;
    for (const uint32_t ranks : {3U, 17U})
    {
        // Ring: 2 (n - 1) steps of one message on links of its own.
        BuildIdeal(Star(ranks, "100Gbps", "1us"));
        const int64_t back = 2 * US + SWITCH_PS;
        const int64_t latency = back + At(FULL, 100);
        // A step begins at the first tick of ns-3 after the one before.
        const int64_t steps = 2 * (ranks - 1);
        const int64_t late = RunCollective("RingAllReduce", ranks, PART * ranks) -
                             (steps * (latency + At(Wire(PART), 100)) + back);
        EXPECT_GE(late, 0) << ranks;
        EXPECT_LT(late, steps * TickPs()) << ranks;
        Simulator::Destroy();

        // All to all at once: n - 1 messages share each link.
        BuildIdeal(Star(ranks, "100Gbps", "1us"));
        EXPECT_EQ(RunCollective("DirectAllToAll", ranks, PART * ranks),
                  latency + (ranks - 1) * At(Wire(PART), 100) + back)
            << ranks;
        Simulator::Destroy();
    }
}
