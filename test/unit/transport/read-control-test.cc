// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Which congestion controls may control the responses to READs.

#include "error-message.h"
#include "network-test.h"
#include "words.h"

#include "ns3/input-error.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

class ReadControlTest : public NetworkTest
{
};

} // namespace

// Nobody acknowledges a response: what works by acknowledgements would never slow it down.
TEST_F(ReadControlTest, ControlsThatWorkByAcknowledgementsAreRefused)
{
    for (const auto& name : Words("Dctcp Timely PatchedTimely Swift Hpcc HpccPint PowerTcp "
                                  "ThetaPowerTcp DcqcnPlus Bolt"))
    {
        Build("RoceFabric",
              {{"CongestionControl", "ns3::" + name},
               {"Marker", name == "Bolt" ? "ns3::BoltMarker" : "ns3::RedMarker"},
               {"Switch", "ns3::FabricSwitch[Telemetry=true]"}},
              Topology("StarTopology", {{"Hosts", "2"}}));
        const auto queuePair = RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3).first;
        EXPECT_EQ(MessageOf<InputError>([&queuePair] { queuePair->PostRead(4096, 0); }),
                  "host 0 -> host 1 queue pair 2: posts a READ, but responses are not "
                  "acknowledged, so ns3::" +
                      name +
                      " would never slow it down; use WRITEs, or a congestion control with "
                      "notifications, such as ns3::Dcqcn");
    }
}

// Two responses meet at one link: marks slow both servers down by CNPs, so that the queue stays
// near the threshold. At line rate it would grow by half of what they have sent: 2 MB.
TEST_F(ReadControlTest, DcqcnSlowsDownAnIncastOfReads)
{
    Build(
        "RoceFabric",
        {{"CongestionControl", "ns3::Dcqcn"}, {"Marker", "ns3::StepMarker[ThresholdBytes=20000]"}},
        Topology("StarTopology", {{"Hosts", "3"}}));
    std::vector<Ptr<RdmaQueuePair>> servers;
    for (const uint32_t server : {1, 2})
    {
        const auto ends = RdmaNic::Connect(m_network.nics[0], m_network.nics[server], 3);
        ends.first->PostRead(2'000'000, 0);
        servers.push_back(ends.second);
    }
    const auto line = m_network.nics[0]->GetPort().GetRatebps();
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    for (const auto& server : servers)
    {
        EXPECT_LE(server->GetCongestionControl().GetRatebps(100'000'000), line * 6 / 10);
    }
}

} // namespace ns3
