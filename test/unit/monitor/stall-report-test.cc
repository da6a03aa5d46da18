// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"

#include "ns3/double.h"
#include "ns3/stall-report.h"

using namespace ns3;

namespace
{

class StallReportTest : public NetworkTest
{
  protected:
    /** @param lines how many of each part @return the report now */
    std::string Report(uint64_t lines = 10) const
    {
        return StallReport(m_jobs, m_network.GetParts(), lines);
    }
};

} // namespace

TEST_F(StallReportTest, NamesRanksHostsAndQueuePairsThatWait)
{
    // The link of host 1 is dead and the timeout is far away.
    Build("RoceFabric",
          {{"Nic", "ns3::RdmaNic[AckTimeout=1s]"}},
          Topology("StarTopology", {{"Hosts", "4"}}));
    m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    Add("IncastWorkload", {{"Name", "fan-in"}, {"Bytes", "10000"}});
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    const std::string report = Report();
    // 3 sends and 3 receptions; those of hosts 0 and 2 are complete.
    EXPECT_TRUE(Has(report, "job fan-in: 4 of 6 operations complete\n"));
    EXPECT_TRUE(Has(report, "rank 1"));
    EXPECT_FALSE(Has(report, "rank 0"));
    EXPECT_TRUE(Has(report,
                    "queue pairs with work:\n  host 1 -> host 3 queue pair 2: 0 of 10000 B "
                    "acknowledged, waits for acknowledgements\n"));
    EXPECT_FALSE(Has(report, "host 0 -> host"));
    EXPECT_FALSE(Has(report, "ports kept back"));
}

TEST_F(StallReportTest, NamesPortsThatArePaused)
{
    Build("RoceFabric",
          "CongestionControl=ns3::NoCongestionControl Buffer=ns3::SharedBuffer[SizeBytes=600000]",
          Topology("StarTopology", {{"Hosts", "9"}}));
    Add("IncastWorkload", {{"Bytes", "1000000"}});
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    const std::string report = Report(2);
    EXPECT_TRUE(Has(report, "ports kept back by flow control:\n"));
    EXPECT_TRUE(Has(report, "paused by PFC since"));
    EXPECT_TRUE(Has(report, "by node 9\n"));      // the switch
    EXPECT_TRUE(Has(report, "... and 6 more\n")); // of 8 queue pairs
}

TEST_F(StallReportTest, ANetworkAtRestWaitsForNothing)
{
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    Add("IncastWorkload", {{"Bytes", "10000"}});
    Simulator::Run();
    EXPECT_EQ(Report(), "queue pairs with work:\n");
}
