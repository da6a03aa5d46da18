// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Links that work well in one direction and not in the other.

#include "error-message.h"
#include "transfer-test.h"
#include "units.h"

#include "ns3/fabric-failure.h"
#include "ns3/input-error.h"
#include "ns3/link-retry.h"

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

const Attributes NONE{{"CongestionControl", "ns3::NoCongestionControl"}};

/** A host and the switch, in the direction that fails. */
const Attributes UP{{"From", "host0"}, {"To", "switch0"}, {"OneWay", "true"}};
const Attributes DOWN{{"From", "switch0"}, {"To", "host0"}, {"OneWay", "true"}};
const Attributes BOTH{{"From", "host0"}, {"To", "switch0"}};

/** Hosts on a switch, with links of 100 Gb/s. */
class OneWayLinksTest : public TransferTest
{
  protected:
    void BuildStar(const std::string& profile, const Attributes& parts, int64_t delayPs = 500'000)
    {
        auto topology = Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}});
        for (auto& link : topology.links)
        {
            link.delayPs = delayPs;
        }
        Build(profile, parts, topology);
    }

    /** @return when a message is acknowledged on a star with a failure */
    int64_t TransferWith(const std::string& profile,
                         const std::string& failure,
                         const Attributes& attributes)
    {
        BuildStar(profile, NONE);
        Fail(failure, attributes);
        const int64_t donePs = Transfer(1'000'000);
        ExpectNoViolation();
        Restart();
        return donePs;
    }
};

} // namespace

/**
 * Data take the one direction, and the other one counts for the last acknowledgement alone.
 * RoCEv2's has 14 + 20 + 8 + 12 + 4 + 4 + 4 = 66 B, and 20 B before and after the frame: 86 B
 * take 13.76 ns at 50 Gb/s and 6.88 ns at 100 Gb/s. InfiniBand's is shorter, and waits for a packet
 * of credits or not.
 */
