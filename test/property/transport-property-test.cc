// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/double.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Random work over a network that loses, repeats and reorders packets. */
class TransportProperty : public NetworkTest
{
  protected:
    static constexpr uint64_t SHARED_WORD = 8; //!< that all queue pairs add to

    /** What a network does to packets. */
    struct Harm
    {
        double lost;     //!< on each link
        double repeated; //!< at each NIC, up to 30 us later
        bool sprayed;    //!< over paths of different length
    };

    /** One end of a connection: what it was asked for and what came of it. */
    struct End
    {
        struct Posted
        {
            RdmaOperation operation;
            uint64_t bytes;
            uint32_t immediate;
        };

        Ptr<RdmaQueuePair> queuePair;
        std::vector<Posted> posted;
        std::vector<RdmaCompletion> completions;
        std::vector<RdmaArrival> arrivals;
    };

    void TearDown() override
    {
        m_ends.clear();
        NetworkTest::TearDown();
    }

    uint64_t Draw(uint64_t first, uint64_t last)
    {
        return m_random->GetInteger(static_cast<uint32_t>(first), static_cast<uint32_t>(last));
    }

    /** @return a copy of a packet that is on its way to a host */
    static FabricPacketPtr Copy(const FabricPacket& packet)
    {
        FabricPacketPtr copy = FabricPacketPool::Make();
        copy->kind = packet.kind;
        copy->As<RdmaHeader>() = packet.As<RdmaHeader>();
        copy->destEndpoint = packet.destEndpoint;
        copy->wireBytes = packet.wireBytes;
        copy->frameBytes = packet.frameBytes;
        copy->payloadBytes = packet.payloadBytes;
        copy->sourceHost = packet.sourceHost;
        copy->destHost = packet.destHost;
        copy->sentPs = packet.sentPs;
        copy->lane = packet.lane;
        copy->ecn = packet.ecn;
        if (const auto* operands = dynamic_cast<const AtomicOperands*>(packet.extras.get()))
        {
            copy->extras = std::make_unique<AtomicOperands>(*operands);
        }
        return copy;
    }

