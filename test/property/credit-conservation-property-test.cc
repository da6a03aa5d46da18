// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "network-test.h"
#include "port-pair.h"

#include "ns3/credit-flow-control.h"
#include "ns3/credit-packet.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t BLOCK = 64;
constexpr uint32_t LANES = PRIORITY_COUNT;

uint32_t
BlocksOf(uint32_t bytes)
{
    return (bytes + BLOCK - 1) / BLOCK;
}

/** What passes one port, in blocks of each lane, by its traces alone; counters do not wrap. */
class PortLedger
{
  public:
    explicit PortLedger(Ptr<FabricNetDevice> port)
        : m_port(port)
    {
        port->TraceConnectWithoutContext("Transmit", MakeCallback(&PortLedger::OnTransmit, this));
        port->TraceConnectWithoutContext("Receive", MakeCallback(&PortLedger::OnReceive, this));
    }

    /** @return blocks sent that are on the wire or in the pipeline behind it, lost ones too */
    uint64_t CountOnWire(uint8_t vl)
    {
        const int64_t nowTicks = NowTicks();
        while (!m_wire.empty() && m_wire.front().ticks < nowTicks)
        {
            m_wire.pop_front();
        }
        uint64_t blocks = 0;
        for (const auto& entry : m_wire)
        {
            blocks += entry.vl == vl ? entry.blocks : 0;
        }
        return blocks;
    }

    /** @return whether something arrives in this very tick: before or after us, nobody knows */
    bool IsAmbiguous() const
    {
        const int64_t nowTicks = NowTicks();
        for (const auto& entry : m_wire)
        {
            if (entry.ticks == nowTicks)
            {
                return true;
            }
        }
        return false;
    }

    const CreditFlowControl& GetFlow() const
    {
        return static_cast<const CreditFlowControl&>(m_port->GetFlowControl());
    }

    /** The packet that began to leave last: what it holds of its input's buffer, and until when. */
    struct Last
    {
        int64_t endPs{0};
        uint16_t ingressPort{0};
        uint8_t lane{0};
        uint32_t blocks{0};
    };

    Ptr<FabricNetDevice> m_port;
    Last m_last;
    std::array<uint64_t, LANES> m_sent{};
    std::array<uint64_t, LANES> m_arrived{};
    std::array<uint64_t, LANES> m_abr{};    //!< arrived, or said to have been sent
    std::array<uint64_t, LANES> m_gained{}; //!< advance of FCCL that was heard of
    std::array<uint64_t, LANES> m_repaired{};

  private:
    /** A packet on the wire. */
    struct Entry
    {
        int64_t ticks; //!< of its arrival
        uint8_t vl;
        uint32_t blocks;
    };

    void OnTransmit(const FabricPacket& packet, int64_t startPs)
    {
        if (!IsForwarded(packet.kind))
        {
            return;
        }
        const FabricNetDevice& peer = *m_port->GetPeer();
        const int64_t readyPs = (peer.IsCutThrough() ? startPs : m_port->GetBusyUntilPs()) +
                                m_port->GetDelayPs() + peer.GetLatencyPs();
        const uint32_t blocks = BlocksOf(packet.frameBytes);
        m_wire.push_back({TickClock().ToTicks(readyPs), packet.lane, blocks});
        m_sent[packet.lane] += blocks;
        m_last = {m_port->GetBusyUntilPs(), packet.ingressPort, packet.ingressLane, blocks};
    }

    void OnReceive(const FabricPacket& packet, int64_t)
    {
        if (IsForwarded(packet.kind))
        {
            m_arrived[packet.lane] += BlocksOf(packet.frameBytes);
            m_abr[packet.lane] += BlocksOf(packet.frameBytes);
            return;
        }
        const uint8_t vl = packet.As<CreditPacket>().vl;
        const auto buffer =
            static_cast<const CreditFlowControl&>(m_port->GetPeer()->GetFlowControl())
                .GetBufferBlocks();
        // FCCL started at the other end's buffer.
        m_gained[vl] += (packet.As<CreditPacket>().fccl - m_gained[vl] - buffer) & 0xfff;
        const uint64_t lost =
            (packet.As<CreditPacket>().fctbs - m_abr[vl] - CountInPipeline(packet)) & 0xfff;
        m_abr[vl] += lost;
        m_repaired[vl] += lost;
    }

    /** @return blocks that came before a flow control packet and are still in our pipeline */
    uint64_t CountInPipeline(const FabricPacket& credit) const
    {
        uint64_t blocks = 0;
        m_port->GetFabricChannel().ForEachInFlight(
            1 - m_port->GetSide(),
            [&](const FabricPacket& packet) {
                const int64_t cameAtPs = packet.tailPs - m_port->GetLatencyPs();
                blocks += packet.lane == credit.As<CreditPacket>().vl && cameAtPs < credit.tailPs
                              ? BlocksOf(packet.frameBytes)
                              : 0;
                return true;
            });
        return blocks;
    }

