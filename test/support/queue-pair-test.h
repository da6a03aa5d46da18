// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_QUEUE_PAIR_TEST_H
#define AI_FABRIC_QUEUE_PAIR_TEST_H

#include "network-test.h"

#include "ns3/rdma-header.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** What a port sent, in order. */
struct SentPacket
{
    RdmaOpcode opcode;
    uint32_t psn;
    uint32_t payloadBytes;
    int64_t startPs; //!< its first bit
};

/** Two hosts on a switch, 100 Gb/s: 80 ps per byte; 1 us per link, 400 ns in the switch. */
class QueuePairTest : public NetworkTest
{
  protected:
    /** @param nic attributes of the NICs @param parts of the fabric */
    void BuildPair(const std::string& nic,
                   Attributes parts = {},
                   double errorRate = 0,
                   const std::string& profile = "RoceFabric")
    {
        parts.emplace_back("Nic", "ns3::RdmaNic[" + nic + "]");
        auto topology = Topology("StarTopology", {{"Hosts", "2"}});
        for (auto& link : topology.links)
        {
            link.errorRate = errorRate;
        }
        Build(profile, parts, topology);
        for (uint32_t host : {0, 1})
        {
            m_network.nics[host]->GetPort().TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [this, host](const FabricPacket& packet, int64_t startPs) {
                        if (packet.kind == PacketKind::TRANSPORT)
                        {
                            m_sent[host].push_back({packet.As<RdmaHeader>().opcode,
                                                    packet.As<RdmaHeader>().psn,
                                                    packet.payloadBytes,
                                                    startPs});
                        }
                    }));
        }
    }

    /** @return a queue pair from host 0 to host 1 whose ends are recorded under a number */
    Ptr<RdmaQueuePair> Connect(std::size_t number = 0)
    {
        const auto ends = RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3);
        m_completions.resize(std::max(m_completions.size(), number + 1));
        m_arrivals.resize(m_completions.size());
        ends.first->SetCompletionCallback(
            Callback<void, const RdmaCompletion&>([this, number](const RdmaCompletion& completion) {
                m_completions[number].push_back(completion);
            }));
        ends.second->SetArrivalCallback(Callback<void, const RdmaArrival&>(
            [this, number](const RdmaArrival& arrival) { m_arrivals[number].push_back(arrival); }));
        m_remote = ends.second;
        return ends.first;
    }

    /** @return how many packets of an opcode a host sent */
    std::size_t CountSent(uint32_t host, RdmaOpcode opcode) const
    {
        return std::count_if(m_sent[host].begin(),
                             m_sent[host].end(),
                             [opcode](const SentPacket& sent) { return sent.opcode == opcode; });
    }

    /** Expects messages of these lengths to have ended well, in this order, at both ends. */
    void ExpectAll(std::size_t number, const std::vector<uint64_t>& lengths) const
    {
        ASSERT_EQ(m_completions[number].size(), lengths.size());
        ASSERT_EQ(m_arrivals[number].size(), lengths.size());
        for (std::size_t i = 0; i < lengths.size(); ++i)
        {
            EXPECT_EQ(m_completions[number][i].workId, i);
            EXPECT_EQ(m_completions[number][i].bytes, lengths[i]);
            EXPECT_EQ(m_completions[number][i].status, RdmaStatus::SUCCESS);
            EXPECT_EQ(m_arrivals[number][i].bytes, lengths[i]);
            EXPECT_LT(m_arrivals[number][i].finishedPs, m_completions[number][i].finishedPs);
        }
    }

    std::vector<std::vector<RdmaCompletion>> m_completions; //!< by queue pair, in order
    std::vector<std::vector<RdmaArrival>> m_arrivals; //!< by queue pair, at its other end, in order
    std::array<std::vector<SentPacket>, 2> m_sent;    //!< by host
    Ptr<RdmaQueuePair> m_remote;                      //!< the other end of the last one connected
};

} // namespace ns3

#endif // AI_FABRIC_QUEUE_PAIR_TEST_H
