// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class RegionsTest : public NetworkTest
{
  protected:
    /** Two stars of four hosts of 100 Gb/s, and a link between them that all can fill. */
    void BuildRegions(const std::string& kilometres, const Attributes& parts = {})
    {
        const Attributes quiet = "CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
                                 "RetransmissionTimer=ns3::LocalAckTimer";
        Build("RoceFabric",
              quiet + parts,
              Topology("RegionsTopology",
                       {{"Site", "ns3::StarTopology[Hosts=4|Rate=100Gbps|Delay=100ns]"},
                        {"PortRate", "100Gbps"},
                        {"BondedPorts", "4"},
                        {"Kilometres", kilometres}}));
    }

    /** @return end of an all-reduce among all hosts, in ps */
    double AllReducePs(const std::string& algorithm, uint64_t bytes)
    {
        const auto job =
            Add("CollectiveWorkload",
                {{"Algorithm", "ns3::" + algorithm}, {"Bytes", std::to_string(bytes)}});
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_TRUE(job->IsFinished());
        return static_cast<double>(job->GetFinishPs());
    }

    /** @return time from posting a message to its acknowledgement, in ps */
    double IdealPs(uint32_t to, uint64_t bytes)
    {
        return static_cast<double>(m_network.IdealMessagePs(0, to, bytes));
    }
};

} // namespace

/**
 * R = 2 regions of g = 4 ranks: 2 (g - 1) steps of S/g within a region, 2 (R - 1) of S/(g R) beyond
 * it. In a ring of all, each chunk passes the fibre three or four times, one after the other.
 */
TEST_F(RegionsTest, AnAllReduceByRegionsCrossesTheFibreTwice)
{
    constexpr uint64_t BYTES = 4'000'000;
    for (const std::string kilometres : {"0.1", "10", "100", "1000"})
    {
        SCOPED_TRACE(kilometres + " km");
        Restart();
        BuildRegions(kilometres);
        // Acknowledgements come back over two links of 100 ns, or also two of 1 us and the fibre.
        // The job ends with the last message within a region, or the last acknowledgement beyond.
        const double fibrePs = 5e6 * std::stod(kilometres);
        const double withinPs = IdealPs(1, BYTES / 4) - 0.2e6;
        const double beyondPs = IdealPs(4, BYTES / 8);
        const double arrivalPs = beyondPs - 2.2e6 - fibrePs;
        const double lawPs =
            3 * withinPs + arrivalPs + std::max(arrivalPs + 3 * withinPs, beyondPs);
        const double endPs = AllReducePs("RegionAllReduce", BYTES);
        EXPECT_GT(endPs, 0.98 * lawPs); // of switches that acknowledgements pass
        EXPECT_LT(endPs, 1.03 * lawPs);
    }
    Restart();
    BuildRegions("100");
    EXPECT_GT(AllReducePs("RingAllReduce", BYTES), 3 * 500e6);
}

/**
 * A message of 50 MB over 1,000 km, at 100 Gb/s and a round trip of 10 ms, takes the time of an
 * idle network with each flow control and transport: nothing is sent twice and no window binds.
 */
TEST_F(RegionsTest, OneFlowFillsALongLink)
{
    constexpr uint64_t BYTES = 50'000'000;
    for (const std::string parts : {"FlowControl=ns3::PriorityFlowControl",
                                    "FlowControl=ns3::CreditBasedFlowControl",
                                    "CongestionControl=ns3::DcqcnConnectX Marker=ns3::RedMarker",
                                    "CongestionControl=ns3::Hpcc",
                                    "CongestionControl=ns3::Swift"})
    {
        SCOPED_TRACE(parts);
        Restart();
        BuildRegions("1000", parts);
        const auto job = Add(
            "IncastWorkload",
            {{"Sources", "1"}, {"Hosts", "4"}, {"Target", "0"}, {"Bytes", std::to_string(BYTES)}});
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_TRUE(job->IsFinished());
        EXPECT_EQ(Statistics().retransmittedPackets, 0u);
        EXPECT_LT(static_cast<double>((*job->GetRecords().begin()).finishedPs),
                  1.1 * static_cast<double>(m_network.IdealMessagePs(4, 0, BYTES)));
    }
}
