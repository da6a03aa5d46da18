// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"

#include "ns3/fabric-failure.h"
#include "ns3/input-error.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

// Laws of path choice on a whole network: what each fills, and what slow links cost it.
class PathChoiceTest : public NetworkTest
{
  protected:
    /** As published with REPS: windows of 151 packets, marks from 20 packets in a queue on. */
    static Attributes Fabric(const std::string& selector,
                             const std::string& entropy = "ns3::FixedEntropyPolicy")
    {
        return "PathSelector=" + selector + " EntropyPolicy=" + entropy +
               " CongestionControl=ns3::NoCongestionControl "
               "Marker=ns3::RedMarker[KminBytes=82000|KmaxBytes=328000|Pmax=1|ReferenceRate=0bps] "
               "Switch=ns3::FabricSwitch[Latency=500ns] "
               "Nic=ns3::RdmaNic[AckInterval=1|WindowBytes=618496] "
               "LossRecovery=ns3::SelectiveRepeat[WindowBdps=0|ReorderPackets=1000]";
    }

    /**
     * Runs messages from each host of one leaf to its counterpart of the other one.
     *
     * @param parts of the fabric
     * @param hosts of each leaf, and spines
     * @param bytes of each message
     * @param slowbps rate of the link of leaf 0 and spine 0, all others have 400 Gb/s; 0: it too
     * @param flows how many of the hosts send
     * @return when the last message has ended, in us
     */
    double GetEndUs(const Attributes& parts,
                    uint32_t hosts,
                    uint64_t bytes,
                    uint64_t slowbps,
                    uint32_t flows)
    {
        const auto count = std::to_string(hosts);
        auto topology = Topology("LeafSpineTopology",
                                 "Leaves=2 Spines=" + count + " HostsPerLeaf=" + count +
                                     " HostRate=400Gbps HostDelay=500ns UplinkDelay=500ns");
        for (auto& link : topology.links)
        {
            const auto& names = topology.nodes[link.a].name + topology.nodes[link.b].name;
            if (slowbps > 0 && (names == "leaf0spine0" || names == "spine0leaf0"))
            {
                link.ratebps = slowbps;
            }
        }
        Build("RoceFabric", parts, topology);
        for (uint32_t host = 0; host < flows; ++host)
        {
            Add("IncastWorkload",
                {{"Hosts", std::to_string(host) + "," + std::to_string(host + hosts)},
                 {"Bytes", std::to_string(bytes)}});
        }
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        int64_t lastPs = 0;
        for (const auto& job : m_jobs)
        {
            EXPECT_TRUE(job->IsFinished());
            lastPs = std::max(lastPs, job->GetFinishPs());
        }
        m_uplinks.clear();
        for (std::size_t port = hosts; port < 2 * hosts; ++port)
        {
            const auto& device = m_network.fabricSwitches[0]->GetPorts()[port];
            m_uplinks.push_back(device->GetCounters(lastPs).dataPackets);
        }
        Simulator::Destroy();
        return static_cast<double>(lastPs) / 1e6;
    }

    std::vector<uint64_t> m_uplinks; //!< data packets that leaf 0 sent by each of them
};

} // namespace

TEST_F(PathChoiceTest, EcmpIsAtItsBallsInBinsExpectation)
{
    // n flows over n uplinks use n (1 - (1 - 1/n)^n) of them, for n = 8 5.25 +- 0.89 in one draw;
    // the fullest one carries all of its flows one after the other.
    constexpr uint32_t N = 8;
    constexpr uint32_t DRAWS = 24;
    constexpr uint64_t BYTES = 8'000'000;
    const auto parts = [](uint32_t seed) {
        return Fabric("ns3::EcmpPathSelector[Seed=" + std::to_string(seed) + "]");
    };
    const double aloneUs = GetEndUs(parts(0), N, BYTES, 0, 1);
    const auto packets = *std::max_element(m_uplinks.begin(), m_uplinks.end());
    double used = 0;
    for (uint32_t seed = 1; seed <= DRAWS; ++seed)
    {
        const double endUs = GetEndUs(parts(seed), N, BYTES, 0, N);
        used += static_cast<double>(N - std::count(m_uplinks.begin(), m_uplinks.end(), 0));
        const double fullest =
            static_cast<double>(*std::max_element(m_uplinks.begin(), m_uplinks.end()) / packets);
        EXPECT_NEAR(endUs / (fullest * aloneUs), 1, 0.04) << seed;
    }
    const double expected = N * (1 - std::pow(1 - 1.0 / N, N));
    EXPECT_NEAR(used / DRAWS, expected, 4 * 0.894 / std::sqrt(DRAWS));
}

