// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// MP-RDMA on whole networks: what it fills, what slow and lossy paths cost it, what a receiver
// keeps.

#include "uet-test.h"
#include "units.h"

#include "ns3/fabric-failure.h"
#include "ns3/uet-header.h"

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

constexpr double PAYLOAD = 4096;
constexpr double MP_RDMA_WIRE = PAYLOAD + 122; //!< of a packet on the line

class MpRdmaNetworkTest : public UetTest
{
  protected:
    /**
     * @param bound of what is out of order: of the congestion control, twice as much of the
     *        receiver; 0: none
     * @param entropy policy
     * @return the parts of a fabric
     */
    static Attributes Parts(uint32_t bound, const std::string& entropy = "ns3::MpRdmaEntropyPolicy")
    {
        const auto bitmap = std::to_string(2 * bound);
        const auto reorder = std::to_string(bound > 0 ? 2 * bound - 1 : 1000);
        return {{"Transport",
                 "ns3::UltraEthernetTransport[AckBytes=1|BitmapPackets=" + bitmap +
                     "|ReorderPackets=" + reorder + "]"},
                {"CongestionControl",
                 "ns3::MpRdma[MaxWindow=1000|OutOfOrderPackets=" + std::to_string(bound) + "]"},
                {"EntropyPolicy", entropy},
                {"Marker", "ns3::StepMarker[ThresholdBytes=65000|ReferenceRate=0bps]"},
                {"Nic", "ns3::RdmaNic[AckPriority=6|MtuBytes=4096]"}};
    }

    /** Two leaves with four uplinks of 25 Gb/s and hosts of 100 Gb/s. */
    static FabricTopology Leaves(uint32_t hosts, const std::string& delay)
    {
        return Topology("LeafSpineTopology",
                        {{"Leaves", "2"},
                         {"Spines", "4"},
                         {"HostsPerLeaf", std::to_string(hosts)},
                         {"HostRate", "100Gbps"},
                         {"UplinkRate", "25Gbps"},
                         {"HostDelay", delay},
                         {"UplinkDelay", delay}});
    }

    void Fail(const std::string& type, uint32_t spine, const Attributes& attributes)
    {
        NetworkTest::Fail(type, "From=leaf0 To=spine" + std::to_string(spine) + attributes);
    }

    /**
     * Runs two messages to the other leaf, one behind the other: in the first one paths get what
     * they carry, as a window changes by a packet in a round trip.
     *
     * @return the share of the host's line that the second one had
     */
    double SendAcross(uint32_t hosts, uint64_t first, uint64_t second)
    {
        MessageChannel& channel = Open(0, hosts);
        channel.Post(first, 0);
        channel.Post(second, 1);
        Simulator::Run();
        ExpectOnce(2);
        EXPECT_EQ(Statistics().deliveredBytes, first + second);
        m_uplinks.clear();
        for (std::size_t port = hosts; port < hosts + 4; ++port)
        {
            const auto& device = m_network.fabricSwitches[0]->GetPorts()[port];
            m_uplinks.push_back(
                static_cast<double>(device->GetCounters(GetLastArrivalPs()).dataPackets));
        }
        const auto& arrivals = m_client.arrivals;
        const int64_t betweenPs = arrivals[1].arrivedPs - arrivals[0].arrivedPs;
        return GetShare(second, betweenPs);
    }

    /** @return the share of a line of 100 Gb/s that payload has in a time */
    static double GetShare(uint64_t bytes, int64_t timePs)
    {
        return 8e12 * static_cast<double>(bytes) / static_cast<double>(timePs) /
               (100e9 * PAYLOAD / MP_RDMA_WIRE);
    }

    /** @return the share of the data packets that the first uplink carried */
    double GetFirstShare() const
    {
        return m_uplinks.front() / std::accumulate(m_uplinks.begin(), m_uplinks.end(), 0.0);
    }

    std::vector<double> m_uplinks; //!< data packets that leaf 0 sent by each
};

} // namespace

/** Packets clocked by acknowledgements fill all four alike; the paper's bounds cost a part. */
TEST_F(MpRdmaNetworkTest, OneFlowFillsFourUplinks)
{
    for (const uint32_t hosts : {3, 17})
    {
        for (const std::string delay : {"10ns", "2us"})
        {
            SCOPED_TRACE(delay);
            BuildUet(Parts(0), Leaves(hosts, delay));
            EXPECT_GT(SendAcross(hosts, 80'000'000, 40'000'000), 0.97);
            EXPECT_NEAR(GetFirstShare(), 0.25, 0.04) << "with the start";
            Simulator::Destroy();
            BuildUet(Parts(32), Leaves(hosts, delay));
            EXPECT_GT(SendAcross(hosts, 40'000'000, 20'000'000), 0.75);
            Simulator::Destroy();
        }
    }
}

