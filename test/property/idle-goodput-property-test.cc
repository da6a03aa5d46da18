// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// What a queue pair gets of an idle network with the defaults of its loss recovery and its
// congestion control: at least 98 % of what the link carries, over cables of any length.

#include "network-test.h"

#include <algorithm>
#include <ostream>
#include <string>

using namespace ns3;

namespace
{

/** An algorithm, what the network must have for it, and where it gets less. */
struct Algorithm
{
    const char* name;
    const char* marker{"ns3::NoMarker"};
    double most{1}; //!< share of the link that it aims at
};

/** For messages of a failed test. */
[[maybe_unused]] std::ostream&
operator<<(std::ostream& to, const Algorithm& algorithm)
{
    return to << algorithm.name;
}

class IdleGoodputPropertyTest : public NetworkTest, public testing::WithParamInterface<Algorithm>
{
  protected:
    static constexpr uint64_t LEAST_PACKETS = 300;

    /** @return hosts 0 and 1 with a switch between them, or three */
    static FabricTopology Wire(bool far, const std::string& rate, const std::string& delay)
    {
        return far ? Topology("LeafSpineTopology",
                              {{"Leaves", "2"},
                               {"Spines", "1"},
                               {"HostsPerLeaf", "1"},
                               {"HostRate", rate},
                               {"UplinkRate", rate},
                               {"HostDelay", delay},
                               {"UplinkDelay", delay}})
                   : Topology("StarTopology", {{"Hosts", "2"}, {"Rate", rate}, {"Delay", delay}});
    }

    /** One message of at least four windows. @return its ideal time over what it took */
    double Share(uint64_t mtuBytes)
    {
        const auto& nic = *m_network.nics.front();
        const uint64_t loopBytes =
            BytesInPs(nic.GetConnectionFactory().GetBaseRttPs(1), nic.GetPort().GetRatebps());
        const uint64_t bytes = (4 * loopBytes / mtuBytes + LEAST_PACKETS) * mtuBytes;
        CommunicationGraph graph(2);
        graph.AddTransfer(0, 1, bytes);
        const auto job = AddGraph(std::move(graph));
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished());
        return static_cast<double>(m_network.IdealMessagePs(0, 1, bytes)) /
               static_cast<double>(job->GetFinishPs() - job->GetStartPs());
    }
};

} // namespace

TEST_P(IdleGoodputPropertyTest, DefaultsLoseAtMostTwoPercent)
{
    const Algorithm& algorithm = GetParam();
    for (const char* recovery : {"ns3::GoBackN", "ns3::GoBackZero", "ns3::SelectiveRepeat"})
    {
        for (const bool far : {false, true})
        {
            for (const char* rate : {"100Gbps", "400Gbps"})
            {
                for (const char* delay : {"10ns", "100ns", "1us", "20us"})
                {
                    for (const uint64_t mtuBytes : {1024, 4096})
                    {
                        Restart();
                        Build("RoceFabric",
                              {{"CongestionControl", std::string("ns3::") + algorithm.name},
                               {"LossRecovery", recovery},
                               {"Marker", algorithm.marker},
                               {"Switch", "ns3::FabricSwitch[Telemetry=true]"},
                               {"Nic", "ns3::RdmaNic[MtuBytes=" + std::to_string(mtuBytes) + "]"}},
                              Wire(far, rate, delay));
                        const double share = Share(mtuBytes);
                        EXPECT_GE(share, 0.98 * algorithm.most)
                            << recovery << ", " << rate << ", cables of " << delay << ", MTU "
                            << mtuBytes << (far ? ", three switches" : ", one switch");
                    }
                }
            }
        }
    }
}

// HPCC aims at 95 % of a link, and gets 91 % where its window is between two packets and three:
// only whole packets go out. Patched TIMELY takes what an idle round trip, 160 us here, is above
// its ReferenceRtt of 50 us for a queue.
INSTANTIATE_TEST_SUITE_P(CongestionControls,
                         IdleGoodputPropertyTest,
                         testing::Values(Algorithm{"NoCongestionControl"},
                                         Algorithm{"FixedRate"},
                                         Algorithm{"Dcqcn", "ns3::RedMarker"},
                                         Algorithm{"DcqcnConnectX", "ns3::RedMarker"},
                                         Algorithm{"DcqcnPlus", "ns3::RedMarker"},
                                         Algorithm{"Dctcp", "ns3::RedMarker"},
                                         Algorithm{"Timely"},
                                         Algorithm{"PatchedTimely", "ns3::NoMarker", 0.92},
                                         Algorithm{"Swift"},
                                         Algorithm{"RttCc"},
                                         Algorithm{"Hpcc", "ns3::NoMarker", 0.92},
                                         Algorithm{"HpccPint", "ns3::NoMarker", 0.92},
                                         Algorithm{"PowerTcp"},
                                         Algorithm{"ThetaPowerTcp"},
                                         Algorithm{"RateWindow", "ns3::RedMarker"},
                                         Algorithm{"Bolt", "ns3::BoltMarker"}),
                         [](const auto& test) { return std::string(test.param.name); });
