// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
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

    /** Four hosts at 100 Gb/s on one switch. @return finding of the rule */
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

    /** @return rate of one flow divided by the rate of full packets on the link */
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
 * way; the acknowledgement has 86 B, 6.88 ns twice; four cables. 1525.44 ns, 4.564 packets on the
 * wire, or 19,068 B: half of that is 2.33 packets of 4096 B, so three go out per round trip, 66 %.
 */
TEST_F(RecoveryWindowLintTest, WholePacketsPerRoundTrip)
{
    EXPECT_EQ(Find("ns3::SelectiveRepeat[WindowBdps=0.5]", "10ns"),
              "the window of ns3::SelectiveRepeat, 12288 B, is 3 packets, and an idle round trip "
              "of 1.53 us is 4.56 of them on the wire, acknowledged 1 at a time: one flow "
              "gets 66 % of its link; raise WindowBdps to 1.08");
    EXPECT_NEAR(Share(), 3 / 4.564, 0.01);

    // A whole one is 4.66 packets, so five: 20,480 B, 1.0741 of it.
    EXPECT_EQ(Find("ns3::SelectiveRepeat", "10ns"), "");
    EXPECT_GT(Share(), 0.98);
    EXPECT_EQ(Find("ns3::SelectiveRepeat[WindowBdps=1.08]", "10ns"), "");
    EXPECT_GT(Share(), 0.98);
}

/**
 * Eight at a time, with WindowBdps 0.8: 3.73 packets, so four, of which the last asks since none
 * may follow it. All four come back together: 4 of 4.564 + 3 packets, 53 %. The eighth asks by its
 * number, but then it is the fourth of a window, too.
 */
TEST_F(RecoveryWindowLintTest, AcknowledgementsOfGroups)
{
    std::string text = Find("ns3::SelectiveRepeat[WindowBdps=0.8]", "10ns", "8");
    EXPECT_TRUE(Has(text, "8 at a time: one flow gets 53 % of its link; raise WindowBdps to "));
    EXPECT_NEAR(Share(), 4 / 7.564, 0.01);

    // Over 1 us it is 5485.44 ns, 16.41 packets on the wire or 68,568 B: 17 packets, and every
    // eighth asks, so that the last of the window seldom does.
    text = Find("ns3::SelectiveRepeat", "1us", "8");
    EXPECT_TRUE(Has(text, "one flow gets 77 %"));
    EXPECT_NEAR(Share(), 0.772, 0.01);
}

/**
 * The finding equals the result of a run. This does not hold if the interval is as long as the
 * window: the order of a simultaneous answer and packet makes 60 or 70 %.
 */
TEST_F(RecoveryWindowLintTest, SharesAreThoseOfRuns)
{
    for (const char* delay : {"10ns", "300ns", "1us"})
    {
        for (const char* interval : {"1", "2", "3", "8"})
        {
            for (const char* bdps : {"0.3", "0.7", "1", "1.3", "1.7", "2.5"})
            {
                Restart();
                SCOPED_TRACE(std::string(delay) + ", every " + interval + ", " + bdps);
                const std::string text =
                    Find(std::string("ns3::SelectiveRepeat[WindowBdps=") + bdps + "]",
                         delay,
                         interval);
                const size_t gets = text.find("gets ");
                const double said =
                    gets == std::string::npos ? 1 : std::stod(text.substr(gets + 5)) / 100;
                EXPECT_NEAR(Share() / said, 1, 0.1);
            }
        }
    }
}

TEST_F(RecoveryWindowLintTest, LongCablesAndNoWindow)
{
    EXPECT_EQ(Find("ns3::SelectiveRepeat", "1us"), "");
    EXPECT_EQ(Find("ns3::SelectiveRepeat[WindowBdps=0]", "10ns"), "");
    EXPECT_EQ(Find("ns3::GoBackN", "10ns"), "");
}

/** With a window each packet asks, without one every eighth. */
TEST_F(RecoveryWindowLintTest, DefaultIntervalOfAcknowledgements)
{
    const auto interval = [this](const Attributes& parts) {
        Restart();
        Build("RoceFabric", parts, Topology("StarTopology", {{"Hosts", "2"}}));
        EXPECT_EQ(m_network.nics[0]->GetQueuePairs().size(), 0U) << "asked beforehand";
        return m_network.nics[0]->GetConnectionFactory().GetAckInterval();
    };
    EXPECT_EQ(interval({}), 8U);
    EXPECT_EQ(interval({{"CongestionControl", "ns3::NoCongestionControl"}}), 8U);
    EXPECT_EQ(interval({{"LossRecovery", "ns3::SelectiveRepeat"}}), 1U);
    EXPECT_EQ(interval({{"LossRecovery", "ns3::SelectiveRepeat[WindowBdps=0]"}}), 8U);
    EXPECT_EQ(interval({{"CongestionControl", "ns3::Dctcp"}}), 1U);
    EXPECT_EQ(interval({{"CongestionControl", "ns3::Timely"}, {"Marker", "ns3::NoMarker"}}), 8U);
    EXPECT_EQ(interval({{"Nic", "ns3::RdmaNic[WindowBytes=100000]"}}), 1U);
    EXPECT_EQ(interval({{"Nic", "ns3::RdmaNic[AckInterval=3|WindowBytes=100000]"}}), 3U);
}