    /** Four hosts on two leaves under three spines. */
    void BuildNetwork(const std::string& recovery, const Harm& harm)
    {
        auto topology = Topology(
            "LeafSpineTopology",
            {{"Leaves", "2"}, {"Spines", "3"}, {"HostsPerLeaf", "2"}, {"HostRate", "100Gbps"}});
        int64_t delayPs = 500'000;
        for (auto& link : topology.links)
        {
            link.errorRate = harm.lost;
            link.delayPs = delayPs += 300'000;
        }
        Build("RoceFabric",
              {{"Nic",
                "ns3::RdmaNic[MtuBytes=1024|AckTimeout=150us|RetryCount=100000|RnrTimer=1|"
                "AckInterval=4|MaxOutstandingReads=3]"},
               {"FlowControl", "ns3::NoFlowControl"},
               {"CongestionControl", "ns3::NoCongestionControl"},
               {"PathSelector", harm.sprayed ? "ns3::SprayPathSelector" : "ns3::EcmpPathSelector"},
               {"LossRecovery", recovery},
               {"Adapter", m_adapter}},
              topology);
        for (const auto& nic : m_network.nics)
        {
            nic->GetPort().TraceConnectWithoutContext(
                "Receive",
                Callback<void, const FabricPacket&, int64_t>(
                    [this, harm, nic = PeekPointer(nic)](const FabricPacket& packet, int64_t) {
                        if (packet.kind == PacketKind::TRANSPORT &&
                            m_random->GetValue() < harm.repeated)
                        {
                            const Time delay = NanoSeconds(Draw(1000, 30'000));
                            auto* copy = Copy(packet).release();
                            Simulator::Schedule(delay, [this, nic, copy] {
                                FabricPacketPtr owner(copy);
                                owner->readyPs = Simulator::Now().GetPicoSeconds();
                                ++m_repeats;
                                nic->Receive(nic->GetPort(), std::move(owner));
                            });
                        }
                    }));
        }
    }

    void Listen(End& end)
    {
        end.queuePair->SetCompletionCallback(Callback<void, const RdmaCompletion&>(
            [&end](const RdmaCompletion& completion) { end.completions.push_back(completion); }));
        end.queuePair->SetArrivalCallback(Callback<void, const RdmaArrival&>(
            [&end](const RdmaArrival& arrival) { end.arrivals.push_back(arrival); }));
    }

    void Post(End& end, uint64_t mostBytes)
    {
        const auto operation = static_cast<RdmaOperation>(Draw(0, 6));
        const uint64_t id = end.posted.size();
        const uint64_t bytes = Draw(0, 3) == 0 ? Draw(1, 64) : Draw(1, mostBytes);
        const auto immediate = static_cast<uint32_t>(id * 3 + 1);
        RdmaQueuePair& queuePair = *end.queuePair;
        end.posted.push_back({operation, bytes, immediate});
        switch (operation)
        {
        case RdmaOperation::WRITE:
            return queuePair.PostWrite(bytes, id);
        case RdmaOperation::WRITE_IMM:
            return queuePair.PostWriteWithImmediate(bytes, immediate, id);
        case RdmaOperation::SEND:
            return queuePair.PostSend(bytes, id);
        case RdmaOperation::SEND_IMM:
            return queuePair.PostSendWithImmediate(bytes, immediate, id);
        case RdmaOperation::READ:
            return queuePair.PostRead(bytes, id);
        case RdmaOperation::FETCH_ADD:
            ++m_added[1 - (&end - m_ends.data()) % 2];
            return queuePair.PostFetchAdd(SHARED_WORD, 1, id);
        case RdmaOperation::COMPARE_SWAP:
            // Counts its own turns: only what ran exactly once lets the next one swap.
            return queuePair.PostCompareSwap(OwnWord(end), Swaps(end) - 1, Swaps(end), id);
        }
    }

    /** @return a word that only this end swaps */
    uint64_t OwnWord(const End& end) const
    {
        return 1024 + 8 * (&end - m_ends.data());
    }

    /** @return COMPARE_SWAPs posted */
    static uint64_t Swaps(const End& end)
    {
        return std::count_if(end.posted.begin(), end.posted.end(), [](const End::Posted& posted) {
            return posted.operation == RdmaOperation::COMPARE_SWAP;
        });
    }

    /** Everything posted ended well, in order, and arrived once, in order. */
    static void ExpectAll(const End& end, const End& peer)
    {
        ASSERT_EQ(end.completions.size(), end.posted.size()) << end.queuePair->DescribeWait();
        size_t arrived = 0;
        uint64_t swaps = 0;
        uint64_t written = 0;
        uint64_t readByPeer = 0;
        for (size_t i = 0; i < end.posted.size(); ++i)
        {
            const auto& posted = end.posted[i];
            const auto& completion = end.completions[i];
            EXPECT_EQ(completion.workId, i);
            EXPECT_EQ(completion.status, RdmaStatus::SUCCESS);
            if (posted.operation == RdmaOperation::COMPARE_SWAP)
            {
                EXPECT_EQ(completion.original, swaps++);
            }
            if (IsAnswered(posted.operation))
            {
                continue;
            }
            EXPECT_EQ(completion.bytes, posted.bytes);
            written += posted.bytes;
            ASSERT_LT(arrived, peer.arrivals.size());
            const auto& arrival = peer.arrivals[arrived++];
            EXPECT_EQ(arrival.bytes, posted.bytes);
            const bool hasImmediate = posted.operation == RdmaOperation::WRITE_IMM ||
                                      posted.operation == RdmaOperation::SEND_IMM;
            EXPECT_EQ(arrival.hasImmediate, hasImmediate);
            if (hasImmediate)
            {
                EXPECT_EQ(arrival.immediate, posted.immediate);
            }
            EXPECT_LT(arrival.finishedPs, completion.finishedPs);
        }
        for (const auto& posted : peer.posted)
        {
            readByPeer += posted.operation == RdmaOperation::READ ? posted.bytes : 0;
        }
        EXPECT_EQ(peer.arrivals.size(), arrived);
        EXPECT_EQ(peer.queuePair->GetDeliveredBytes(), written + readByPeer);
        EXPECT_EQ(end.queuePair->GetAcknowledgedBytes(), written);
        EXPECT_FALSE(end.queuePair->HasWork());
    }

    /** @param mostBytes of a message */
    void Check(const std::string& recovery, const Harm& harm, uint64_t mostBytes, uint64_t seed)
    {
        SCOPED_TRACE(recovery + ", seed " + std::to_string(seed));
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(static_cast<int64_t>(seed));
        m_added = {};
        m_repeats = 0;
        BuildNetwork(recovery, harm);
        m_ends.assign(8, {}); // of four connections, pairs of neighbours in the list
        const bool counted = Draw(0, 1) == 0;
        for (size_t i = 0; i < m_ends.size(); i += 2)
        {
            // All from hosts 0 and 1 to hosts 2 and 3, across the spines.
            std::tie(m_ends[i].queuePair, m_ends[i + 1].queuePair) =
                RdmaNic::Connect(m_network.nics[0], m_network.nics[2], 3);
            Listen(m_ends[i]);
            Listen(m_ends[i + 1]);
        }
        for (auto& end : m_ends)
        {
            for (uint64_t message = Draw(5, 40); message > 0; --message)
            {
                Simulator::Schedule(NanoSeconds(Draw(0, 50'000)),
                                    [this, &end, mostBytes] { Post(end, mostBytes); });
            }
            if (counted)
            {
                end.queuePair->PostReceive(Draw(0, 5));
                Simulator::Schedule(MicroSeconds(Draw(50, 100)),
                                    [&end] { end.queuePair->PostReceive(1000); });
            }
        }
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        for (size_t i = 0; i < m_ends.size(); i += 2)
        {
            SCOPED_TRACE(i);
            ExpectAll(m_ends[i], m_ends[i + 1]);
            ExpectAll(m_ends[i + 1], m_ends[i]);
        }
        EXPECT_EQ(m_network.nics[0]->GetMemory(SHARED_WORD), m_added[0]);
        EXPECT_EQ(m_network.nics[2]->GetMemory(SHARED_WORD), m_added[1]);
        EXPECT_EQ(m_repeats > 0, harm.repeated > 0);
        EXPECT_EQ(Statistics().losses > 0, harm.lost > 0);
        m_ends.clear();
        Simulator::Destroy();
    }

    std::string m_adapter{"ns3::IdealAdapter"}; //!< of every NIC
    std::vector<End> m_ends;
    std::array<uint64_t, 2> m_added{}; //!< to the shared word of host 0 and of host 2
    uint64_t m_repeats{0};
    Ptr<UniformRandomVariable> m_random;
};

} // namespace

TEST_F(TransportProperty, AdaptersThatTakeTimeKeepTheOrder)
{
    // Acknowledgements take longer than the memory of the host, so that responses could overtake
    // them; two of four queue pairs miss the cache.
    m_adapter = "ns3::PcieAdapter[PostTime=100ns|DoorbellLatency=300ns|ReadLatency=700ns|"
                "InlineBytes=64|StoreRate=20Gbps|ReadBytes=8192|QueuePairInterval=200ns|"
                "MessageInterval=50ns|CachedQueuePairs=2|AckDelay=2us|WriteLatency=400ns]";
    for (uint64_t seed = 1; seed <= 4; ++seed)
    {
        Check("ns3::GoBackN", {0.002 * seed, 0.01, false}, 20'000, seed);
        Check("ns3::SelectiveRepeat[ReorderPackets=16]", {0.002 * seed, 0.01, true}, 20'000, seed);
    }
}

TEST_F(TransportProperty, GoBackNDeliversAllOnceInOrder)
{
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        Check("ns3::GoBackN", {0.002 * seed, 0.01, false}, 60'000, seed);
    }
}

TEST_F(TransportProperty, GoBackZeroDeliversAllOnceInOrder)
{
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        Check("ns3::GoBackZero", {0.002 * seed, 0.01, false}, 6'000, seed);
    }
}

TEST_F(TransportProperty, SelectiveRepeatDeliversAllOnceInOrder)
{
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        Check("ns3::SelectiveRepeat", {0.004 * seed, 0.01, false}, 60'000, seed);
        Check("ns3::SelectiveRepeat[DetectLostRepeats=false|WindowBdps=0]",
              {0.004 * seed, 0.01, false},
              60'000,
              seed);
    }
}

TEST_F(TransportProperty, SelectiveRepeatIsRightWhereEveryPacketTakesItsOwnWay)
{
    for (uint64_t seed = 1; seed <= 12; ++seed)
    {
        Check("ns3::SelectiveRepeat[ReorderPackets=16]", {0.002 * seed, 0.01, true}, 60'000, seed);
        Check("ns3::SelectiveRepeat", {0.002 * seed, 0.01, true}, 60'000, seed);
    }
}

TEST_F(TransportProperty, GoBackNIsRightThereTooThoughSlow)
{
    for (uint64_t seed = 1; seed <= 6; ++seed)
    {
        Check("ns3::GoBackN", {0.001 * seed, 0, true}, 10'000, seed);
    }
}
