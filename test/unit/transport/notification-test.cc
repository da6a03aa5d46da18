// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// How a receiver tells of marks, and what counts as a retry (IBTA vol. 1, annex A10 and 9.9.2).

#include "network-test.h"
#include "queue-pair-test.h"

#include "ns3/rdma-header.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3
{

namespace
{

/** Two hosts send to a third one, which sees marks. */
class NotificationTest : public NetworkTest
{
  protected:
    /**
     * @param profile of the fabric
     * @param parts of it
     * @param priority of data
     */
    void RunIncast(const std::string& profile, const Attributes& parts, uint8_t priority)
    {
        Build(profile, parts, Topology("StarTopology", {{"Hosts", "3"}}));
        m_network.nics[0]->GetPort().TraceConnectWithoutContext(
            "Transmit",
            Callback<void, const FabricPacket&, int64_t>(
                [this](const FabricPacket& packet, int64_t startPs) {
                    if (packet.kind != PacketKind::TRANSPORT)
                    {
                        return;
                    }
                    const auto opcode = packet.As<RdmaHeader>().opcode;
                    m_marked += opcode == RdmaOpcode::ACKNOWLEDGE && packet.As<RdmaHeader>().becn;
                    if (opcode == RdmaOpcode::CNP_ROCE || opcode == RdmaOpcode::CNP_INFINIBAND)
                    {
                        ++m_cnps;
                        m_sentPs.push_back(startPs);
                        m_levels.insert(packet.serviceLevel);
                    }
                }));
        for (const uint32_t sender : {1, 2})
        {
            const auto ends = RdmaNic::Connect(m_network.nics[sender], m_network.nics[0], priority);
            ends.first->PostWrite(1'000'000, 0);
        }
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
    }

    uint64_t m_marked{0}; //!< acknowledgements with BECN
    uint64_t m_cnps{0};
    std::vector<int64_t> m_sentPs; //!< when they went out
    std::set<uint8_t> m_levels;    //!< service levels of CNPs
};

class RetryTest : public QueuePairTest
{
};

const std::pair<std::string, std::string> STEP{"Marker", "ns3::StepMarker[ThresholdBytes=20000]"};

} // namespace

// A mark is told once: by a CNP to what works by CNPs, and then not by BECN in an acknowledgement.
TEST_F(NotificationTest, DcqcnIsToldByCnpsOnly)
{
    RunIncast("RoceFabric", {{"CongestionControl", "ns3::Dcqcn"}, STEP}, 3);
    EXPECT_GT(m_cnps, 0U);
    EXPECT_EQ(m_marked, 0U);
    EXPECT_EQ(m_levels, std::set<uint8_t>{6});
}

TEST_F(NotificationTest, DcqcnIsToldByAcknowledgementsOnlyIfAsked)
{
    RunIncast("RoceFabric",
              {{"CongestionControl", "ns3::Dcqcn"}, {"Nic", "ns3::RdmaNic[CnpOnAck=true]"}, STEP},
              3);
    EXPECT_EQ(m_cnps, 0U);
    EXPECT_GT(m_marked, 0U);
}

TEST_F(NotificationTest, DctcpIsToldByAcknowledgements)
{
    RunIncast("RoceFabric", {{"CongestionControl", "ns3::Dctcp"}, STEP}, 3);
    EXPECT_GT(m_marked, 0U);
}

// A CNP of InfiniBand goes in the service level of its flow (annex A10), unless it is set.
TEST_F(NotificationTest, CnpsOfInfiniBandKeepTheServiceLevel)
{
    const Attributes parts{{"CongestionControl", "ns3::InfiniBandCongestionControl"},
                           {"Marker", "ns3::FecnMarker[Threshold=12|PacketSize=8]"}};
    RunIncast("InfiniBandFabric", parts, 2);
    EXPECT_GT(m_cnps, 0U);
    EXPECT_EQ(m_levels, std::set<uint8_t>{2});
}

// The adapter takes CnpDelay for each CNP: the first cut comes later by that time, and CNPs have
// the distance of the marks that caused them.
TEST_F(NotificationTest, ACnpTakesItsDelayToBeMade)
{
    const auto run = [this](const std::string& delay) {
        m_sentPs.clear();
        RunIncast("RoceFabric",
                  {{"CongestionControl", "ns3::NoCongestionControl"},
                   {"Nic", "ns3::RdmaNic[CnpScope=port|CnpDelay=" + delay + "]"},
                   STEP},
                  3);
        Simulator::Destroy();
        return m_sentPs;
    };
    const auto atOnce = run("0ns");
    // Nothing else is sent in the lane of CNPs; in the others an ACK may be on the wire, for 84 B
    // at 100 Gb/s at most. 2 MB at that rate take 160 us and one interval is 4 us.
    ASSERT_GT(atOnce.size(), 30U);
    for (const int64_t delayNs : {1, 313, 9'999})
    {
        SCOPED_TRACE(delayNs);
        const auto late = run(std::to_string(delayNs) + "ns");
        ASSERT_EQ(late.size(), atOnce.size());
        for (size_t i = 0; i < late.size(); ++i)
        {
            EXPECT_NEAR(late[i] - atOnce[i], delayNs * 1000, 84 * 80) << i;
        }
    }
}

// A sequence error NAK is a retry as a timeout is. With no retry allowed the first loss ends it.
TEST_F(RetryTest, ANakCounts)
{
    BuildPair("MtuBytes=1024|AckInterval=1|RetryCount=0", {}, 0.01);
    const auto queuePair = Connect();
    queuePair->PostWrite(1024 * 1000, 0);
    Simulator::Run();
    ASSERT_EQ(m_completions[0].size(), 1U);
    EXPECT_EQ(m_completions[0][0].status, RdmaStatus::RETRY_EXCEEDED);
    EXPECT_EQ(m_network.nics[0]->GetCounters().timeouts, 0U);
    EXPECT_EQ(m_network.nics[1]->GetCounters().naksSent, 1U);
}

} // namespace ns3
