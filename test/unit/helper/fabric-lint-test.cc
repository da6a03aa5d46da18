// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/fabric-lint.h"
#include "ns3/lint-view.h"
#include "ns3/reordering.h"

#include <cmath>
#include <map>
#include <set>

using namespace ns3;

namespace
{

/** Rules with findings, and the texts of the findings. */
using Findings = std::map<std::string, std::string>;

class FabricLintTest : public FabricTest
{
  protected:
    /** Four hosts at 100 Gb/s on one switch, 1 us per link. */
    static FabricTopology Star(const std::string& hosts = "4", const std::string& rate = "100Gbps")
    {
        return Make<TopologyGenerator>("StarTopology",
                                       {{"Hosts", hosts}, {"Rate", rate}, {"Delay", "1us"}})
            ->Generate();
    }

    /** Two leaves of two hosts at 100 Gb/s and one spine: uplinks of 200 Gb/s. */
    static FabricTopology TwoRates(const std::string& hostRate = "100Gbps")
    {
        return Make<TopologyGenerator>("LeafSpineTopology",
                                       {{"Leaves", "2"},
                                        {"Spines", "1"},
                                        {"HostsPerLeaf", "2"},
                                        {"HostRate", hostRate},
                                        {"UplinkRate", "200Gbps"}})
            ->Generate();
    }

    void Build(const Attributes& parts,
               const FabricTopology& topology,
               const std::string& profile = "RoceFabric")
    {
        m_profile = Make<FabricProfile>(profile, parts);
        m_network = FabricHelper(m_profile).Install(topology);
    }

    static Findings Run(FabricLint& lint, const std::vector<std::string>& ignored = {})
    {
        lint.SetDebugBuild(false);
        Findings findings;
        for (const auto& finding : lint.Check(ignored))
        {
            EXPECT_TRUE(findings.emplace(finding.rule, finding.text).second) << "twice";
        }
        return findings;
    }

    Findings Find(const Attributes& parts,
                  const FabricTopology& topology = Star(),
                  const std::string& profile = "RoceFabric")
    {
        Build(parts, topology, profile);
        FabricLint lint(m_profile, m_network);
        return Run(lint);
    }

    /** @return finding of a rule; empty: none */
    std::string Find(const std::string& rule,
                     const Attributes& parts,
                     const FabricTopology& topology = Star())
    {
        const auto findings = Find(parts, topology);
        const auto found = findings.find(rule);
        return found == findings.end() ? "" : found->second;
    }

    static void ExpectSays(const std::string& text, const std::vector<std::string>& parts)
    {
        for (const auto& part : parts)
        {
            EXPECT_NE(text.find(part), std::string::npos) << "no \"" << part << "\" in: " << text;
        }
    }

    Ptr<FabricProfile> m_profile;
    FabricNetwork m_network;
};

} // namespace

TEST_F(FabricLintTest, DefaultsAreFreeOfFindings)
{
    // Eight ports of 25 Gb/s have a share of a chip's memory that is too small for Kmin.
    for (const std::string rate : {"100Gbps", "400Gbps", "800Gbps", "1600Gbps"})
    {
        for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
        {
            for (const auto& [rule, text] : Find({}, Star("8", rate), profile))
            {
                ADD_FAILURE() << profile << " at " << rate << ": " << rule << ": " << text;
            }
            for (const auto& [rule, text] : Find({}, TwoRates(), profile))
            {
                ADD_FAILURE() << profile << ": " << rule << ": " << text;
            }
        }
    }
}

