// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infini-band-qos-test.h"

#include "error-message.h"
#include "has-text.h"

#include "ns3/input-error.h"

#include <set>
#include <string>
#include <vector>

using namespace ns3;

TEST_F(InfiniBandQosTest, SwitchPortIsSharedAsItsTableSays)
{
    BuildStar(4, {Arbiter("0:0", "1:64,2:128,3:192", 0)});
    std::vector<Ptr<RdmaQueuePair>> receivers;
    for (uint32_t host = 0; host < 3; ++host)
    {
        receivers.push_back(Send(host, 3, host + 1, 1'000'000'000));
    }
    ExpectShares(receivers, {1, 2, 3});
}

TEST_F(InfiniBandQosTest, AdapterIsSharedAsItsTableSays)
{
    BuildStar(4, {Arbiter("0:0", "1:64,2:128,3:192", 0)});
    std::vector<Ptr<RdmaQueuePair>> receivers;
    for (uint32_t host = 0; host < 3; ++host)
    {
        receivers.push_back(Send(3, host, host + 1, 1'000'000'000));
    }
    ExpectShares(receivers, {1, 2, 3});
}

TEST_F(InfiniBandQosTest, HighLimitIsKeptOnAPort)
{
    // 4 * 64 blocks are four packets of 65 blocks, the last of which overdraws: 4 to 1.
    BuildStar(3, {Arbiter("1:255", "2:64", 4)});
    ExpectShares({Send(0, 2, 1, 1'000'000'000), Send(1, 2, 2, 1'000'000'000)}, {4, 1});
}

TEST_F(InfiniBandQosTest, AnUnlimitedHighTableStarvesTheOther)
{
    BuildStar(3, {Arbiter("1:255", "2:64", 255)});
    const auto high = Send(0, 2, 1, 10'000'000); // 0.8 ms
    const auto low = Send(1, 2, 2, 1'000'000);
    uint64_t lowBytes = 0;
    Simulator::Schedule(MicroSeconds(800), [&] { lowBytes = low->GetDeliveredBytes(); });
    Simulator::Run();
    // Before the high lane has a queue, and no more: a packet or two.
    EXPECT_LE(lowBytes, 2u * 4'096);
    EXPECT_EQ(high->GetDeliveredBytes(), 10'000'000u);
    EXPECT_EQ(low->GetDeliveredBytes(), 1'000'000u);
    ExpectAllSent();
}

TEST_F(InfiniBandQosTest, AServiceLevelWithoutALaneIsDroppedAndReported)
{
    BuildStar(2,
              {{"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=2]"},
               {"Switch", "ns3::FabricSwitch[SlToVl=0,15,2,3]"}});
    const auto kept = Send(0, 1, 3, 1'000'000);
    const auto lost = Send(0, 1, 1, 100'000);
    Simulator::Run();
    EXPECT_EQ(kept->GetDeliveredBytes(), 1'000'000u);
    EXPECT_EQ(lost->GetDeliveredBytes(), 0u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().failedQueuePairs, 1u); // the sender is told
    // The whole message at first, and whatever each of two timeouts sends again.
    const uint64_t drops = Statistics().drops;
    EXPECT_GE(drops, 25u + 2);
    // It came on lane 1; its credits have gone back, or the audit would say so.
    const LosslessAudit audit(m_network.GetParts());
    ASSERT_EQ(audit.GetViolations().size(), 1u);
    EXPECT_TRUE(Has(audit.GetViolations()[0],
                    "priority 1: " + std::to_string(drops) +
                        " packets dropped, service level without lane"));
}

TEST_F(InfiniBandQosTest, AnAdapterRefusesAServiceLevelWithoutALane)
{
    const auto connect = [this](const std::string& nic, uint8_t level) {
        BuildStar(2, {{"Nic", "ns3::RdmaNic[" + nic + "]"}});
        return MessageOf<InputError>(
            [&] { RdmaNic::Connect(m_network.nics[1], m_network.nics[0], level); });
    };
    EXPECT_EQ(connect("SlToVl=0,1,15,3", 2),
              "host 1: data of priority or service level 2 would be discarded by RdmaNic SlToVl; "
              "expected a level with a lane other than 15");
    EXPECT_EQ(connect("SlToVl=0,1,15,3|AckPriority=2", 3),
              "host 1: acknowledgements of priority or service level 2 would be discarded by "
              "RdmaNic SlToVl; expected a level with a lane other than 15");
    EXPECT_EQ(connect("AckInterval=8", 8),
              "host 1: data of priority or service level 8; expected 0 to 7, or to 15 with RdmaNic "
              "SlToVl");
    EXPECT_EQ(connect("SlToVl=0,1", 16),
              "host 1: data of priority or service level 16; expected 0 to 7, or to 15 with "
              "RdmaNic SlToVl");
}

TEST_F(InfiniBandQosTest, SixteenServiceLevelsShareTheLanesOfTheAdapter)
{
    BuildStar(2, {{"Nic", "ns3::RdmaNic[SlToVl=0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,2]"}});
    TraceLanes();
    for (uint8_t level = 0; level < 16; ++level)
    {
        Send(0, 1, level, 10'000);
    }
    Simulator::Run();
    ExpectAllSent();
    const auto& sent = m_lanes[Name(m_network.nics[0]->GetPort())];
    ASSERT_EQ(sent.size(), 16u);
    for (const auto& [level, lanes] : sent)
    {
        EXPECT_EQ(lanes, std::set<uint8_t>{m_network.nics[0]->GetLane(level)});
    }
}

TEST_F(InfiniBandQosTest, FifteenServiceLevelsOnFifteenLanesShareByTheTable)
{
    // Hosts 0 to 14 send to host 15, each in the service level of its number.
    std::string low;
    std::vector<double> weights;
    for (uint32_t level = 0; level < MAX_DATA_LANES; ++level)
    {
        weights.push_back(65.0 * (1 + level % 3)); // a packet has 65 blocks
        low += (level > 0 ? "," : "") + std::to_string(level) + ":" +
               std::to_string(65 * (1 + level % 3));
    }
    BuildStar(16,
              {Arbiter("0:0", low, 0), {"FlowControl", "ns3::CreditFlowControl[DataLanes=15]"}});
    TraceLanes();
    std::vector<Ptr<RdmaQueuePair>> receivers;
    for (uint8_t level = 0; level < MAX_DATA_LANES; ++level)
    {
        receivers.push_back(Send(level, 15, level, 100'000'000));
    }
    ExpectShares(receivers, weights);
    const auto& sent = m_lanes["switch0 to host15"];
    ASSERT_EQ(sent.size(), 15u);
    for (const auto& [level, lanes] : sent)
    {
        EXPECT_EQ(lanes, std::set<uint8_t>{static_cast<uint8_t>(level)});
    }
    EXPECT_EQ(
        MessageOf<InputError>([&] { RdmaNic::Connect(m_network.nics[1], m_network.nics[0], 15); }),
        "host 1: data of priority or service level 15; expected 0 to 14, or to 15 with "
        "RdmaNic SlToVl");
}

TEST_F(InfiniBandQosTest, MapsAndDscpsExcludeEachOther)
{
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Build("RoceFabric",
                        {{"Switch", "ns3::FabricSwitch[DscpToPriority=26:3|SlToVl=0,1]"}},
                        Topology("StarTopology", {{"Hosts", "2"}}));
              }),
              "FabricSwitch SlToVl: DscpToPriority is set too; expected one of them");
    EXPECT_EQ(
        MessageOf<InputError>([&] {
            BuildStar(2, {{"Switch", "ns3::FabricSwitch[SlToVl=0,16]"}});
        }),
        "FabricSwitch SlToVl \"0,16\": \"16\" is not a lane; expected 0 to 14, or 15 to discard");
}
