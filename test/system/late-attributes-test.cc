// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A change by Config::Set() in an existing network acts from then on.

#include "star-test.h"

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class LateAttributesTest : public StarTest
{
};

} // namespace

// Queues of at most 100 kB. At 100 Gb/s a threshold of 300 kB for 1 Tb/s is one of 30 kB.
TEST_F(LateAttributesTest, TheReferenceRateOfAMarkerActs)
{
    const std::string step = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::StepMarker/ReferenceRate";
    const std::string red = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::RedMarker/ReferenceRate";
    for (const auto& [marker, path] :
         {std::pair{std::string("StepMarker[ThresholdBytes=300000]"), step},
          std::pair{std::string("RedMarker[KminBytes=300000|KmaxBytes=300000]"), red}})
    {
        for (const bool set : {false, true})
        {
            SetUp();
            m_senders.clear();
            BuildStar("RoceFabric", {{"Marker", "ns3::" + marker}});
            ConnectTwo();
            SendTwo(100'000);
            if (set)
            {
                Config::Set(path, DataRateValue(DataRate("1000Gbps")));
            }
            Simulator::Run();
            EXPECT_EQ(m_network.fabricSwitches[0]->GetMarks() > 0, set) << marker;
        }
    }
}

// Of 1 MiB the threshold 15 is 64 KiB, the threshold 1 is 960 KiB; of 128 KiB 1 is 120 KiB.
TEST_F(LateAttributesTest, TheThresholdOfFecnActs)
{
    const std::string marker = "/NodeList/*/$ns3::FabricSwitch/Marker/$ns3::FecnMarker/";
    for (const auto& [threshold, bytes, marks] : {std::tuple{1, 1 << 20, false},
                                                  std::tuple{15, 1 << 20, true},
                                                  std::tuple{1, 1 << 17, false},
                                                  std::tuple{15, 1 << 17, true}})
    {
        SetUp();
        m_senders.clear();
        BuildStar("RoceFabric", {{"Marker", "ns3::FecnMarker[Threshold=1|MaxQueueBytes=9999999]"}});
        ConnectTwo();
        SendTwo(100'000);
        Config::Set(marker + "Threshold", UintegerValue(threshold));
        Config::Set(marker + "MaxQueueBytes", UintegerValue(bytes));
        Simulator::Run();
        EXPECT_EQ(m_network.fabricSwitches[0]->GetMarks() > 0, marks) << threshold << ' ' << bytes;
    }
}

// Each of two ingress ports comes to hold 50 kB. Of the 32 MiB of memory all but headroom is free:
// an Alpha of 1/1024 allows less than 32 KiB.
TEST_F(LateAttributesTest, TheThresholdsOfABufferAct)
{
    const std::string buffer = "/NodeList/*/$ns3::FabricSwitch/Buffer/$ns3::SharedBuffer/";
    for (const auto& [name, value, pauses] :
         {std::tuple{std::string("Alpha"), std::string("0.125"), false},
          std::tuple{std::string("Alpha"), std::string("0.0009765625"), true},
          std::tuple{std::string("StaticThresholdBytes"), std::string("100000"), false},
          std::tuple{std::string("StaticThresholdBytes"), std::string("20000"), true}})
    {
        SetUp();
        m_senders.clear();
        BuildStar("RoceFabric", {});
        ConnectTwo();
        SendTwo(100'000);
        Config::Set(buffer + name, StringValue(value));
        Simulator::Run();
        const auto& port = *m_network.fabricSwitches[0]->GetPorts()[1];
        EXPECT_EQ(port.GetFlowControl().GetControlSent() > 0, pauses) << name << ' ' << value;
    }
}

// Nothing arrives. What a NIC is told holds for queue pairs that it makes afterwards, what a timer
// is told for those that it starts afterwards.
TEST_F(LateAttributesTest, TimeoutsAct)
{
    const std::string timer = "/NodeList/*/$ns3::RdmaNic/QueuePairList/*/RetransmissionTimer/";
    using Paths = std::vector<std::string>;
    for (const auto& [name, paths] :
         {std::pair{std::string("LocalAckTimer"), Paths{"/NodeList/*/$ns3::RdmaNic/AckTimeout"}},
          std::pair{std::string("IrnTimer"),
                    Paths{timer + "$ns3::IrnTimer/Low", timer + "$ns3::IrnTimer/High"}},
          std::pair{std::string("AdaptiveTimer"),
                    Paths{timer + "$ns3::AdaptiveTimer/InitialTimeout"}}})
    {
        for (const bool set : {false, true})
        {
            SetUp();
            m_senders.clear();
            BuildStar("RoceFabric", {{"RetransmissionTimer", "ns3::" + name}});
            m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
            if (name != "LocalAckTimer")
            {
                ConnectTwo();
                Config::Set(timer + "$ns3::AdaptiveTimer/InitialRange", TimeValue(Time(0)));
            }
            for (const auto& path : set ? paths : Paths())
            {
                Config::Set(path, TimeValue(MicroSeconds(10)));
            }
            if (name == "LocalAckTimer")
            {
                ConnectTwo();
            }
            SendTwo(1'000);
            Simulator::Stop(MicroSeconds(15));
            Simulator::Run();
            EXPECT_EQ(m_network.nics[1]->GetCounters().timeouts, set ? 1u : 0u) << name;
        }
    }
}

// 49 packets arrive at 100 Gb/s, most of them marked, in 16 us.
TEST_F(LateAttributesTest, TheIntervalOfNotificationsActsOnNewQueuePairs)
{
    BuildStar("RoceFabric", {{"Marker", "ns3::StepMarker[ThresholdBytes=1|ReferenceRate=0bps]"}});
    Config::Set("/NodeList/*/$ns3::RdmaNic/CnpInterval", TimeValue(Seconds(1)));
    ConnectTwo();
    SendTwo(100'000);
    Simulator::Run();
    EXPECT_EQ(m_network.nics[0]->GetCounters().cnpsSent, 2u); // the first of each
}