    std::deque<Entry> m_wire;
};

/** Both directions of one link. */
struct LinkLedger
{
    explicit LinkLedger(const FabricChannel& channel)
        : ends{std::make_unique<PortLedger>(StaticCast<FabricNetDevice>(channel.GetDevice(0))),
               std::make_unique<PortLedger>(StaticCast<FabricNetDevice>(channel.GetDevice(1)))}
    {
    }

    bool IsAmbiguous() const
    {
        return ends[0]->IsAmbiguous() || ends[1]->IsAmbiguous();
    }

    /**
     * What should be the receiver's buffer: credits of the sender + blocks on the wire + blocks in
     * the buffer + credits on their way. The last are what arrived, or is known to be lost, and has
     * left the buffer, less what the sender has been told of.
     */
    int64_t Sum(uint32_t from, uint8_t vl, uint64_t occupied)
    {
        auto& sender = *ends[from];
        const auto& receiver = *ends[1 - from];
        const auto returning = static_cast<int64_t>(receiver.m_abr[vl]) -
                               static_cast<int64_t>(occupied) -
                               static_cast<int64_t>(sender.m_gained[vl]);
        EXPECT_GE(returning, 0) << "more credits than room";
        EXPECT_LE(occupied, receiver.GetFlow().GetBufferBlocks());
        EXPECT_LE(sender.GetFlow().GetCredits(vl), CreditFlowControl::MAX_CREDITS);
        return static_cast<int64_t>(sender.GetFlow().GetCredits(vl) + sender.CountOnWire(vl) +
                                    occupied) +
               returning;
    }

    std::array<std::unique_ptr<PortLedger>, 2> ends;
};

/** One link, both ends of which keep what comes for a random time. */
class CreditConservation : public FabricTest, public testing::WithParamInterface<uint32_t>
{
  protected:
    static constexpr uint32_t PACKETS = 1'500;
    static constexpr uint32_t USED_LANES = 3;

