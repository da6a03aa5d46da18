// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/fabric-lint.h"

#include <string>

using namespace ns3;

namespace
{

class RecoveryWindowLintTest : public NetworkTest
{
  protected:
    static constexpr uint64_t BYTES = 4'096'000; //!< 1,000 packets

    /** Four hosts at 100 Gb/s on one switch. @return what the rule says */
    std::string Find(const std::string& recovery,
                     const std::string& delay,
                     const std::string& ackInterval = "1")
    {
        const Attributes parts{{"LossRecovery", recovery},
                               {"Nic", "ns3::RdmaNic[AckInterval=" + ackInterval + "]"}};
        Build("RoceFabric",
              parts,
              Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}, {"Delay", delay}}));
        const FabricLint lint(Make<FabricProfile>("RoceFabric", parts), m_network);
        for (const auto& finding : lint.Check({}))
        {
            if (finding.rule == "recovery-window")
            {
                return finding.text;
            }
        }
        return "";
    }

    /** @return of one flow, over what the link carries of full packets */
    double Share()
    {
        CommunicationGraph graph(2);
        graph.AddTransfer(0, 1, BYTES);
        const auto job = AddGraph(std::move(graph));
        Simulator::Run();
        return 1000 * 334'240.0 / static_cast<double>(job->GetFinishPs() - job->GetStartPs());
    }
};

} // namespace

/**
 * A full packet has 4178 B on the wire, 334.24 ns at 100 Gb/s. Its round trip over cables of 10 ns:
 * it is 4198 B if it is the only one of its message, 335.84 ns twice; the switch takes 400 ns each
 * way; the acknowledgement has 86 B, 6.88 ns twice; four cables. 1525.44 ns, the window 19,068 B.
 * That is 4.65 packets of 4096 B, so 4, and the round trip is 4.56: 88 %.
 */
TEST_F(RecoveryWindowLintTest, WholePacketsPerRoundTrip)
{
    const std::string text = Find("ns3::SelectiveRepeat", "10ns");
    EXPECT_EQ(text,
              "the window of ns3::SelectiveRepeat, 19068 B, is 4 packets, and an idle round trip "
              "of 1.53 us is 4.56 of them on the wire, acknowledged 1 at a time: one flow "
              "gets 88 % of its link; raise WindowBdps to 1.08");
    EXPECT_NEAR(Share(), 4 / 4.564, 0.01);

    // 5 packets are 20,480 B, 1.0741 of that.
    EXPECT_EQ(Find("ns3::SelectiveRepeat[WindowBdps=1.08]", "10ns"), "");
    EXPECT_GT(Share(), 0.98);
}

TEST_F(RecoveryWindowLintTest, AcknowledgementsOfGroups)
{
    // One answer for all four of a window: 4 of 4.564 + 3 packets, 53 %. 12 packets are needed,
    // 49,152 B or 2.578 round trips.
    std::string text = Find("ns3::SelectiveRepeat", "10ns", "8");
    EXPECT_NE(text.find("8 at a time: one flow gets 53 % of its link; raise WindowBdps to 2.58"),
              std::string::npos)
        << text;
    EXPECT_NEAR(Share(), 4 / 7.564, 0.01);
    EXPECT_EQ(Find("ns3::SelectiveRepeat[WindowBdps=2.58]", "10ns", "8"), "");
    EXPECT_GT(Share(), 0.98);

    // Over 1 us, 16 of 16.41 + 7 packets, 68 %.
    text = Find("ns3::SelectiveRepeat", "1us", "8");
    EXPECT_NE(text.find("one flow gets 68 %"), std::string::npos) << text;
    EXPECT_NEAR(Share(), 16 / 23.41, 0.01);
}

TEST_F(RecoveryWindowLintTest, LongCablesAndNoWindow)
{
    // 5485.44 ns, 68,568 B: 16.7 packets, so 16 of 16.4, 97 %.
    EXPECT_EQ(Find("ns3::SelectiveRepeat", "1us"), "");
    EXPECT_EQ(Find("ns3::SelectiveRepeat[WindowBdps=0]", "10ns"), "");
    EXPECT_EQ(Find("ns3::GoBackN", "10ns"), "");
}