TEST_F(OneWayLinksTest, OneDirectionIsSlowAndTheOtherIsNot)
{
    for (const auto& [profile, answerPs, tolerancePs] :
         {std::tuple<std::string, int64_t, int64_t>{"RoceFabric", 6'880, 0},
          {"InfiniBandFabric", 0, 15'000}})
    {
        SCOPED_TRACE(profile);
        for (const auto& [type, rate] :
             {std::pair<std::string, Attributes>{"DegradedLink", {{"Rate", "50Gbps"}}},
              {"LaneLoss", {{"Lanes", "4"}, {"Lost", "2"}}}})
        {
            SCOPED_TRACE(type);
            const int64_t wholePs = TransferWith(profile, "BitErrors", UP + "Start=90ms");
            const int64_t bothPs = TransferWith(profile, type, BOTH + rate);
            EXPECT_GT(bothPs, wholePs + 79 * US);
            // Packets leave the switch by the faster link: they have to be stored as before.
            const int64_t upPs = TransferWith(profile, type, UP + rate);
            EXPECT_NEAR(upPs, bothPs - answerPs, tolerancePs);
            const int64_t downPs = TransferWith(profile, type, DOWN + rate);
            EXPECT_NEAR(downPs, wholePs + answerPs, tolerancePs);
        }
    }
}

/** One of both directions and one of one: the least rate holds for each, while it is there. */
TEST_F(OneWayLinksTest, TheyOverlapByDirection)
{
    BuildStar("RoceFabric", NONE);
    Fail("DegradedLink", BOTH + "Rate=50Gbps Start=10us Stop=30us");
    Fail("DegradedLink", UP + "Rate=20Gbps Start=20us Stop=40us");
    Fail("DegradedLink", DOWN + "Rate=80Gbps Start=20us");
    const auto& channel = *m_network.channels[0];
    const auto rates = [this, &channel] {
        std::vector<uint64_t> gbps;
        for (const uint32_t side : {0U, 1U})
        {
            const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
            gbps.push_back(port->GetRatebps() / 1'000'000'000);
        }
        const uint32_t host = channel.GetDevice(0)->GetNode() == m_network.hosts.Get(0) ? 0 : 1;
        return std::pair{gbps[host], gbps[1 - host]};
    };
    using Rates = std::pair<uint64_t, uint64_t>;
    for (const auto& [us, expected] : {std::pair<int64_t, Rates>{5, {100, 100}},
                                       {15, {50, 50}},
                                       {25, {20, 50}},
                                       {35, {20, 80}},
                                       {45, {100, 80}}})
    {
        Simulator::Schedule(MicroSeconds(us),
                            [&rates, expected = expected] { EXPECT_EQ(rates(), expected); });
    }
    Simulator::Run();
}

/**
 * Of 66 B an acknowledgement, at 1e-4 lost with probability 1 - (1 - 1e-4)^528 = 0.0514; no data
 * is. Or of 4158 B data, at 1e-6 with 1 - (1 - 1e-6)^33264 = 0.0327, and no acknowledgement.
 */
TEST_F(OneWayLinksTest, BitErrorsOfOneDirectionHitNothingElse)
{
    for (const bool up : {true, false})
    {
        SCOPED_TRACE(up ? "up" : "down");
        BuildStar("RoceFabric",
                  NONE + "LossRecovery=ns3::SelectiveRepeat "
                         "Nic=ns3::RdmaNic[AckTimeout=50us|RetryCount=1000|AckInterval=1]");
        Fail("BitErrors", up ? UP + "Rate=1e-6" : DOWN + "Rate=1e-4");
        EXPECT_GT(Transfer(40'000'000), 0);
        const auto& channel = *m_network.channels[0];
        const uint32_t host = channel.GetDevice(0)->GetNode() == m_network.hosts.Get(0) ? 0 : 1;
        const auto hit = channel.GetCounters(up ? host : 1 - host);
        const auto other = channel.GetCounters(up ? 1 - host : host);
        EXPECT_EQ(other.lostPackets, 0u);
        const auto sent = static_cast<double>(hit.sentPackets);
        const double p = up ? 1 - std::pow(1 - 1e-6, 8 * 4158) : 1 - std::pow(1 - 1e-4, 8 * 66);
        EXPECT_GT(sent, 5000);
        EXPECT_NEAR(static_cast<double>(hit.lostPackets) / sent,
                    p,
                    4 * std::sqrt(p * (1 - p) / sent));
        EXPECT_EQ(m_network.channels[1]->GetCounters(0).lostPackets, 0u);
        EXPECT_EQ(m_network.channels[1]->GetCounters(1).lostPackets, 0u);
        ExpectNoViolation();
        Restart();
    }
}

/** Codewords behave alike: 1e-3 loses frames of both kinds, in the affected direction. */
TEST_F(OneWayLinksTest, CodewordErrorsToo)
{
    BuildStar("RoceFabric", NONE + "Nic=ns3::RdmaNic[AckTimeout=50us|RetryCount=1000]");
    Fail("CodewordErrors", UP + "Rate=1.5e-3");
    EXPECT_GT(Transfer(10'000'000), 0);
    const auto& channel = *m_network.channels[0];
    const uint32_t host = channel.GetDevice(0)->GetNode() == m_network.hosts.Get(0) ? 0 : 1;
    EXPECT_GT(channel.GetCounters(host).lostPackets, 0u);
    EXPECT_EQ(channel.GetCounters(1 - host).lostPackets, 0u);
}

/**
 * A receiver stops its switch for 2 ms, and that its host, over a direction of a tenth of the rate.
 * A pause lasts 65535 * 512 bit / 100 Gb/s = 336 us, so it has to be sent again before: the other
 * end counts by the rate of the faster direction, too, or the host would send into a full buffer.
 */
TEST_F(OneWayLinksTest, APauseOverASlowWayStands)
{
    BuildStar("RoceFabric", NONE);
    Fail("DegradedLink", DOWN + "Rate=10Gbps");
    Fail("PauseStorm", {{"Host", "1"}, {"Priority", "3"}, {"Start", "10us"}, {"Stop", "2010us"}});
    EXPECT_GT(Transfer(100'000'000), 0);
    const auto& channel = *m_network.channels[0];
    const uint32_t host = channel.GetDevice(0)->GetNode() == m_network.hosts.Get(0) ? 0 : 1;
    const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(host));
    // The buffer fills within 2 ms; then the host waits for the rest of them.
    EXPECT_GT(port->GetFlowControl().GetBlockedPs(3, m_donePs), 0);
    const auto sums = Statistics();
    EXPECT_EQ(sums.drops, 0u);
    EXPECT_EQ(sums.retransmittedPackets, 0u);
    ExpectNoViolation();
}

/** The wait for an acknowledgement depends on the rate of the way back and of the way there. */
TEST_F(OneWayLinksTest, LinkRetrySendsNothingAgain)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        for (const int64_t delayPs : {10'000, 2'000'000})
        {
            for (const auto& side : {UP, DOWN})
            {
                SCOPED_TRACE(profile + " " + std::to_string(delayPs) + " ps from " +
                             side.front().second);
                BuildStar(profile, NONE + "LinkRetry=ns3::GoBackNLinkRetry", delayPs);
                Fail("DegradedLink", side + "Rate=10Gbps Start=30us Stop=90us");
                const auto back = RdmaNic::Connect(m_network.nics[1], m_network.nics[0], 3);
                back.first->PostWrite(4'000'000, 0);
                EXPECT_GT(Transfer(4'000'000), 0);
                for (const uint32_t sender : {0U, 1U})
                {
                    const auto port =
                        StaticCast<FabricNetDevice>(m_network.channels[0]->GetDevice(sender));
                    EXPECT_EQ(port->GetRetry()->GetCounters().replays, 0u);
                    EXPECT_EQ(m_network.channels[0]->GetCounters(sender).discardedPackets, 0u);
                }
                EXPECT_EQ(Statistics().timeouts, 0u);
                ExpectNoViolation();
                Restart();
            }
        }
    }
}

TEST_F(OneWayLinksTest, AllLinksTogetherHaveNoDirection)
{
    BuildStar("RoceFabric", NONE);
    for (const std::string type : {"BitErrors", "CodewordErrors"})
    {
        EXPECT_EQ(MessageOf<InputError>([&] {
                      Fail(type, {{"OneWay", "true"}});
                  }),
                  "ns3::" + type +
                      " OneWay: is true without From and To; expected both, since a failure of all "
                      "links has no direction");
    }
    const auto failure = Make<FabricFailure>("BitErrors", UP);
    EXPECT_EQ(failure->Describe(m_network).what, "host0 to switch0 one way");
}