TEST_F(PathChoiceTest, WhatChoosesForEachPacketFillsANonBlockingClos)
{
    constexpr uint64_t BYTES = 64'000'000;
    const double aloneUs = GetEndUs(Fabric("ns3::EcmpPathSelector"), 4, BYTES, 0, 1);
    for (const auto& [selector, entropy] :
         {std::pair{"ns3::SprayPathSelector", "ns3::FixedEntropyPolicy"},
          std::pair{"ns3::RoundRobinPathSelector", "ns3::FixedEntropyPolicy"},
          std::pair{"ns3::GradedPathSelector", "ns3::FixedEntropyPolicy"},
          std::pair{"ns3::EcmpPathSelector", "ns3::RepsEntropyPolicy"}})
    {
        EXPECT_LT(GetEndUs(Fabric(selector, entropy), 4, BYTES, 0, 4) / aloneUs, 1.03)
            << selector << " " << entropy;
    }
}

TEST_F(PathChoiceTest, RepsWorksAroundASlowUplinkAndObliviousSprayingDoesNot)
{
    // REPS (EuroSys'26), figure 4: 400 Gb/s, one of four uplinks at 200 Gb/s, 32 MiB: 1,400 us of
    // oblivious spraying and 799 us of REPS. By hand: the slow uplink carries a quarter of 128 MiB
    // at half the rate, 1,342 us; all links together 767 us, both without headers.
    constexpr uint64_t BYTES = 32 << 20;
    constexpr uint64_t HALF = 200'000'000'000;
    const double sprayedUs =
        GetEndUs(Fabric("ns3::EcmpPathSelector", "ns3::ObliviousEntropyPolicy"), 4, BYTES, HALF, 4);
    EXPECT_NEAR(sprayedUs / 1'400, 1, 0.15);
    const double repsUs =
        GetEndUs(Fabric("ns3::EcmpPathSelector", "ns3::RepsEntropyPolicy"), 4, BYTES, HALF, 4);
    EXPECT_NEAR(repsUs / 799, 1, 0.15);
    const double all = std::accumulate(m_uplinks.begin(), m_uplinks.end(), 0.0);
    EXPECT_NEAR(static_cast<double>(m_uplinks.front()) / all, 1.0 / 7, 0.03);
}

TEST_F(PathChoiceTest, EntropyPoliciesOutliveADeadLinkThatNobodyNotices)
{
    // A quarter of the ports leads to the dead link, there and back. An ACK that had the port of
    // its connection would never come back to a quarter of the 16 connections, whatever their
    // packets do. By hand: 2 MB need 40 us, three links carry what four did, a timeout is 100 us.
    for (const std::string entropy : {"ns3::RepsEntropyPolicy", "ns3::ObliviousEntropyPolicy"})
    {
        SCOPED_TRACE(entropy);
        auto parts = Fabric("ns3::EcmpPathSelector", entropy);
        parts.emplace_back("Nic",
                           "ns3::RdmaNic[AckInterval=1|WindowBytes=618496|AckTimeout=100us]");
        parts.emplace_back("RouteManager", "ns3::EthernetRouteManager[DetectionTime=10s]");
        Build("RoceFabric",
              parts,
              Topology("LeafSpineTopology",
                       "Leaves=2 Spines=4 HostsPerLeaf=8 HostRate=400Gbps HostDelay=10ns "
                       "UplinkDelay=2us"));
        const auto failure =
            Make<FabricFailure>("LinkFailure",
                                {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "20us"}});
        failure->Check(m_network.topology, *CreateObject<RoceFabric>());
        failure->Install(m_network);
        Add("ShiftWorkload", {{"Shift", "8"}, {"Bytes", "2000000"}});
        Simulator::Stop(MilliSeconds(9));
        Simulator::Run();
        EXPECT_TRUE(m_jobs.front()->IsFinished());
        EXPECT_GT(Statistics().retransmittedPackets, 0u);
        Simulator::Destroy();
    }
}

