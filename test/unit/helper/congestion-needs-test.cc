// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/telemetry-stack.h"

#include <string>

using namespace ns3;

namespace
{

/** Networks whose congestion control and switches fit or do not fit. */
class CongestionNeedsTest : public NetworkTest
{
  protected:
    /** @return error text of Install(), or "no error" */
    std::string Try(const std::string& profile, const Attributes& parts)
    {
        return MessageOf<InputError>([&] {
            Build(profile, parts, Topology("StarTopology", {{"Hosts", "2"}}));
        });
    }
};

} // namespace

TEST_F(CongestionNeedsTest, MarksThatNobodyMakes)
{
    for (const std::string name : {"ns3::Dctcp", "ns3::Dcqcn", "ns3::DcqcnConnectX"})
    {
        EXPECT_EQ(Try("RoceFabric", {{"CongestionControl", name}, {"Marker", "ns3::NoMarker"}}),
                  "congestion control " + name +
                      " needs packets to be marked, and the marker ns3::NoMarker marks none; "
                      "choose a marker that does, such as ns3::RedMarker or ns3::StepMarker, or a "
                      "congestion control that needs no marks");
    }
}

TEST_F(CongestionNeedsTest, TelemetryThatNobodyGives)
{
    const std::string advice = " needs in-band telemetry, and the switch ns3::FabricSwitch gives "
                               "none; set its attribute Telemetry to true, or choose a congestion "
                               "control that needs no telemetry";
    for (const std::string name : {"ns3::Hpcc", "ns3::PowerTcp", "ns3::HpccPint"})
    {
        EXPECT_EQ(
            Try("RoceFabric",
                {{"CongestionControl", name}, {"Switch", "ns3::FabricSwitch[Telemetry=false]"}}),
            "congestion control " + name + advice);
        EXPECT_EQ(Try("InfiniBandFabric", {{"CongestionControl", name}}),
                  "congestion control " + name + advice);
    }
}

TEST_F(CongestionNeedsTest, TagsThatNobodyReadsOrWrites)
{
    EXPECT_EQ(Try("RoceFabric", {{"CongestionControl", "ns3::Bolt"}}),
              "congestion control ns3::Bolt needs switches that read its tags, and the marker "
              "ns3::RedMarker does not read them; choose a marker that does, such as "
              "ns3::BoltMarker for ns3::Bolt, or a congestion control without tags");
    const std::string unread =
        "marker ns3::BoltMarker reads tags that the congestion control ns3::Swift does not write; "
        "choose a congestion control that does, such as ns3::Bolt for ns3::BoltMarker, or a marker "
        "without tags, such as ns3::RedMarker";
    EXPECT_EQ(
        Try("RoceFabric", {{"CongestionControl", "ns3::Swift"}, {"Marker", "ns3::BoltMarker"}}),
        unread);
    EXPECT_EQ(Try("RoceFabric",
                  {{"CongestionControl", "ns3::Swift"},
                   {"LeafSwitches", "ns3::SwitchTier[Marker=ns3::BoltMarker]"}}),
              unread);
    EXPECT_EQ(
        Try("RoceFabric", {{"CongestionControl", "ns3::Bolt"}, {"Marker", "ns3::BoltMarker"}}),
        "no error");
    EXPECT_EQ(m_network.nics[0]->GetPort().GetMaxWireBytes(), 4198 + 12);
    EXPECT_EQ(Try("InfiniBandFabric",
                  {{"CongestionControl", "ns3::Bolt"}, {"Marker", "ns3::BoltMarker"}}),
              "marker: ns3::BoltMarker makes packets in switches, which have no credits for them; "
              "expected a flow control without credits");
    for (const std::string name : {"RateWindow", "Rccc"})
    {
        const auto message = Try("RoceFabric",
                                 "CongestionControl=ns3::" + name +
                                     "[CongestionControl=ns3::Bolt] Marker=ns3::BoltMarker");
        EXPECT_TRUE(Begins(message, name + " CongestionControl: is ns3::Bolt; expected"));
    }
    const auto message = Try("RoceFabric",
                             "CongestionControl=ns3::Bolt Marker=ns3::BoltMarker "
                             "Transport=ns3::UltraEthernetTransport Framing=ns3::UetFraming");
    EXPECT_TRUE(Has(message, "its packets carry no telemetry"));
}

TEST_F(CongestionNeedsTest, WhatFitsIsBuilt)
{
    EXPECT_EQ(Try("RoceFabric", {{"CongestionControl", "ns3::Hpcc"}, {"Marker", "ns3::NoMarker"}}),
              "no error");
    EXPECT_EQ(Try("RoceFabric",
                  "CongestionControl=ns3::Dctcp Marker=ns3::StepMarker "
                  "Switch=ns3::FabricSwitch[Telemetry=false]"),
              "no error");
    for (const std::string name :
         {"ns3::Timely", "ns3::PatchedTimely", "ns3::Swift", "ns3::FixedRate"})
    {
        EXPECT_EQ(Try("InfiniBandFabric", {{"CongestionControl", name}}), "no error");
    }
    EXPECT_EQ(Try("InfiniBandFabric",
                  {{"CongestionControl", "ns3::PowerTcp"},
                   {"Switch", "ns3::FabricSwitch[CutThrough=true|Telemetry=true]"}}),
              "no error");
}

TEST_F(CongestionNeedsTest, TheLongestPacketHasRoomForTelemetryWhereItIsNeeded)
{
    Try("RoceFabric", {});
    EXPECT_EQ(m_network.nics[0]->GetPort().GetMaxWireBytes(), 4198u);
    Try("RoceFabric", {{"CongestionControl", "ns3::Hpcc"}});
    EXPECT_EQ(m_network.nics[0]->GetPort().GetMaxWireBytes(), 4198 + 42);
    Try("RoceFabric", {{"CongestionControl", "ns3::HpccPint"}});
    EXPECT_EQ(m_network.nics[0]->GetPort().GetMaxWireBytes(), 4198 + 1);
}
