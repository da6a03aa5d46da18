// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/config.h"

using namespace ns3;

namespace
{

class ConfigPathTest : public NetworkTest
{
};

size_t
CountMatches(const std::string& path)
{
    return Config::LookupMatches(path).GetN();
}

} // namespace

// Four leaves with four hosts and four spines: 16 hosts, 8 switches, 16 + 16 links of two ends.
TEST_F(ConfigPathTest, PartsAreFoundAsEverywhereInNs3)
{
    Build("RoceFabric",
          {},
          Topology("LeafSpineTopology", {{"Leaves", "4"}, {"Spines", "4"}, {"HostsPerLeaf", "4"}}));
    RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3);
    const std::string device = "/NodeList/*/DeviceList/*/$ns3::FabricNetDevice";
    EXPECT_EQ(CountMatches(device), 64u);
    EXPECT_EQ(CountMatches(device + "/FlowControl"), 64u);
    EXPECT_EQ(CountMatches(device + "/FlowControl/$ns3::PriorityFlowControl"), 64u);
    EXPECT_EQ(CountMatches(device + "/Arbiter"), 64u);
    EXPECT_EQ(CountMatches("/ChannelList/*/$ns3::FabricChannel"), 32u);
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::FabricSwitch"), 8u);
    for (const std::string part : {"Buffer", "Marker", "PathSelector"})
    {
        EXPECT_EQ(CountMatches("/NodeList/*/$ns3::FabricSwitch/" + part), 8u) << part;
    }
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::RdmaNic"), 16u);
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::RdmaNic/QueuePairList/*"), 2u);
    EXPECT_EQ(CountMatches("/NodeList/*/$ns3::Gpu"), 16u);
}
