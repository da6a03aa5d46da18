// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_NETWORK_TEST_H
#define AI_FABRIC_IDEAL_NETWORK_TEST_H

#include "network-test.h"
#include "units.h"

#include "ns3/collective-algorithm.h"
#include "ns3/rank-layout.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

// Around 4096 B of payload: 16 B of a transport, 46 B of Ethernet, IPv4 and UDP, 20 B of gap.
inline constexpr int64_t AROUND = 16 + 46 + 20;
inline constexpr int64_t FULL = 4096 + AROUND;
inline constexpr int64_t SWITCH_PS = 400'000; //!< of its pipeline, by default

/** @return bytes on the wire of a message */
constexpr int64_t
Wire(int64_t bytes)
{
    return bytes + (bytes + 4095) / 4096 * AROUND;
}

/** @return ps that bytes take at so many Gb/s */
constexpr int64_t
At(int64_t bytes, int64_t gbps)
{
    return bytes * 8000 / gbps;
}

/** Graphs on networks without packets. */
class IdealNetworkTest : public NetworkTest
{
  protected:
    /**
     * Hosts whose GPUs take no time.
     *
     * @param topology of the network
     * @param more parts
     */
    void BuildIdeal(const FabricTopology& topology, const Attributes& more = {})
    {
        Build("RoceFabric",
              "Transport=ns3::IdealTransport Gpu=ns3::Gpu[ReduceRate=0bps|CopyRate=0bps]" + more,
              topology);
    }

    static FabricTopology Star(uint32_t hosts, const std::string& rate, const std::string& delay)
    {
        return Topology("StarTopology",
                        {{"Hosts", std::to_string(hosts)}, {"Rate", rate}, {"Delay", delay}});
    }

    /** A message from posting to its end; from host to host is the rank. */
    struct Transfer
    {
        uint32_t from; //!< rank
        uint32_t to;   //!< rank
        uint64_t bytes;
        int64_t startPs{0}; //!< when it is posted
    };

    /** Runs them. @return how long each took until it was there, in ps */
    std::vector<int64_t> Run(const std::vector<Transfer>& transfers)
    {
        CommunicationGraph graph(m_network.topology.GetHostCount());
        std::vector<uint32_t> channels;
        for (uint32_t i = 0; i < transfers.size(); ++i)
        {
            const auto& transfer = transfers[i];
            const auto send =
                graph.AddTransfer(transfer.from, transfer.to, transfer.bytes, i).first;
            graph.Edit(send, [&](auto& node) { node.timePs = transfer.startPs; });
        }
        const auto executor = AddGraph(std::move(graph));
        Simulator::Run();
        EXPECT_TRUE(executor->IsFinished());
        std::vector<int64_t> tookPs(transfers.size());
        for (const auto& record : executor->GetRecords())
        {
            EXPECT_EQ(record.startPs - executor->GetStartPs(), transfers[record.channel].startPs);
            m_backPs = record.finishedPs - record.arrivedPs;
            tookPs[record.channel] = record.arrivedPs - record.startPs;
        }
        return tookPs;
    }

    /** @return how long a collective takes, in ps */
    int64_t RunCollective(const std::string& algorithm, uint32_t ranks, uint64_t bytes)
    {
        std::vector<uint32_t> serverOfRank;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            serverOfRank.push_back(rank);
        }
        const auto executor =
            AddGraph(Make<CollectiveAlgorithm>(algorithm)->Build(RankLayout(serverOfRank), bytes));
        Simulator::Run();
        EXPECT_TRUE(executor->IsFinished());
        return executor->GetFinishPs() - executor->GetStartPs();
    }

    int64_t m_backPs{0}; //!< how much longer the sender of the last message of Run() waited
};

} // namespace ns3

#endif // AI_FABRIC_IDEAL_NETWORK_TEST_H