/**
 * Three uplinks at 25 Gb/s and one at 2.5 carry 0.775 of the host's line, and the three alone 0.75.
 * What is spread alike waits for the slow one: four times a tenth of a quarter.
 */
TEST_F(MpRdmaNetworkTest, ASlowUplinkCostsWhatItDoesNotCarry)
{
    for (const std::string delay : {"10ns", "2us"})
    {
        SCOPED_TRACE(delay);
        for (const uint32_t bound : {0, 32})
        {
            BuildUet(Parts(bound), Leaves(3, delay));
            Fail("DegradedLink", 0, {{"Rate", "2.5Gbps"}});
            const double share = SendAcross(3, 80'000'000, 40'000'000);
            EXPECT_GT(share, 0.65) << bound;
            EXPECT_LT(share, 0.785) << bound;
            EXPECT_LT(GetFirstShare(), 0.05) << bound;
            Simulator::Destroy();
        }
        BuildUet(Parts(0, "ns3::ObliviousEntropyPolicy"), Leaves(3, delay));
        Fail("DegradedLink", 0, {{"Rate", "2.5Gbps"}});
        EXPECT_LT(SendAcross(3, 20'000'000, 20'000'000), 0.15);
        Simulator::Destroy();
    }
}

/**
 * With 0.5 to 10 % of the packets of each uplink lost it has 2 to 4 times what one path with
 * go-back-N has, as in the paper. By hand, the latter has 1 / (1 + p B / (1 - p)) of its 25 Gb/s if
 * B packets follow a lost one until that is known, about a round trip: with 10 ns some 5 of them.
 */
TEST_F(MpRdmaNetworkTest, LossTakesLessThanFromOnePathWithGoBackN)
{
    for (const double loss : {0.005, 0.01, 0.1})
    {
        for (const std::string delay : {"10ns", "2us"})
        {
            SCOPED_TRACE(std::to_string(loss) + ", " + delay);
            const auto rate = std::to_string(1e9 * -std::log1p(-loss) / (8 * MP_RDMA_WIRE)) + "e-9";
            const auto lose = [&] {
                for (uint32_t spine = 0; spine < 4; ++spine)
                {
                    Fail("BitErrors", spine, {{"Rate", rate}});
                }
            };
            BuildUet(Parts(32), Leaves(3, delay));
            lose();
            const double many = SendAcross(3, 4'000'000, 8'000'000);
            Simulator::Destroy();
            Build("RoceFabric",
                  {{"CongestionControl", "ns3::FixedRate[Rate=25Gbps]"},
                   {"Nic", "ns3::RdmaNic[MtuBytes=4096|AckTimeout=100us|RetryCount=100000]"}},
                  Leaves(3, delay));
            lose();
            const auto job = Add("IncastWorkload", {{"Hosts", "0,3"}, {"Bytes", "8000000"}});
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            ASSERT_TRUE(job->IsFinished());
            const double one = 8e12 * 8e6 / static_cast<double>(job->GetFinishPs()) /
                               (100e9 * PAYLOAD / MP_RDMA_WIRE);
            Simulator::Destroy();
            EXPECT_GT(many / one, 2);
            EXPECT_LT(many / one, 4.5);
        }
    }
}

/** Acknowledgements tell how far beyond the first missing packet one was that was taken. */
TEST_F(MpRdmaNetworkTest, AReceiverTakesNothingBeyondItsBitmap)
{
    for (const uint32_t bound : {2, 5, 32})
    {
        BuildUet(Parts(bound), Leaves(3, "2us"));
        Fail("BitErrors", 1, {{"Rate", "3e-6"}});
        int64_t furthest = 0;
        m_network.nics[3]->GetPort().TraceConnectWithoutContext(
            "Transmit",
            Callback<void, const FabricPacket&, int64_t>(
                [&furthest](const FabricPacket& packet, int64_t) {
                    const auto& answer = packet.As<UetAnswer>();
                    if (answer.type == UetType::ACK_CC && !answer.probe)
                    {
                        const auto beyond = static_cast<int32_t>(answer.psn - answer.cumulative);
                        furthest = std::max<int64_t>(furthest, beyond);
                    }
                }));
        SendAcross(3, 4'000'000, 4'000'000);
        EXPECT_LT(furthest, 2 * static_cast<int64_t>(bound));
        EXPECT_GT(furthest, static_cast<int64_t>(bound));
        EXPECT_GT(Statistics().retransmittedPackets, 0u);
        Simulator::Destroy();
    }
}
