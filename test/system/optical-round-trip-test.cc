// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Idle round trip assumed by senders, before and after optical switches join other ports.

#include "reroute-test.h"

#include "ns3/optical-plan.h"
#include "ns3/optical-switching.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

class OpticalRoundTripTest : public RerouteTest
{
  protected:
    /** @return of the first host, ascending: a torus looks the same from everywhere */
    std::vector<int64_t> GetRttsPs() const
    {
        std::vector<int64_t> rtts;
        for (uint32_t host = 1; host < m_network.nics.size(); ++host)
        {
            rtts.push_back(m_network.nics[0]->GetConnectionFactory().GetBaseRttPs(host));
        }
        std::sort(rtts.begin(), rtts.end());
        return rtts;
    }

    /** @return those of a torus that is made so */
    std::vector<int64_t> GetRttsOf(const std::string& cubes)
    {
        Build("RoceFabric", {}, Topology("CubeTorusTopology", Torus(cubes)));
        return GetRttsPs();
    }

    static Attributes Torus(const std::string& cubes)
    {
        return {{"Cubes", cubes}, {"CubeSize", "3"}, {"HostRate", "100Gbps"}, {"Rate", "100Gbps"}};
    }
};

} // namespace

/** 6x6 becomes 3x12, whose farthest chips are 7 links apart and not 6. */
TEST_F(OpticalRoundTripTest, ThoseThatAreMadeLaterHaveThatOfTheNewTorus)
{
    const auto before = GetRttsOf("2x2");
    const auto after = GetRttsOf("1x4");
    ASSERT_NE(before, after);
    const auto generator = Make<TopologyGenerator>("CubeTorusTopology", Torus("2x2"));
    FabricTopology topology = generator->Generate();
    OpticalPlan plan(*generator, topology);
    const auto event = DynamicCast<OpticalSwitching>(Make<FabricFailure>(
        "OpticalRewiring",
        {{"Cubes", "1x4"}, {"ControlTime", "10us"}, {"SwitchingTime", "20us"}}));
    event->Plan(plan);
    Build("RoceFabric",
          {{"RouteManager", "ns3::EthernetRouteManager[DetectionTime=1us|RoutingTime=1us]"}},
          topology);
    event->Install(m_network);
    EXPECT_EQ(GetRttsPs(), before);
    Simulator::Schedule(MicroSeconds(29), [&] { EXPECT_EQ(GetRttsPs(), before); });
    Simulator::Schedule(MicroSeconds(31), [&] { EXPECT_EQ(GetRttsPs(), after); });
    Simulator::Run();
    EXPECT_EQ(GetRttsPs(), after);
}