TEST_F(PathChoiceTest, MarksAreToldThoughTheCongestionControlWorksByCnps)
{
    for (const bool recycles : {false, true})
    {
        auto parts = Fabric("ns3::EcmpPathSelector",
                            recycles ? "ns3::RepsEntropyPolicy" : "ns3::ObliviousEntropyPolicy");
        parts.emplace_back("CongestionControl", "ns3::Dcqcn");
        Build("RoceFabric",
              parts,
              Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "400Gbps"}, {"Delay", "500ns"}}));
        Add("IncastWorkload", {{"Bytes", "2000000"}});
        uint32_t told = 0;
        for (const auto& nic : m_network.nics)
        {
            nic->GetPort().TraceConnectWithoutContext(
                "Receive",
                Callback<void, const FabricPacket&, int64_t>(
                    [&told](const FabricPacket& packet, int64_t) {
                        const auto& header = packet.As<RdmaHeader>();
                        told += packet.kind == PacketKind::TRANSPORT &&
                                header.opcode == RdmaOpcode::ACKNOWLEDGE && header.becn;
                    }));
        }
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        EXPECT_TRUE(m_jobs.front()->IsFinished());
        EXPECT_EQ(told > 0, recycles);
        Simulator::Destroy();
    }
}

TEST_F(PathChoiceTest, WhatCannotWorkThereIsRefused)
{
    const auto refusal = [this](const Attributes& parts) {
        try
        {
            Build("RoceFabric", parts, Topology("StarTopology", {{"Hosts", "3"}}));
        }
        catch (const InputError& error)
        {
            return std::string(error.what());
        }
        return std::string();
    };
    const Attributes reps = Fabric("ns3::EcmpPathSelector", "ns3::RepsEntropyPolicy");
    EXPECT_EQ(refusal(reps), "");
    auto unmarked = reps;
    unmarked.emplace_back("Marker", "ns3::NoMarker");
    EXPECT_TRUE(Has(refusal(unmarked), "needs packets to be marked"));
    const Attributes ideal{{"Transport", "ns3::IdealTransport"},
                           {"EntropyPolicy", "ns3::ObliviousEntropyPolicy"}};
    EXPECT_TRUE(Has(refusal(ideal), "EntropyPolicy"));
    for (const std::string entropy : {"Fixed", "Plb", "Reps", "Oblivious"})
    {
        const auto text =
            refusal(Fabric("ns3::ConweavePathSelector", "ns3::" + entropy + "EntropyPolicy"));
        const bool fits = entropy == "Fixed" || entropy == "Plb";
        EXPECT_EQ(text.find("takes each port for a flow") == std::string::npos, fits) << text;
        EXPECT_EQ(text.empty(), fits) << text;
    }
    EXPECT_EQ(refusal("Transport=ns3::IdealTransport PathSelector=ns3::ConweavePathSelector"),
              "RoceFabric PathSelector: is ns3::ConweavePathSelector; expected a path selector "
              "that holds no packets back, since the transport ns3::IdealTransport has no packets");
    // Forwarding tables with one LID of a host, and with two.
    for (const std::string routing : {"ns3::MinHopRouting", "ns3::MinHopRouting[Lmc=1]"})
    {
        const auto with = [&](const std::string& part, const std::string& value) {
            return refusal({{"Routing", routing}, {part, value}});
        };
        EXPECT_TRUE(
            Has(with("EntropyPolicy", "ns3::ObliviousEntropyPolicy"), "stays on the LID that"));
        for (const std::string selector : {"Spray", "QueuePairEcmp", "Conga"})
        {
            const auto text = with("PathSelector", "ns3::" + selector + "PathSelector");
            EXPECT_TRUE(Begins(text,
                               "pathSelector ns3::" + selector +
                                   "PathSelector: the forwarding tables of routing "
                                   "ns3::MinHopRouting name one port"));
        }
        EXPECT_EQ(with("PathSelector", "ns3::EcmpPathSelector"), "");
        EXPECT_EQ(with("PathSelector", "ns3::LidPathSelector"), "");
        EXPECT_EQ(with("PathSelector", "ns3::ValiantPathSelector").empty(),
                  routing == "ns3::MinHopRouting");
    }
}
