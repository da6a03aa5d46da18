// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

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
    EXPECT_NE(report.find("job fan-in: 4 of 6 operations complete\n"), std::string::npos) << report;
    EXPECT_NE(report.find("rank 1"), std::string::npos) << report;
    EXPECT_EQ(report.find("rank 0"), std::string::npos) << report;
    EXPECT_NE(report.find("queue pairs with work:\n  host 1 -> host 3 queue pair 2: 0 of 10000 B "
                          "acknowledged, waits for acknowledgements\n"),
              std::string::npos)
        << report;
    EXPECT_EQ(report.find("host 0 -> host"), std::string::npos) << report;
    EXPECT_EQ(report.find("ports kept back"), std::string::npos) << report;
}

TEST_F(StallReportTest, NamesPortsThatArePaused)
{
    Build("RoceFabric",
          {{"CongestionControl", "ns3::NoCongestionControl"},
           {"Buffer", "ns3::SharedBuffer[SizeBytes=600000]"}},
          Topology("StarTopology", {{"Hosts", "9"}}));
    Add("IncastWorkload", {{"Bytes", "1000000"}});
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    const std::string report = Report(2);
    EXPECT_NE(report.find("ports kept back by flow control:\n"), std::string::npos) << report;
    EXPECT_NE(report.find("paused by PFC since"), std::string::npos) << report;
    EXPECT_NE(report.find("by node 9\n"), std::string::npos) << report;      // the switch
    EXPECT_NE(report.find("... and 6 more\n"), std::string::npos) << report; // of 8 queue pairs
}

TEST_F(StallReportTest, ANetworkAtRestWaitsForNothing)
{
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    Add("IncastWorkload", {{"Bytes", "10000"}});
    Simulator::Run();
    EXPECT_EQ(Report(), "queue pairs with work:\n");
}
