// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-ledger.h"
#include "dice.h"
#include "network-test.h"
#include "port-pair.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Whole networks: what waits in a switch, or is about to leave it, is in its input buffers. */
class CreditConservationNetwork : public NetworkTest, public testing::WithParamInterface<uint32_t>
{
  protected:
    /** @return blocks that came in by a port and have not left */
    uint64_t CountOccupied(const FabricNetDevice& port, uint8_t vl) const
    {
        const auto fabricSwitch = port.GetNode()->GetObject<FabricSwitch>();
        if (!fabricSwitch)
        {
            return 0; // a NIC takes what comes at once
        }
        uint64_t blocks = 0;
        const auto count = [&](const FabricPacket& packet) {
            blocks += packet.ingressPort == port.GetPortNumber() && packet.lane == vl
                          ? BlocksOf(packet.frameBytes)
                          : 0;
        };
        for (const auto& egress : fabricSwitch->GetPorts())
        {
            egress->GetQueue(vl).ForEach(count);
            // Its first bit has left, and its last one has not.
            const auto& last = m_ledgerOfPort.at(PeekPointer(egress))->m_last;
            const bool leaving = TickClock().ToTicks(last.endPs) > NowTicks();
            blocks += leaving && last.ingressPort == port.GetPortNumber() && last.lane == vl
                          ? last.blocks
                          : 0;
        }
        if (const auto* incomplete = fabricSwitch->GetIncomplete(port.GetPortNumber()))
        {
            count(*incomplete);
        }
        return blocks;
    }

    /** @return whether a packet has just left the switch behind a port: its place may be free */
    bool IsAnyEnding(const FabricNetDevice& port) const
    {
        const auto fabricSwitch = port.GetNode()->GetObject<FabricSwitch>();
        if (!fabricSwitch)
        {
            return false;
        }
        const auto& ports = fabricSwitch->GetPorts();
        return std::any_of(ports.begin(), ports.end(), [this](const auto& egress) {
            const int64_t endPs = m_ledgerOfPort.at(PeekPointer(egress))->m_last.endPs;
            return TickClock().ToTicks(endPs) == NowTicks();
        });
    }

    void Check()
    {
        for (std::size_t i = 0; i < m_ledgers.size(); ++i)
        {
            auto& link = *m_ledgers[i];
            if (link.IsAmbiguous())
            {
                continue;
            }
            for (uint32_t from : {0U, 1U})
            {
                const auto& receiver = *link.ends[1 - from];
                if (IsAnyEnding(*receiver.m_port))
                {
                    continue;
                }
                for (uint8_t vl = 0; vl < LANES; ++vl)
                {
                    const uint64_t occupied = CountOccupied(*receiver.m_port, vl);
                    ASSERT_EQ(link.Sum(from, vl, occupied), receiver.GetFlow().GetBufferBlocks())
                        << "link " << i << " from side " << from << " at " << NowPs() << " ps";
                    m_seenOccupied += occupied > 0;
                    m_seenEmpty += link.ends[from]->GetFlow().GetCredits(vl) < 65;
                    ++m_checks;
                }
            }
        }
    }

    std::vector<std::unique_ptr<LinkLedger>> m_ledgers;
    std::map<const FabricNetDevice*, const PortLedger*> m_ledgerOfPort;
    uint64_t m_checks{0};
    uint64_t m_seenOccupied{0};
    uint64_t m_seenEmpty{0};
};

} // namespace

TEST_P(CreditConservationNetwork, NothingIsMissingOnAnyLinkAtAnyTime)
{
    Dice dice(GetParam());
    const std::string uplink = GetParam() % 2 == 0 ? "100Gbps" : "200Gbps"; // the faster: stored
    Build("InfiniBandFabric",
          "FlowControl=ns3::CreditFlowControl[BlockBytes=64|BufferBytes=" +
              std::to_string(70 * BLOCK + dice(20'000)) +
              "] Nic=ns3::RdmaNic[MtuBytes=" + std::string(dice(2) ? "4096" : "1024") + "]",
          Topology("LeafSpineTopology",
                   {{"Leaves", "3"},
                    {"Spines", "2"},
                    {"HostsPerLeaf", "3"},
                    {"HostRate", "100Gbps"},
                    {"UplinkRate", uplink},
                    {"HostDelay", std::to_string(dice(1'000)) + "ns"},
                    {"UplinkDelay", std::to_string(dice(3'000)) + "ns"}}));
    for (const auto& channel : m_network.channels)
    {
        m_ledgers.push_back(std::make_unique<LinkLedger>(*channel));
        for (const auto& end : m_ledgers.back()->ends)
        {
            m_ledgerOfPort[PeekPointer(end->m_port)] = end.get();
        }
    }
    Add("AllToAllWorkload", {{"Bytes", std::to_string(1 + dice(60'000))}});
    Add("IncastWorkload", {{"Bytes", "100000"}, {"Target", std::to_string(dice(9))}});
    for (int64_t nowPs = 0; nowPs < 200'000'000; nowPs += 1'000 * (1 + dice(1'500)))
    {
        AtPs(nowPs, [this] { Check(); });
    }
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_GT(m_checks, 10'000u);
    EXPECT_GT(m_seenOccupied, 500u);
    EXPECT_GT(m_seenEmpty, 100u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CreditConservationNetwork, testing::Values(1, 2, 3, 4, 5, 6));
