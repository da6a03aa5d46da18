// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
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
    static FabricTopology Star(const std::string& hosts = "4",
                               const std::string& rate = "100Gbps",
                               const std::string& delay = "1us")
    {
        return Make<TopologyGenerator>("StarTopology",
                                       {{"Hosts", hosts}, {"Rate", rate}, {"Delay", delay}})
            ->Generate();
    }

    /** Two leaves of two hosts at 100 Gb/s and one spine: uplinks of 200 Gb/s. */
    static FabricTopology TwoRates(const std::string& hostRate = "100Gbps")
    {
        return Make<TopologyGenerator>("LeafSpineTopology",
                                       "Leaves=2 Spines=1 HostsPerLeaf=2 HostRate=" + hostRate +
                                           " UplinkRate=200Gbps")
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

    Findings FindAll(const Attributes& parts,
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
                     const FabricTopology& topology = Star(),
                     const std::string& profile = "RoceFabric")
    {
        return FindAll(parts, topology, profile)[rule];
    }

    static void ExpectSays(const std::string& text, const std::vector<std::string>& parts)
    {
        for (const auto& part : parts)
        {
            EXPECT_TRUE(Has(text, part));
        }
    }

    /** Parts of a fabric, and what the finding of a rule says of them; nothing: it finds nothing.
     */
    struct Case
    {
        std::string parts;
        std::vector<std::string> says;
    };

    void ExpectFindings(const std::string& rule,
                        const std::vector<Case>& cases,
                        const FabricTopology& topology = Star())
    {
        for (const auto& [parts, says] : cases)
        {
            SCOPED_TRACE(rule + " " + parts);
            const auto text = Find(rule, parts, topology);
            EXPECT_EQ(text.empty(), says.empty()) << text;
            ExpectSays(text, says);
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
            for (const auto& [rule, text] : FindAll({}, Star("8", rate), profile))
            {
                ADD_FAILURE() << profile << " at " << rate << ": " << rule << ": " << text;
            }
            for (const auto& [rule, text] : FindAll({}, TwoRates(), profile))
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
        Build("FlowControl=ns3::PriorityFlowControl[Priorities=255|HeadroomBytes=22400] "
              "Buffer=ns3::SharedBuffer[SizeBytes=12000000|Alpha=1] "
              "Nic=ns3::RdmaNic[MtuBytes=1000] Marker=ns3::RedMarker[KminBytes=" +
                  kmin + "|KmaxBytes=800000|ReferenceRate=40Gbps]",
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
    const std::string marker = "Marker=ns3::RedMarker[KminBytes=30000000|KmaxBytes=30000000]";
    ExpectFindings("ecn-above-pfc",
                   {{marker, {"30 MB"}},
                    {marker + " CongestionControl=ns3::NoCongestionControl", {}},
                    {marker + " FlowControl=ns3::NoFlowControl", {}}});
}

/**
 * Three senders, alpha 1/8: Q = 3/8 (pool - Q), so Q = 3/11 pool, and the headroom of three. At 1
 * MB with four headrooms H the pool is 1,000,000 - 4 H.
 */
TEST_F(FabricLintTest, KmaxMustBeWithinReach)
{
    const std::string buffer = "Buffer=ns3::SharedBuffer[SizeBytes=1000000|Alpha=0.125]";
    const std::string marker = " Marker=ns3::RedMarker[KminBytes=10000|KmaxBytes=";
    const std::string small = buffer + marker + "1000000]";
    ExpectSays(Find("kmax-unreachable", small), {"above 1 MB", "all senders are paused"});
    const uint64_t headroom = m_network.fabricSwitches[0]->GetBuffer().GetNeeds(0).reservedBytes;
    const uint64_t reach = 3 * (1'000'000 - 4 * headroom) / 11 + 3 * headroom;
    const auto at = [&](uint64_t kmax) {
        return Find("kmax-unreachable", buffer + marker + std::to_string(kmax) + "]");
    };
    EXPECT_EQ(at(reach - 1), "");
    EXPECT_NE(at(reach + 2), "");
    // Lossy, alpha 1: a queue is at most half of the 1 MB.
    ExpectSays(Find("kmax-unreachable", small + " FlowControl=ns3::NoFlowControl"),
               {"more than 500 kB", "packets are dropped"});
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
    ExpectFindings("headroom-too-small",
                   {{"FlowControl=ns3::PriorityFlowControl[HeadroomBytes=1000]", {"200 Gb/s"}}},
                   TwoRates());
}

/** A round trip, three frames there and back, the spacing and two ordered sets, and two frames. */
TEST_F(FabricLintTest, ReplayBufferIsWhatTheLinkNeeds)
{
    const auto find = [&](uint64_t bytes) {
        return Find("small-replay-buffer",
                    "LinkRetry=ns3::GoBackNLinkRetry[ReplayBufferBytes=" + std::to_string(bytes) +
                        "]",
                    TwoRates());
    };
    EXPECT_EQ(find(0), "");
    uint64_t needed = 0;
    for (const auto& channel : m_network.channels)
    {
        const auto port = StaticCast<FabricNetDevice>(channel->GetDevice(1));
        const double loopBytes = 2e-12 * port->GetDelayPs() * port->GetRatebps() / 8;
        const double bytes = loopBytes + 5 * port->GetMaxWireBytes() + 2048 + 16;
        EXPECT_NEAR(port->GetRetry()->GetBufferBytes(), bytes, 1);
        needed = std::max(needed, port->GetRetry()->GetBufferBytes());
    }
    EXPECT_EQ(find(needed), "");
    ExpectSays(find(needed - 1),
               {std::to_string(needed - 1) + " B", "needs " + std::to_string(needed), "200 Gb/s"});
}

TEST_F(FabricLintTest, HeadroomMayTakeHalfOfTheBuffer)
{
    FindAll({});
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
                   "Buffer=" + base + "|EgressThresholdBytes=1] FlowControl=ns3::NoFlowControl"),
              "");
}

TEST_F(FabricLintTest, MarkerShouldGrowWithTheRate)
{
    // 400 kB are 128 us at 25 Gb/s and 16 us at 200 Gb/s. Rates four times apart are usual.
    const std::string marker = "Marker=ns3::RedMarker[KminBytes=400000|KmaxBytes=1600000|";
    const std::string fixed = marker + "ReferenceRate=0bps]";
    const std::string profile = marker + "ReferenceRate=0bps|Profiles=rate=25Gbps:kminBytes=";
    ExpectFindings(
        "marker-not-scaled",
        {{fixed, {"400 kB", "128 us", "25 Gb/s", "16 us", "200 Gb/s"}},
         {marker + "ReferenceRate=100Gbps]", {}},
         {profile + "500000:kmaxBytes=2000000]", {}},
         {profile + "400000:kmaxBytes=2000000]", {"marking begins at 400 kB on every port"}}},
        TwoRates("25Gbps"));
    ExpectFindings("marker-not-scaled", {{fixed, {}}}, TwoRates("50Gbps"));
    ExpectFindings("marker-not-scaled", {{fixed, {}}}); // one rate
}

/** A frame of 4096 B in the middle of a message is 4158 B long. */
TEST_F(FabricLintTest, KminShouldHoldAPacket)
{
    ExpectFindings("mtu-above-kmin",
                   {{"Marker=ns3::RedMarker[KminBytes=4158]", {}},
                    {"Marker=ns3::RedMarker[KminBytes=4157]", {"4158 B"}}});
}

TEST_F(FabricLintTest, NotificationsGoFirst)
{
    const std::string strict = "Arbiter=ns3::StrictArbiter Nic=ns3::RdmaNic[CnpPriority=";
    const std::string dwrr = "Nic=ns3::RdmaNic[CnpPriority=6] Arbiter=ns3::DwrrArbiter";
    ExpectFindings("cnp-not-first",
                   {{strict + "4]", {}},
                    {strict + "3]", {"priority 3 with the data"}},
                    {strict + "2]", {"priority 2 below data of priority 3"}},
                    {strict + "3|CnpOnAck=true]", {}},
                    {dwrr, {}},
                    {dwrr + "[Weights=1,1,1,1,1,1,9,1]", {"weight 9"}}});
}

TEST_F(FabricLintTest, AcknowledgementsAreNotLost)
{
    const std::string nic = "Nic=ns3::RdmaNic[AckPriority=5]";
    ExpectFindings("ack-lossy",
                   {{nic, {"priority 5"}},
                    {nic + " FlowControl=ns3::PriorityFlowControl[Priorities=40]", {}},
                    {nic + " FlowControl=ns3::NoFlowControl", {}}});
}

TEST_F(FabricLintTest, DataTravelsInALosslessClass)
{
    const std::string nic = "Nic=ns3::RdmaNic[Priority=4]";
    ExpectFindings("data-not-lossless",
                   {{nic, {"priority 4"}},
                    {nic + " FlowControl=ns3::PriorityFlowControl[Priorities=16]", {}}});
}

TEST_F(FabricLintTest, NicAndSwitchReadADscpAlike)
{
    const std::string map = "Switch=ns3::FabricSwitch[DscpToPriority=";
    ExpectFindings(
        "dscp-mismatch",
        {{"", {}},
         {map + "26:3,48:6,*:0]", {}},
         {map + "26:0]", {"data of priority 3 with DSCP 26", "priority 0, a lossy class"}},
         {map + "48:5]", {"notifications of priority 6 with DSCP 48", "into priority 5"}}});
    EXPECT_FALSE(Has(Find("dscp-mismatch", map + "48:5]"), "lossy")) << "it was so before";
}

/** 40,000 B hold 9 packets of 4096 B; two acknowledgements per window are one every 4. */
TEST_F(FabricLintTest, AcknowledgementsComeTwicePerWindow)
{
    const std::string window = "Nic=ns3::RdmaNic[WindowBytes=40000|AckInterval=";
    ExpectFindings("few-acks",
                   {{window + "4]", {}},
                    {window + "5]", {"AckInterval 5", "lower AckInterval to 4"}},
                    {"Nic=ns3::RdmaNic[AckInterval=5]", {}}});
}

TEST_F(FabricLintTest, WindowFillsTheWire)
{
    FindAll({});
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
    ExpectFindings("timeout-below-rtt",
                   {{"Nic=ns3::RdmaNic[AckTimeout=4800ns]", {"4.8 us", "AckTimeout"}},
                    {"Nic=ns3::RdmaNic[AckTimeout=6us]", {}},
                    {"RetransmissionTimer=ns3::IrnTimer[Low=4800ns]", {"4.8 us", "IrnTimer"}},
                    {"RetransmissionTimer=ns3::IrnTimer[Low=6us|High=4800ns]", {"4.8 us"}},
                    {"RetransmissionTimer=ns3::IrnTimer[Low=6us|High=6us]", {}}});
}

/** Twice 2 ms of wire are 4 ms, 50 MB at 100 Gb/s, or 12,208 packets of 4096 B; 2048 are a sixth.
 */
TEST_F(FabricLintTest, PacketNumbersFillALongLoop)
{
    const auto find = [this](const std::string& delay, const std::string& transport) {
        return Find("psn-range-below-bdp",
                    {{"Transport", transport},
                     {"Framing", "ns3::MrcFraming"},
                     {"CongestionControl", "ns3::Nscc"},
                     {"RetransmissionTimer", "ns3::LinearExponentialTimer"},
                     {"EntropyPolicy", "ns3::MrcEntropyPolicy"},
                     {"Nic", "ns3::RdmaNic[MtuBytes=4096]"}},
                    Star("2", "100Gbps", delay));
    };
    EXPECT_EQ(find("1us", "ns3::MrcTransport"), "");
    ExpectSays(find("1ms", "ns3::MrcTransport"),
               {"2048 packets of 4096 B", "4 ms", "16.8 Gb/s of 100 Gb/s", "to 12212 packets"});
    EXPECT_EQ(find("1ms", "ns3::MrcTransport[Mpr=96]"), "");
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
    ExpectFindings("go-back-without-pfc",
                   {{"FlowControl=ns3::NoFlowControl", {"ns3::GoBackN"}}, {"", {}}});
}

TEST_F(FabricLintTest, GoBackNeedsOrder)
{
    const auto leafSpine = [](const std::string& spines) {
        return Make<TopologyGenerator>("LeafSpineTopology",
                                       "Leaves=2 HostsPerLeaf=2 Spines=" + spines)
            ->Generate();
    };
    const auto find = [&](const Attributes& parts, const std::string& spines = "2") {
        return FindReordering(
            FabricHelper(Make<FabricProfile>("RoceFabric", parts)).Install(leafSpine(spines)));
    };
    for (const std::string selector : {"ns3::SprayPathSelector", "ns3::FlowletPathSelector"})
    {
        ExpectSays(find({{"PathSelector", selector}}),
                   {"PathSelector " + selector, "LossRecovery ns3::GoBackN", "ReorderPackets"});
        EXPECT_EQ(find({{"PathSelector", selector}}, "1"), "") << "no choice";
        EXPECT_EQ(find({{"PathSelector", selector}, {"LossRecovery", "ns3::SelectiveRepeat"}}), "");
        ExpectSays(find("PathSelector=" + selector +
                        " Framing=ns3::UetFraming Transport=ns3::UltraEthernetTransport[Mode=rod] "
                        "CongestionControl=ns3::NoCongestionControl"),
                   {"PathSelector " + selector, "Mode: is rod", "choose rud"});
    }
    EXPECT_EQ(find({}), "");
    ExpectSays(find({{"LeafSwitches", "ns3::SwitchTier[PathSelector=ns3::SprayPathSelector]"}}),
               {"PathSelector ns3::SprayPathSelector", "ns3::GoBackN"});
    ExpectSays(find({{"EntropyPolicy", "ns3::ObliviousEntropyPolicy"}}),
               {"EntropyPolicy ns3::ObliviousEntropyPolicy", "ns3::GoBackN", "ReorderPackets"});
    ExpectFindings("reordering-go-back",
                   {{"PathSelector=ns3::SprayPathSelector", {"ns3::SprayPathSelector"}}},
                   leafSpine("2"));
}

TEST_F(FabricLintTest, DelayIsNotThatOfReordering)
{
    for (const std::string control : {"ns3::Timely", "ns3::PatchedTimely", "ns3::Swift"})
    {
        ExpectFindings("reordering-delay",
                       {{"PathSelector=ns3::ConweavePathSelector CongestionControl=" + control,
                         {"ns3::ConweavePathSelector", control, "ns3::Dcqcn"}},
                        {"PathSelector=ns3::EcmpPathSelector CongestionControl=" + control, {}}});
    }
    ExpectFindings("reordering-delay",
                   {{"PathSelector=ns3::ConweavePathSelector CongestionControl=ns3::Dcqcn", {}}});
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
        return Find("shared-detour-lanes",
                    "LossRecovery=ns3::SelectiveRepeat[ReorderPackets=100|WindowBdps=0] "
                    "PathSelector=ns3::" +
                        selector,
                    Star(),
                    profile);
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
        return Find("credits-too-few", {{"FlowControl", flowControl}}, star, "InfiniBandFabric");
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
    EXPECT_EQ(Find("credits-too-few", {}, star), "") << "no credits, nothing to find";
    const auto ofPriorities = [&](const std::string& bytes) {
        return Find("credits-too-few",
                    {{"FlowControl", "ns3::CreditBasedFlowControl[BufferBytes=" + bytes + "]"}},
                    star);
    };
    EXPECT_EQ(ofPriorities("0"), "");
    ExpectSays(ofPriorities("9000"), {"has only credits for 2 full packets", "raise BufferBytes"});
}