TEST_F(FabricLintTest, EveryRuleHasANameOfItsOwn)
{
    const auto names = FabricLint::GetRuleNames();
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST_F(FabricLintTest, IgnoredRulesAreSilent)
{
    Build({{"Nic", "ns3::RdmaNic[CnpPriority=3|AckPriority=0]"}}, Star());
    FabricLint lint(m_profile, m_network);
    EXPECT_EQ(Run(lint).size(), 2u);
    const auto rest = Run(lint, {"ack-lossy"});
    EXPECT_EQ(rest.size(), 1u);
    EXPECT_EQ(rest.count("cnp-not-first"), 1u);
}

/**
 * DCQCN, SIGCOMM'15, section 4: 32 ports of 40 Gb/s, 12 MB, 8 lossless priorities of 22.4 kB
 * headroom. The pool is 12,000,000 - 32 * 8 * 22,400 = 6,265,600 B; beta = 8 is alpha 1. Data in
 * all priorities: Kmin must stay below 6,265,600 / (32 * (1 + 8)) = 21,756 B, the paper's 21.75 kB.
 * With all 32 ports congested a pause comes at 6,265,600 - 256 Kmin, which is less than Kmin from
 * Kmin = 6,265,600 / 257 = 24,380 B on.
 */
TEST_F(FabricLintTest, EcnAbovePfcHasTheThresholdsOfThePaper)
{
    const auto find = [this](const std::string& kmin) {
        Build({{"FlowControl", "ns3::PriorityFlowControl[Priorities=255|HeadroomBytes=22400]"},
               {"Buffer", "ns3::SharedBuffer[SizeBytes=12000000|Alpha=1]"},
               {"Nic", "ns3::RdmaNic[MtuBytes=1000]"},
               {"Marker",
                "ns3::RedMarker[KminBytes=" + kmin + "|KmaxBytes=800000|ReferenceRate=40Gbps]"}},
              Star("32", "40Gbps"));
        FabricLint lint(m_profile, m_network);
        FabricJob job;
        job.graph = CommunicationGraph(2);
        job.hostOfRank = {0, 1};
        for (int16_t priority = 0; priority < 8; ++priority)
        {
            const auto send = job.graph.AddTransfer(0, 1, 1000).first;
            job.graph.Edit(send, [&](auto& node) { node.serviceLevel = priority; });
        }
        lint.AddJob(job);
        return Run(lint)["ecn-above-pfc"];
    };
    EXPECT_EQ(find("21700"), "");
    EXPECT_EQ(find("24300"), "");
    // 6,265,600 - 256 * 24,400 = 19,200
    ExpectSays(find("24400"), {"24.4 kB", "32 congested ports", "19.2 kB", "below 21.8 kB"});
    // One port is enough if its Kmin exceeds half of the pool: 6,265,600 - 8 K < K from 696,178 on.
    ExpectSays(find("700000"), {"with 1 congested ports", "pauses an ingress priority at 666 kB"});
}

TEST_F(FabricLintTest, EcnAbovePfcOnlyWhereMarksMatter)
{
    const std::string marker = "ns3::RedMarker[KminBytes=30000000|KmaxBytes=30000000]";
    EXPECT_NE(Find("ecn-above-pfc", {{"Marker", marker}}), "");
    EXPECT_EQ(Find("ecn-above-pfc",
                   {{"Marker", marker}, {"CongestionControl", "ns3::NoCongestionControl"}}),
              "");
    EXPECT_EQ(Find("ecn-above-pfc", {{"Marker", marker}, {"FlowControl", "ns3::NoFlowControl"}}),
              "");
}

/**
 * Three senders, alpha 1/8: Q = 3/8 (pool - Q), so Q = 3/11 pool, and the headroom of three. At 1
 * MB with four headrooms H the pool is 1,000,000 - 4 H.
 */
TEST_F(FabricLintTest, KmaxMustBeWithinReach)
{
    const Attributes small = {{"Buffer", "ns3::SharedBuffer[SizeBytes=1000000|Alpha=0.125]"},
                              {"Marker", "ns3::RedMarker[KminBytes=10000|KmaxBytes=1000000]"}};
    ExpectSays(Find("kmax-unreachable", small), {"above 1 MB", "all senders are paused"});
    const uint64_t headroom = m_network.fabricSwitches[0]->GetBuffer().GetNeeds(0).reservedBytes;
    const uint64_t reach = 3 * (1'000'000 - 4 * headroom) / 11 + 3 * headroom;
    const auto at = [&](uint64_t kmax) {
        return Find(
            "kmax-unreachable",
            {small[0],
             {"Marker", "ns3::RedMarker[KminBytes=10000|KmaxBytes=" + std::to_string(kmax) + "]"}});
    };
    EXPECT_EQ(at(reach - 1), "");
    EXPECT_NE(at(reach + 2), "");
    // Lossy, alpha 1: a queue is at most half of the 1 MB.
    const Attributes lossy = {small[0], small[1], {"FlowControl", "ns3::NoFlowControl"}};
    ExpectSays(Find("kmax-unreachable", lossy), {"more than 500 kB", "packets are dropped"});
}

TEST_F(FabricLintTest, HeadroomMustBeWhatTheLinkNeeds)
{
    const auto find = [this](uint64_t bytes) {
        return Find("headroom-too-small",
                    {{"FlowControl",
                      "ns3::PriorityFlowControl[HeadroomBytes=" + std::to_string(bytes) + "]"}});
    };
    EXPECT_EQ(find(0), "");
    const uint64_t needed = m_network.fabricSwitches[0]->GetBuffer().GetNeeds(0).reservedBytes;
    EXPECT_EQ(find(needed), "");
    ExpectSays(find(needed - 1),
               {std::to_string(needed - 1) + " B", "needs " + std::to_string(needed), "100 Gb/s"});
}

/** In a leaf with uplinks of twice the rate, the uplink needs more headroom. */
TEST_F(FabricLintTest, HeadroomFindingNamesTheWorstPort)
{
    const auto text = Find("headroom-too-small",
                           {{"FlowControl", "ns3::PriorityFlowControl[HeadroomBytes=1000]"}},
                           TwoRates());
    ExpectSays(text, {"200 Gb/s"});
}

/** A round trip, three frames there and back, the spacing and two ordered sets, and two frames. */
TEST_F(FabricLintTest, ReplayBufferIsWhatTheLinkNeeds)
{
    const auto find = [&](uint64_t bytes, const FabricTopology& topology) {
        const std::string type = "ns3::GoBackNLinkRetry[ReplayBufferBytes=";
        return Find("small-replay-buffer",
                    {{"LinkRetry", type + std::to_string(bytes) + "]"}},
                    topology);
    };
    const auto topology = TwoRates();
    EXPECT_EQ(find(0, topology), "");
    uint64_t needed = 0;
    for (const auto& channel : m_network.channels)
    {
        const auto port = StaticCast<FabricNetDevice>(channel->GetDevice(1));
        const double loopBytes = 2e-12 * port->GetDelayPs() * port->GetRatebps() / 8;
        const double bytes = loopBytes + 5 * port->GetMaxWireBytes() + 2048 + 16;
        EXPECT_NEAR(port->GetRetry()->GetBufferBytes(), bytes, 1);
        needed = std::max(needed, port->GetRetry()->GetBufferBytes());
    }
    EXPECT_EQ(find(needed, topology), "");
    ExpectSays(find(needed - 1, topology),
               {std::to_string(needed - 1) + " B", "needs " + std::to_string(needed), "200 Gb/s"});
}

TEST_F(FabricLintTest, HeadroomMayTakeHalfOfTheBuffer)
{
    Find({});
    const uint64_t headroom = m_network.fabricSwitches[0]->GetBuffer().GetNeeds(0).reservedBytes;
    const auto find = [&](uint64_t bytes) {
        return Find("headroom-eats-buffer",
                    {{"Buffer", "ns3::SharedBuffer[SizeBytes=" + std::to_string(bytes) + "]"}});
    };
    EXPECT_EQ(find(8 * headroom), "") << "four ports";
    ExpectSays(find(7 * headroom), {"headroom and reserve take", "of switch"});
}

/**
 * Alpha 1/8, four ports with headroom H: all four take pool * (1 - (8/9)^4) and 4 H, three of them
 * pool * (1 - (8/9)^3) and 3 H for the fourth. At 1 MB the pool is 1,000,000 - 4 H.
 */
TEST_F(FabricLintTest, EgressLimitsMustBeOutOfReachOfTheIngress)
{
    const std::string base = "ns3::SonicBuffer[SizeBytes=1000000|Alpha=0.125";
    const auto find = [&](const std::string& limits) {
        return Find("egress-limit", {{"Buffer", base + limits + "]"}});
    };
    EXPECT_EQ(find(""), "");
    const auto& buffer = m_network.fabricSwitches[0]->GetBuffer();
    const double headroom = buffer.GetNeeds(0).reservedBytes;
    const double pool = 1e6 - 4 * headroom;
    const double all = pool * (1 - std::pow(8. / 9, 4)) + 4 * headroom;
    const double queue = pool * (1 - std::pow(8. / 9, 3)) + 3 * headroom;
    const auto text = [](double bytes) { return std::to_string(static_cast<uint64_t>(bytes)); };
    EXPECT_EQ(find("|EgressPoolBytes=" + text(all + 1)), "");
    ExpectSays(find("|EgressPoolBytes=" + text(all)), {"raise EgressPoolBytes", "switch"});
    EXPECT_EQ(find("|EgressThresholdBytes=" + text(queue + 1)), "");
    ExpectSays(find("|EgressThresholdBytes=" + text(queue)), {"raise EgressThresholdBytes"});
    const double alpha = queue / (1e6 - all);
    EXPECT_EQ(find("|EgressAlpha=" + std::to_string(alpha * 1.001)), "");
    ExpectSays(find("|EgressAlpha=" + std::to_string(alpha * 0.999)), {"raise EgressAlpha"});
    // A static threshold for the ingress: three times 50 kB and headroom.
    ExpectSays(find("|StaticThresholdBytes=50000|EgressThresholdBytes=" +
                    text(150'000 + 3 * headroom - 1)),
               {"EgressThresholdBytes"});
    EXPECT_EQ(
        find("|StaticThresholdBytes=50000|EgressThresholdBytes=" + text(150'000 + 3 * headroom)),
        "");
    // A higher rate doubles alpha, which leaves (4/5)^3 of the pool.
    ExpectSays(find("|AlphaRate=50Gbps|EgressThresholdBytes=" + text(queue + 1)),
               {DescribeBytes(pool * (1 - std::pow(4. / 5, 3)) + 3 * headroom)});
    // Without lossless priorities there is nothing to lose.
    EXPECT_EQ(Find("egress-limit",
                   {{"Buffer", base + "|EgressThresholdBytes=1]"},
                    {"FlowControl", "ns3::NoFlowControl"}}),
              "");
}

TEST_F(FabricLintTest, MarkerShouldGrowWithTheRate)
{
    // 400 kB are 128 us at 25 Gb/s and 16 us at 200 Gb/s. Rates four times apart are usual.
    const std::string thresholds = "ns3::RedMarker[KminBytes=400000|KmaxBytes=1600000|";
    const std::string fixed = thresholds + "ReferenceRate=0bps]";
    ExpectSays(Find("marker-not-scaled", {{"Marker", fixed}}, TwoRates("25Gbps")),
               {"400 kB", "128 us", "25 Gb/s", "16 us", "200 Gb/s"});
    EXPECT_EQ(Find("marker-not-scaled", {{"Marker", fixed}}, TwoRates("50Gbps")), "");
    EXPECT_EQ(Find("marker-not-scaled", {{"Marker", fixed}}), "") << "one rate";
    EXPECT_EQ(Find("marker-not-scaled",
                   {{"Marker", thresholds + "ReferenceRate=100Gbps]"}},
                   TwoRates("25Gbps")),
              "");
    const auto profiles = [&](uint64_t kmin) {
        return thresholds +
               "ReferenceRate=0bps|Profiles=rate=25Gbps:kminBytes=" + std::to_string(kmin) +
               ":kmaxBytes=2000000]";
    };
    EXPECT_EQ(Find("marker-not-scaled", {{"Marker", profiles(500'000)}}, TwoRates("25Gbps")), "");
    ExpectSays(Find("marker-not-scaled", {{"Marker", profiles(400'000)}}, TwoRates("25Gbps")),
               {"marking begins at 400 kB on every port"});
}

/** A frame of 4096 B in the middle of a message is 4158 B long. */
TEST_F(FabricLintTest, KminShouldHoldAPacket)
{
    EXPECT_EQ(Find("mtu-above-kmin", {{"Marker", "ns3::RedMarker[KminBytes=4158]"}}), "");
    ExpectSays(Find("mtu-above-kmin", {{"Marker", "ns3::RedMarker[KminBytes=4157]"}}), {"4158 B"});
}

TEST_F(FabricLintTest, NotificationsGoFirst)
{
    const auto find = [this](const std::string& nic, const std::string& arbiter) {
        return Find("cnp-not-first",
                    {{"Nic", "ns3::RdmaNic[" + nic + "]"}, {"Arbiter", "ns3::" + arbiter}});
    };
    EXPECT_EQ(find("CnpPriority=4", "StrictArbiter"), "");
    ExpectSays(find("CnpPriority=3", "StrictArbiter"), {"priority 3 with the data"});
    ExpectSays(find("CnpPriority=2", "StrictArbiter"), {"priority 2 below data of priority 3"});
    EXPECT_EQ(find("CnpPriority=3|CnpOnAck=true", "StrictArbiter"), "");
    EXPECT_EQ(find("CnpPriority=6", "DwrrArbiter"), "");
    ExpectSays(find("CnpPriority=6", "DwrrArbiter[Weights=1,1,1,1,1,1,9,1]"), {"weight 9"});
}

TEST_F(FabricLintTest, AcknowledgementsAreNotLost)
{
    ExpectSays(Find("ack-lossy", {{"Nic", "ns3::RdmaNic[AckPriority=5]"}}), {"priority 5"});
    EXPECT_EQ(Find("ack-lossy",
                   {{"Nic", "ns3::RdmaNic[AckPriority=5]"},
                    {"FlowControl", "ns3::PriorityFlowControl[Priorities=40]"}}),
              "");
    EXPECT_EQ(Find("ack-lossy",
                   {{"Nic", "ns3::RdmaNic[AckPriority=5]"}, {"FlowControl", "ns3::NoFlowControl"}}),
              "");
}

TEST_F(FabricLintTest, DataTravelsInALosslessClass)
{
    ExpectSays(Find("data-not-lossless", {{"Nic", "ns3::RdmaNic[Priority=4]"}}), {"priority 4"});
    EXPECT_EQ(Find("data-not-lossless",
                   {{"Nic", "ns3::RdmaNic[Priority=4]"},
                    {"FlowControl", "ns3::PriorityFlowControl[Priorities=16]"}}),
              "");
}

TEST_F(FabricLintTest, NicAndSwitchReadADscpAlike)
{
    const auto find = [this](const std::string& map) {
        return Find("dscp-mismatch", {{"Switch", "ns3::FabricSwitch[DscpToPriority=" + map + "]"}});
    };
    EXPECT_EQ(Find("dscp-mismatch", {}), "");
    EXPECT_EQ(find("26:3,48:6,*:0"), "");
    ExpectSays(find("26:0"), {"data of priority 3 with DSCP 26", "priority 0, a lossy class"});
    ExpectSays(find("48:5"), {"notifications of priority 6 with DSCP 48", "into priority 5"});
    EXPECT_EQ(find("48:5").find("lossy"), std::string::npos) << "it was so before";
}

/** 40,000 B hold 9 packets of 4096 B; two acknowledgements per window are one every 4. */
TEST_F(FabricLintTest, AcknowledgementsComeTwicePerWindow)
{
    const auto find = [this](const std::string& interval) {
        return Find("few-acks",
                    {{"Nic", "ns3::RdmaNic[WindowBytes=40000|AckInterval=" + interval + "]"}});
    };
    EXPECT_EQ(find("4"), "");
    ExpectSays(find("5"), {"AckInterval 5", "lower AckInterval to 4"});
    EXPECT_EQ(Find("few-acks", {{"Nic", "ns3::RdmaNic[AckInterval=5]"}}), "") << "no window";
}

TEST_F(FabricLintTest, WindowFillsTheWire)
{
    Find({});
    const uint64_t needed = BytesInPs(m_network.IdealMessagePs(0, 1, 4096), 100'000'000'000);
    const auto find = [this](uint64_t bytes) {
        return Find("window-below-bdp",
                    {{"Nic", "ns3::RdmaNic[WindowBytes=" + std::to_string(bytes) + "]"}});
    };
    EXPECT_EQ(find(needed), "");
    // Half of 68,568 B is 8 whole packets, 32,768 B in each round trip of 5485.44 ns.
    ExpectSays(find(needed / 2), {"47.8 Gb/s", "raise WindowBytes to " + std::to_string(needed)});
}

/** Four wires of 1 us and twice 400 ns in the switch are 4.8 us without any serialization. */
TEST_F(FabricLintTest, TimeoutOutlivesARoundTrip)
{
    ExpectSays(Find("timeout-below-rtt", {{"Nic", "ns3::RdmaNic[AckTimeout=4800ns]"}}),
               {"4.8 us", "AckTimeout"});
    EXPECT_EQ(Find("timeout-below-rtt", {{"Nic", "ns3::RdmaNic[AckTimeout=6us]"}}), "");
}

/** Three flows that start together at 40 Gb/s each are more than 100 Gb/s, two are not. */
TEST_F(FabricLintTest, MinRateLeavesRoomForAllFlows)
{
    const auto find = [this](const std::string& sources) {
        Build({{"CongestionControl", "ns3::DcqcnConnectX[MinRate=40Gbps]"}}, Star());
        FabricLint lint(m_profile, m_network);
        const auto incast =
            Make<FabricWorkload>("IncastWorkload", {{"Sources", sources}, {"Target", "0"}});
        incast->AssignStreams(1);
        lint.AddJob(incast->Build(MakeHostMap(m_network.topology)));
        return Run(lint)["min-rate-too-high"];
    };
    EXPECT_EQ(find("2"), "");
    ExpectSays(find("3"), {"3 flows", "40 Gb/s", "below 33.3 Gb/s"});
}

TEST_F(FabricLintTest, GoBackNeedsPfc)
{
    ExpectSays(Find("go-back-without-pfc", {{"FlowControl", "ns3::NoFlowControl"}}),
               {"ns3::GoBackN"});
    EXPECT_EQ(Find("go-back-without-pfc", {}), "");
}

TEST_F(FabricLintTest, GoBackNeedsOrder)
{
    const auto find = [](const Attributes& parts, const std::string& spines = "2") {
        const auto topology =
            Make<TopologyGenerator>("LeafSpineTopology",
                                    {{"Leaves", "2"}, {"Spines", spines}, {"HostsPerLeaf", "2"}});
        return FindReordering(
            FabricHelper(Make<FabricProfile>("RoceFabric", parts)).Install(topology->Generate()));
    };
    for (const std::string selector : {"ns3::SprayPathSelector", "ns3::FlowletPathSelector"})
    {
        ExpectSays(find({{"PathSelector", selector}}),
                   {"PathSelector " + selector, "LossRecovery ns3::GoBackN", "ReorderPackets"});
        EXPECT_EQ(find({{"PathSelector", selector}}, "1"), "") << "no choice";
        EXPECT_EQ(find({{"PathSelector", selector}, {"LossRecovery", "ns3::SelectiveRepeat"}}), "");
        ExpectSays(find({{"PathSelector", selector},
                         {"Framing", "ns3::UetFraming"},
                         {"Transport", "ns3::UltraEthernetTransport[Mode=rod]"},
                         {"CongestionControl", "ns3::NoCongestionControl"}}),
                   {"PathSelector " + selector, "Mode: is rod", "choose rud"});
    }
    EXPECT_EQ(find({}), "");
    ExpectSays(find({{"LeafSwitches", "ns3::SwitchTier[PathSelector=ns3::SprayPathSelector]"}}),
               {"PathSelector ns3::SprayPathSelector", "ns3::GoBackN"});
    ExpectSays(find({{"EntropyPolicy", "ns3::ObliviousEntropyPolicy"}}),
               {"EntropyPolicy ns3::ObliviousEntropyPolicy", "ns3::GoBackN", "ReorderPackets"});
    const auto twoSpines =
        Make<TopologyGenerator>("LeafSpineTopology",
                                {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}})
            ->Generate();
    ExpectSays(Find("reordering-go-back", {{"PathSelector", "ns3::SprayPathSelector"}}, twoSpines),
               {"ns3::SprayPathSelector"});
}

TEST_F(FabricLintTest, DelayIsNotThatOfReordering)
{
    const auto find = [this](const std::string& selector, const std::string& control) {
        return Find("reordering-delay",
                    {{"PathSelector", selector}, {"CongestionControl", control}});
    };
    for (const std::string control : {"ns3::Timely", "ns3::PatchedTimely", "ns3::Swift"})
    {
        ExpectSays(find("ns3::ConweavePathSelector", control),
                   {"ns3::ConweavePathSelector", control, "ns3::Dcqcn"});
        EXPECT_EQ(find("ns3::EcmpPathSelector", control), "");
    }
    EXPECT_EQ(find("ns3::ConweavePathSelector", "ns3::Dcqcn"), "");
}

TEST_F(FabricLintTest, TelemetryTellsOfNoVirtualOutputQueue)
{
    const auto find = [this](const std::string& stage, const std::string& control) {
        return Find("hidden-queues",
                    {{"LeafSwitches", "ns3::SwitchTier[Stage=" + stage + "]"},
                     {"CongestionControl", control}});
    };
    for (const std::string control : {"ns3::Hpcc", "ns3::HpccPint", "ns3::PowerTcp"})
    {
        ExpectSays(find("ns3::ScheduledBoxStage", control),
                   {"ns3::ScheduledBoxStage", control, "ns3::Swift"});
        EXPECT_EQ(find("ns3::NoStage", control), "");
    }
    EXPECT_EQ(find("ns3::ScheduledBoxStage", "ns3::Swift"), "");
    EXPECT_EQ(find("ns3::ScheduledBoxStage", "ns3::Dcqcn"), "");
}

TEST_F(FabricLintTest, WaysThatShareLanesHaveUgalGuess)
{
    const auto find = [this](const std::string& selector, const std::string& profile) {
        Build({{"PathSelector", "ns3::" + selector},
               {"LossRecovery", "ns3::SelectiveRepeat[ReorderPackets=100|WindowBdps=0]"}},
              Star(),
              profile);
        FabricLint lint(m_profile, m_network);
        return Run(lint)["shared-detour-lanes"];
    };
    ExpectSays(find("UgalLPathSelector", "RoceFabric"), {"ns3::UgalLPathSelector", "credits"});
    EXPECT_EQ(find("UgalLPathSelector", "InfiniBandFabric"), "");
    EXPECT_EQ(find("ValiantPathSelector", "RoceFabric"), "");
}

TEST_F(FabricLintTest, DebugBuildsSaySo)
{
    Build({}, Star());
    FabricLint lint(m_profile, m_network);
    lint.SetDebugBuild(true);
    const auto findings = lint.Check();
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].rule, "debug-build");
}

TEST_F(FabricLintTest, CreditsThatCannotFillTheWire)
{
    // The longest packet of 4096 B is 4146 B on the wire and 65 blocks: 31 of them in 2048 blocks
    // of 64 B. The switch tells after 256 blocks, so 4 packets; three are no whole group. Of the 28
    // others each four wait for one of 41.46 ns at 800 Gb/s, 1 us of wire each way, the pipeline of
    // 130 ns and 0.08 ns of the flow control packet: 28 * 4146 B in 2.17154 us are 428 Gb/s. What
    // would do is twice 213,000 B and four packets, 442,584 B, 217 B in each of 2048.
    const auto star = Star("2", "800Gbps");
    const auto find = [&](const std::string& flowControl) {
        const auto findings = Find({{"FlowControl", flowControl}}, star, "InfiniBandFabric");
        const auto found = findings.find("credits-too-few");
        return found == findings.end() ? std::string() : found->second;
    };
    ExpectSays(find("ns3::CreditFlowControl[BlockBytes=64]"),
               {"800 Gb/s link from host0 to switch0",
                "31 full packets",
                "4 at a time",
                "428 Gb/s",
                "BufferBytes to 442584",
                "BlockBytes, of which 2048 are advertised, to 217"});
    // This is the value that the default computes.
    EXPECT_EQ(find("ns3::CreditFlowControl"), "");
    ExpectSays(find("ns3::CreditFlowControl[BufferBytes=20000]"), {"BufferBytes to 442584"});
    EXPECT_EQ(find("ns3::CreditFlowControl[BufferBytes=442584]"), "");
    EXPECT_EQ(Find({}, star).count("credits-too-few"), 0u) << "no credits, nothing to find";
}
