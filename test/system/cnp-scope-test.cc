// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "two-flow-test.h"

#include "ns3/input-error.h"

#include <cstdint>
#include <string>

using namespace ns3;

namespace
{

/** Two queue pairs of host 0 and one of host 1 to host 2, whose packets are all marked. */
class CnpScopeTest : public TwoFlowTest
{
  protected:
    /** @return CNPs that host 2 sends in 1 ms */
    uint64_t CountCnps(const std::string& scope)
    {
        Build("RoceFabric",
              {{"CongestionControl", "ns3::NoCongestionControl"},
               {"Marker", "ns3::StepMarker[ThresholdBytes=1]"},
               {"Nic", "ns3::RdmaNic[MtuBytes=1000|CnpInterval=10us|CnpScope=" + scope + "]"}},
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}}));
        for (const uint32_t host : {0, 0, 1})
        {
            RdmaNic::Connect(m_network.nics[host], m_network.nics[RECEIVER], PRIORITY)
                .first->PostWrite(1'000'000'000, 0);
        }
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        const uint64_t cnps = m_network.nics[RECEIVER]->GetCounters().cnpsSent;
        Simulator::Destroy();
        return cnps;
    }
};

} // namespace

/** One every 10 us, of whoever shares that: of three queue pairs, of two hosts, of the port. */
TEST_F(CnpScopeTest, TheIntervalIsOfAQueuePairAHostOrThePort)
{
    EXPECT_NEAR(CountCnps("queue-pair"), 300, 6);
    EXPECT_NEAR(CountCnps("host"), 200, 4);
    EXPECT_NEAR(CountCnps("port"), 100, 2);
    EXPECT_THROW(CountCnps("nic"), InputError);
}
