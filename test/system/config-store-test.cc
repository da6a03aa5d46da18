// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "star-test.h"
#include "temporary-file.h"

#ifdef AI_FABRIC_CONFIG_STORE

#include "ns3/config-store.h"
#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Has ns-3 save or load.
 *
 * @param mode which
 * @param path of the file
 */
void
Store(const std::string& mode, const std::string& path, bool defaults)
{
    Config::SetDefault("ns3::ConfigStore::Mode", StringValue(mode));
    Config::SetDefault("ns3::ConfigStore::FileFormat", StringValue("RawText"));
    Config::SetDefault("ns3::ConfigStore::Filename", StringValue(path));
    ConfigStore store;
    if (defaults)
    {
        store.ConfigureDefaults();
    }
    else
    {
        store.ConfigureAttributes();
    }
}

/** @return the value of an attribute of the first object of a path, as text */
std::string
GetValue(const std::string& path, const std::string& attribute)
{
    StringValue value;
    Config::LookupMatches(path).Get(0)->GetAttribute(attribute, value);
    return value.Get();
}

class ConfigStoreTest : public StarTest
{
};

} // namespace

TEST_F(ConfigStoreTest, ConfigStoreSavesAndLoadsAttributes)
{
    const std::string nic = "/NodeList/*/$ns3::RdmaNic";
    const std::vector<std::tuple<std::string, std::string, std::string>> values = {
        {"/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::RedMarker", "KminBytes", "123456"},
        {"/NodeList/*/$ns3::FabricSwitch/Buffer/$ns3::SharedBuffer", "LossyAlpha", "0.75"},
        {"/NodeList/*/DeviceList/*/$ns3::FabricNetDevice/FlowControl/$ns3::PriorityFlowControl",
         "PauseQuanta",
         "1000"},
        {nic, "RetryCount", "3"},
        {nic + "/QueuePairList/*/CongestionControl/$ns3::Dcqcn", "RateAi", "55000000bps"},
        {"/NodeList/*/$ns3::Gpu", "Slowdown", "2"},
        {"/ChannelList/*/$ns3::FabricChannel", "ErrorRate", "0.001"},
    };
    const TemporaryFile file("");
    const Attributes parts = {{"CongestionControl", "ns3::Dcqcn"}, {"Marker", "ns3::RedMarker"}};
    BuildStar("RoceFabric", parts);
    ConnectTwo();
    for (const auto& [path, attribute, value] : values)
    {
        EXPECT_NE(GetValue(path, attribute), value) << "is the default: no test of " << attribute;
        Config::Set(path + '/' + attribute, StringValue(value));
    }
    Store("Save", file.GetPath(), false);

    m_network = {};
    m_senders.clear();
    SetUp(); // a new simulation with the defaults
    BuildStar("RoceFabric", parts);
    ConnectTwo();
    for (const auto& [path, attribute, value] : values)
    {
        EXPECT_NE(GetValue(path, attribute), value) << attribute;
    }
    Store("Load", file.GetPath(), false);
    for (const auto& [path, attribute, value] : values)
    {
        EXPECT_EQ(GetValue(path, attribute), value) << attribute;
    }
}

// Every default of the module survives writing and reading; a changed default is taken over.
TEST_F(ConfigStoreTest, ConfigStoreSavesAndLoadsDefaults)
{
    const TemporaryFile file("");
    Config::SetDefault("ns3::RdmaNic::MtuBytes", UintegerValue(1024));
    Store("Save", file.GetPath(), true);
    Config::Reset();
    Store("Load", file.GetPath(), true);
    BuildStar("RoceFabric", {});
    EXPECT_EQ(m_network.nics[0]->GetMtuBytes(), 1024u);
}

#endif // AI_FABRIC_CONFIG_STORE
