// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "port-pair.h"
#include "scripted-link.h"
#include "units.h"

#include "ns3/fabric-simulator-impl.h"
#include "ns3/global-value.h"
#include "ns3/no-flow-control.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <string>

using namespace ns3;

namespace
{

/** A wire whose first end is of process 0, the second one of process 1. */
class FabricChannelRanksTest : public FabricTest
{
  protected:
    void SetUp() override
    {
        FabricTest::SetUp();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
        Simulator::Now(); // makes the engine
        m_wire.Connect(100 * GBPS, 100'000);
        m_wire.ports[1]->GetNode()->SetAttribute("SystemId", UintegerValue(1));
        m_wire.channel->SetDomains({0, 1});
    }

    PortPair<NoFlowControl> m_wire;
};

} // namespace

TEST_F(FabricChannelRanksTest, WhatWaitsForAnotherProcessIsLostThereWithItsLink)
{
    std::string images;
    {
        ScriptedLink sender(0);
        sender.answer = [](const std::string& said) { return std::string(1, said.back()); };
        m_wire.channel->SetRanks({true, false});
        m_wire.ports[0]->Enqueue(MakeDataPacket(0, 1'000));
        EXPECT_EQ(m_wire.channel->GetInFlight(0), 1U);
        m_wire.channel->SetDown(true, 0);
        EXPECT_EQ(m_wire.channel->GetInFlight(0), 0U);
        EXPECT_EQ(m_wire.channel->GetCounters(0).sentPackets, 1U);
        EXPECT_EQ(m_wire.channel->GetCounters(0).lostPackets, 0U);
        images = sender.said.back();
    }
    m_wire.channel->SetDown(false, 0);
    ScriptedLink receiver(1);
    receiver.answer = [&images](const std::string&) { return images; };
    m_wire.channel->SetRanks({false, true});
    m_wire.channel->SetDown(true, 0);
    EXPECT_EQ(m_wire.channel->GetInFlight(0), 0U);
    EXPECT_EQ(m_wire.channel->GetCounters(0).lostPackets, 1U);
    EXPECT_EQ(m_wire.channel->GetCounters(0).lostBytes, 1'000U);
}
