// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Links that work, but not well: of a lower rate, or with bit errors.

#include "transfer-test.h"

#include "ns3/fabric-failure.h"
#include "ns3/link-retry.h"

#include <cmath>
#include <string>

using namespace ns3;

namespace
{

/** Hosts 0 and 1 on a switch. */
class LinkQualityTest : public TransferTest
{
  protected:
    void BuildStar(const std::string& profile, const Attributes& parts, uint64_t firstRatebps)
    {
        auto topology = Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}});
        topology.links[0].ratebps = firstRatebps;
        Build(profile, parts, topology);
    }

    /** The same with links of 100 Gb/s that send damaged frames again. */
    void BuildRetries(const std::string& profile, int64_t delayPs)
    {
        auto topology = Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}});
        for (auto& link : topology.links)
        {
            link.delayPs = delayPs;
        }
        Build(profile,
              "CongestionControl=ns3::NoCongestionControl LinkRetry=ns3::GoBackNLinkRetry",
              topology);
    }
};

} // namespace

/** As slow as a link built with that rate: packets that continue on the faster link are stored. */
TEST_F(LinkQualityTest, ADegradedLinkIsAsOneOfThatRate)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        SCOPED_TRACE(profile);
        const Attributes parts{{"CongestionControl", "ns3::NoCongestionControl"}};
        BuildStar(profile, parts, 50'000'000'000);
        const int64_t slowPs = Transfer(1'000'000);
        Simulator::Destroy();
        BuildStar(profile, parts, 100'000'000'000);
        Fail("DegradedLink", {{"From", "host0"}, {"To", "switch0"}, {"Rate", "50Gbps"}});
        // Credits keep the update interval of the rate that the link was made for: a credit packet
        // may be on the way where another one is not.
        EXPECT_NEAR(Transfer(1'000'000), slowPs, profile == "RoceFabric" ? 0 : 10'000);
        // Its whole rate is back at 81 us. 1 MB takes 160 us and headers; half of it is 80 us.
        Simulator::Destroy();
        BuildStar(profile, parts, 100'000'000'000);
        Fail("DegradedLink",
             {{"From", "host0"}, {"To", "switch0"}, {"Rate", "50Gbps"}, {"Stop", "81us"}});
        EXPECT_NEAR(Transfer(1'000'000), slowPs - 40'000'000, 2'000'000);
        Simulator::Destroy();
    }
}

/**
 * At 1e-6 a WRITE MIDDLE of 4096 B, a frame of 4158 B, is lost with probability
 * 1 - (1 - 1e-6)^33264 = 0.03272, and an acknowledgement of 66 B with 0.00053. 9,766 packets or
 * more are within four standard deviations, 0.0072.
 */
TEST_F(LinkQualityTest, BitErrorsHitLongFrames)
{
    BuildStar("RoceFabric",
              "CongestionControl=ns3::NoCongestionControl LossRecovery=ns3::SelectiveRepeat "
              "Nic=ns3::RdmaNic[AckTimeout=50us|RetryCount=1000]",
              100'000'000'000);
    Fail("BitErrors", {{"From", "switch0"}, {"To", "host0"}, {"Rate", "1e-6"}});
    EXPECT_GT(Transfer(40'000'000), 0);
    const auto& data = m_network.channels[0]->GetCounters(0);
    const auto& answers = m_network.channels[0]->GetCounters(1);
    EXPECT_GE(data.sentPackets, 9'766u);
    EXPECT_NEAR(static_cast<double>(data.lostPackets) / data.sentPackets,
                1 - std::pow(1 - 1e-6, 8 * 4158),
                0.0072);
    EXPECT_LT(static_cast<double>(answers.lostPackets) / answers.sentPackets, 0.003);
    EXPECT_EQ(m_network.channels[1]->GetCounters(0).lostPackets, 0u);
    EXPECT_EQ(m_network.channels[1]->GetCounters(1).lostPackets, 0u);
}

/** Lost data and lost credits are repaired: by retransmission, and by repeated credit updates. */
TEST_F(LinkQualityTest, CreditsOutliveBitErrorsOfAllLinks)
{
    BuildStar("InfiniBandFabric",
              {{"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=1000]"}},
              100'000'000'000);
    Fail("BitErrors", {{"Rate", "1e-6"}, {"Start", "50us"}, {"Stop", "250us"}});
    EXPECT_GT(Transfer(10'000'000), 0);
    uint64_t lost = 0;
    for (const auto& channel : m_network.channels)
    {
        lost += channel->GetCounters(0).lostPackets + channel->GetCounters(1).lostPackets;
        EXPECT_TRUE(channel->IsLossy()); // it was: credits are told on
    }
    EXPECT_GT(lost, 0u);
    const LosslessAudit audit(m_network.GetParts());
    EXPECT_TRUE(audit.GetViolations().empty());
}

/** No queue pair sends twice or is told of a gap, and what was sent is what was received. */
TEST_F(LinkQualityTest, TransportsSeeNoBitErrors)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        for (const int64_t delayPs : {10'000, 2'000'000})
        {
            for (const std::string rate : {"1e-7", "1e-6", "1e-5"})
            {
                SCOPED_TRACE(profile + " " + std::to_string(delayPs) + " ps " + rate);
                BuildRetries(profile, delayPs);
                Fail("BitErrors", {{"Rate", rate}});
                EXPECT_GT(Transfer(4'000'000), 0);
                const auto sums = FabricStatistics::Collect(m_network.GetParts(), m_donePs);
                EXPECT_EQ(sums.retransmittedPackets, 0u);
                EXPECT_EQ(sums.timeouts, 0u);
                uint64_t discarded = 0;
                for (const auto& channel : m_network.channels)
                {
                    discarded += channel->GetCounters(0).discardedPackets +
                                 channel->GetCounters(1).discardedPackets;
                }
                EXPECT_GT(discarded, 0u);
                const LosslessAudit audit(m_network.GetParts());
                EXPECT_TRUE(audit.GetViolations().empty());
                Simulator::Destroy();
            }
        }
    }
}

/** Frames of both directions meet on a link whose rate falls to a tenth and rises again. */
TEST_F(LinkQualityTest, AnotherRateSendsNothingAgain)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        for (const int64_t delayPs : {10'000, 2'000'000})
        {
            for (const auto& [type, rate] :
                 {std::pair<std::string, Attributes>{"DegradedLink", {{"Rate", "10Gbps"}}},
                  {"LaneLoss", {{"Lanes", "16"}, {"Lost", "15"}}}})
            {
                SCOPED_TRACE(profile + " " + std::to_string(delayPs) + " ps " + type);
                BuildRetries(profile, delayPs);
                Fail(type, "From=host0 To=switch0 Start=30us Stop=90us" + rate);
                const auto back = RdmaNic::Connect(m_network.nics[1], m_network.nics[0], 3);
                back.first->PostWrite(4'000'000, 0);
                // At the whole rate it takes 335 us; 60 us at a tenth or less are 54 us more.
                EXPECT_GT(Transfer(4'000'000), 380'000'000);
                for (const uint32_t side : {0U, 1U})
                {
                    EXPECT_EQ(m_network.channels[0]->GetCounters(side).discardedPackets, 0u);
                    // A cut-through switch passes on a frame as slowly as it began to come.
                    EXPECT_LE(m_network.channels[1]->GetCounters(side).discardedPackets,
                              profile == "RoceFabric" ? 0u : 2u);
                }
                EXPECT_EQ(FabricStatistics::Collect(m_network.GetParts(), m_donePs).timeouts, 0u);
                const LosslessAudit audit(m_network.GetParts());
                EXPECT_TRUE(audit.GetViolations().empty());
                Simulator::Destroy();
            }
        }
    }
}
