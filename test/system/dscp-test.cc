// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/fabric-lint.h"
#include "ns3/input-error.h"
#include "ns3/rdma-header.h"

#include <map>

using namespace ns3;

namespace
{

/** Four hosts on a switch; three of them send to the first. */
class DscpTest : public NetworkTest
{
  protected:
    /** @param parts of the fabric besides a marker that marks early */
    void RunIncast(Attributes parts)
    {
        parts.emplace_back("Marker", "ns3::RedMarker[KminBytes=10000|KmaxBytes=100000]");
        Build("RoceFabric", parts, Topology("StarTopology", {{"Hosts", "4"}}));
        for (const auto& nic : m_network.nics)
        {
            nic->GetPort().TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [this](const FabricPacket& packet, int64_t) {
                        if (packet.kind == PacketKind::TRANSPORT)
                        {
                            m_dscps[packet.payloadBytes > 0 ? "data"
                                    : packet.As<RdmaHeader>().opcode == RdmaOpcode::ACKNOWLEDGE
                                        ? "acknowledgement"
                                        : "notification"] = packet.dscp;
                        }
                    }));
        }
        Add("IncastWorkload", {{"Sources", "3"}, {"Target", "0"}, {"Bytes", "1000000"}});
        Simulator::Run();
    }

    std::map<std::string, uint8_t> m_dscps; //!< that NICs sent, by kind of packet
};

} // namespace

TEST_F(DscpTest, NicsMarkDataAndNotifications)
{
    RunIncast({});
    ExpectLosslessEnd();
    const std::map<std::string, uint8_t> expected = {{"data", 26},
                                                     {"acknowledgement", 26},
                                                     {"notification", 48}};
    EXPECT_EQ(m_dscps, expected);
}

TEST_F(DscpTest, AttributesOfTheNicDecide)
{
    RunIncast({{"Nic", "ns3::RdmaNic[PriorityToDscp=3:11,5:12|AckPriority=5|CnpDscp=13]"}});
    const std::map<std::string, uint8_t> expected = {{"data", 11},
                                                     {"acknowledgement", 12},
                                                     {"notification", 13}};
    EXPECT_EQ(m_dscps, expected);
}

TEST_F(DscpTest, MapsThatAgreeChangeNothing)
{
    RunIncast({});
    const int64_t finishPs = m_jobs[0]->GetFinishPs();
    RunIncast({{"Switch", "ns3::FabricSwitch[DscpToPriority=26:3,48:6,*:0]"}});
    ExpectLosslessEnd();
    // The first run ended at finishPs, and the second began there.
    EXPECT_EQ(m_jobs[0]->GetFinishPs() - m_jobs[0]->GetStartPs(), finishPs);
}

TEST_F(DscpTest, MapsThatDisagreePutDataIntoALossyClass)
{
    // 3 x 1 MB at once into a lossy class with 100 kB of buffer and alpha 1: they cannot fit.
    RunIncast({{"Switch", "ns3::FabricSwitch[DscpToPriority=26:0,48:6]"},
               {"Buffer", "ns3::SharedBuffer[SizeBytes=300000]"}});
    const LosslessAudit audit(m_network.GetParts());
    EXPECT_TRUE(audit.GetViolations().empty()) << "a lossy class may drop";
    ASSERT_FALSE(audit.GetLossyDrops().empty());
    EXPECT_TRUE(Has(audit.GetLossyDrops()[0], "priority 0"));
    EXPECT_GT(Statistics().drops, 0u);
    EXPECT_GT(Statistics().retransmittedPackets, 0u);
    const auto profile = Make<FabricProfile>("RoceFabric", {{"Marker", "ns3::NoMarker"}});
    bool named = false;
    for (const auto& finding : FabricLint(profile, m_network).Check())
    {
        named |= finding.rule == "dscp-mismatch" &&
                 finding.text.find("priority 0, a lossy class") != std::string::npos;
    }
    EXPECT_TRUE(named);
}

TEST_F(DscpTest, CreditsCannotBeReclassified)
{
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Build("InfiniBandFabric",
                        {{"Switch", "ns3::FabricSwitch[DscpToPriority=26:3]"}},
                        Topology("StarTopology", {{"Hosts", "2"}}));
              }).substr(0, 43),
              "FabricSwitch DscpToPriority: a link with cr");
}