    void Build(double errorRate)
    {
        m_link.Connect(99'999'999'977, 1'000 * m_dice(2'000), 1'500, errorRate);
        for (const auto& flow : m_link.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(1'500 + m_dice(20'000)));
            flow->SetAttribute("UpdateBlocks", UintegerValue(m_dice(100)));
        }
        m_link.ports[1]->SetPipeline(123'000, m_dice(2) == 1);
        m_link.Start();
        m_ledger = std::make_unique<LinkLedger>(*m_link.channel);
        for (uint32_t side : {0U, 1U})
        {
            m_link.owners[side].hold = true;
            int64_t nowPs = 0;
            for (uint32_t i = 0; i < PACKETS; ++i)
            {
                nowPs += m_dice(4) == 0 ? m_dice(1'000) * 1'000 : 0;
                const uint32_t bytes = 64 + m_dice(1'400);
                const auto vl = static_cast<uint8_t>(m_dice(USED_LANES));
                m_bytes[side].push_back(bytes);
                AtPs(nowPs, [this, side, bytes, vl, i] {
                    m_link.ports[side]->Enqueue(MakeDataPacket(NowPs(), bytes, vl, i));
                });
            }
        }
    }

    /** Each end gives up to three packets out of its buffer at random times, later all at once. */
    void FreeAtRandom(int64_t endPs)
    {
        for (int64_t nowPs = 0; nowPs < endPs; nowPs += 1'000 * (1 + m_dice(600)))
        {
            const uint32_t side = m_dice(2);
            const uint32_t most = 1 + m_dice(3);
            AtPs(nowPs, [this, side, most] {
                auto& owner = m_link.owners[side];
                Free(side, std::min(most, owner.GetHeld()));
            });
        }
        AtPs(endPs, [this] {
            for (uint32_t side : {0U, 1U})
            {
                Free(side, m_link.owners[side].GetHeld());
                m_link.owners[side].hold = false;
            }
        });
    }

    void Free(uint32_t side, uint32_t packets)
    {
        m_freed[side] += packets;
        m_link.owners[side].Free(*m_link.ports[side], packets, NowPs());
    }

    /** @return blocks of a lane in the buffer of an end, by what came and was freed, in order */
    uint64_t CountOccupied(uint32_t side, uint8_t vl) const
    {
        const auto& owner = m_link.owners[side];
        uint64_t blocks = 0;
        for (std::size_t i = owner.hold ? m_freed[side] : owner.arrivals.size();
             i < owner.arrivals.size();
             ++i)
        {
            const auto& arrival = owner.arrivals[i];
            blocks += arrival.lane == vl ? BlocksOf(m_bytes[1 - side][arrival.psn]) : 0;
        }
        return blocks;
    }

    /** @return what is missing now on all lanes of both directions */
    int64_t CountMissing()
    {
        int64_t missing = 0;
        for (uint32_t from : {0U, 1U})
        {
            const auto buffer = m_ledger->ends[1 - from]->GetFlow().GetBufferBlocks();
            for (uint8_t vl = 0; vl < LANES; ++vl)
            {
                const int64_t sum = m_ledger->Sum(from, vl, CountOccupied(1 - from, vl));
                EXPECT_LE(sum, buffer) << "lane " << uint32_t{vl} << " from " << from;
                missing += buffer - sum;
            }
        }
        return missing;
    }

    Dice m_dice{GetParam()};
    PortPair<CreditFlowControl> m_link;
    std::unique_ptr<LinkLedger> m_ledger;
    std::array<std::vector<uint32_t>, 2> m_bytes; //!< by sender and PSN
    std::array<uint32_t, 2> m_freed{};
};

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

TEST_P(CreditConservation, NothingIsMissingAtAnyTimeWithoutLoss)
{
    Build(0);
    FreeAtRandom(400'000'000);
    uint32_t checks = 0;
    for (int64_t nowPs = 0; nowPs < 450'000'000; nowPs += 1'000 * (1 + m_dice(200)))
    {
        AtPs(nowPs, [this, &checks] {
            if (!m_ledger->IsAmbiguous())
            {
                ASSERT_EQ(CountMissing(), 0) << NowPs() << " ps";
                ++checks;
            }
        });
    }
    Simulator::Run();
    EXPECT_GT(checks, 3'000u);
    for (uint32_t side : {0U, 1U})
    {
        EXPECT_EQ(m_link.owners[side].arrivals.size(), PACKETS);
        EXPECT_EQ(m_link.flow[side]->Audit(), std::vector<std::string>());
        EXPECT_GT(m_link.flow[side]->GetBlockedPs(0, NowPs()), 0);
    }
}

TEST_P(CreditConservation, WhatIsLostIsMissingUntilTheNextFlowControlPacket)
{
    // Packets and flow control packets are lost alike, one in 20.
    Build(0.05);
    FreeAtRandom(1'500'000'000);
    uint32_t checks = 0;
    uint32_t broken = 0;
    uint32_t whole = 0;
    for (int64_t nowPs = 0; nowPs < 1'900'000'000; nowPs += 1'000 * (1 + m_dice(800)))
    {
        AtPs(nowPs, [&] {
            if (!m_ledger->IsAmbiguous())
            {
                const int64_t missing = CountMissing(); // and never more than there may be
                broken += missing > 0;
                whole += missing == 0;
                ++checks;
            }
        });
    }
    Simulator::Stop(MilliSeconds(4));
    Simulator::Run();
    EXPECT_GT(checks, 3'000u);
    EXPECT_GT(broken, 100u);
    EXPECT_GT(whole, 100u);
    EXPECT_EQ(CountMissing(), 0);
    for (uint32_t side : {0U, 1U})
    {
        EXPECT_EQ(m_link.ports[side]->GetCounters(NowPs()).packets, PACKETS);
        const auto& receiver = m_link.owners[1 - side];
        EXPECT_LT(receiver.arrivals.size(), PACKETS);
        uint64_t repaired = 0;
        for (uint8_t vl = 0; vl < LANES; ++vl)
        {
            // All that did not arrive, and nothing else, was repaired by FCTBS.
            const auto& ledger = *m_ledger->ends[1 - side];
            EXPECT_EQ(ledger.m_repaired[vl] + ledger.m_arrived[vl],
                      m_ledger->ends[side]->m_sent[vl]);
            repaired += ledger.m_repaired[vl];
            EXPECT_EQ(m_link.flow[side]->GetCredits(vl), m_link.flow[1 - side]->GetBufferBlocks());
        }
        EXPECT_GT(repaired, 0u);
        EXPECT_EQ(m_link.flow[side]->Audit(), std::vector<std::string>());
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CreditConservation, testing::Values(1, 2, 3, 4, 5, 6));

TEST_P(CreditConservationNetwork, NothingIsMissingOnAnyLinkAtAnyTime)
{
    Dice dice(GetParam());
    const std::string uplink = GetParam() % 2 == 0 ? "100Gbps" : "200Gbps"; // the faster: stored
    Build("InfiniBandFabric",
          {{"FlowControl",
            "ns3::CreditFlowControl[BlockBytes=64|BufferBytes=" +
                std::to_string(70 * BLOCK + dice(20'000)) + "]"},
           {"Nic", "ns3::RdmaNic[MtuBytes=" + std::string(dice(2) ? "4096" : "1024") + "]"}},
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
