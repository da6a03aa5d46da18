// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Time of an adapter for a message: each expected time is a sum or a maximum of its attributes.

#include "verbs-test.h"

#include "ns3/pcie-adapter.h"
#include "ns3/pointer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class PcieAdapterTest : public VerbsTest
{
  protected:
    static constexpr int64_t NS = 1000; //!< in ps

    // On the wire: Ethernet, IPv4, UDP, BTH, ICRC, FCS and gap are 82 B; a WRITE has 16 B more, an
    // acknowledgement 4 B.
    static constexpr int64_t WRITE_BYTES = 82 + 16;
    static constexpr int64_t ACK_BYTES = 82 + 4;

    /** @return of a packet alone, from host to host, in ps */
    static constexpr int64_t WayPs(int64_t wireBytes)
    {
        return 2 * (wireBytes * 80 + 1'000'000) + 400'000;
    }

    /** @param attributes of an adapter, "|" between them @return it, without time for the others */
    static std::string MakeAdapter(const std::string& attributes)
    {
        return "ns3::PcieAdapter[PostTime=0s|DoorbellLatency=0s|ReadLatency=0s|"
               "QueuePairInterval=0s|MessageInterval=0s|InlineBytes=0|StoreRate=0bps|"
               "CachedQueuePairs=0|AckDelay=0s|WriteLatency=0s" +
               attributes + "]";
    }

    /** @param attributes of the adapters; packets have up to 1024 B */
    void BuildWith(const std::string& attributes)
    {
        BuildPair("MtuBytes=1024", {{"Adapter", MakeAdapter("|" + attributes)}});
    }

    /** @return when host 0 began to send each of its packets, in ps */
    std::vector<int64_t> Starts() const
    {
        std::vector<int64_t> starts;
        for (const auto& sent : m_sent[0])
        {
            starts.push_back(sent.startPs);
        }
        return starts;
    }

    /** @return the adapter of a host */
    Ptr<PcieAdapter> GetAdapter(uint32_t host) const
    {
        PointerValue adapter;
        m_network.nics[host]->GetAttribute("Adapter", adapter);
        return adapter.Get<PcieAdapter>();
    }

    const std::string m_all = "PostTime=100ns|DoorbellLatency=300ns|ReadLatency=800ns|"
                              "StoreRate=8Gbps|AckDelay=200ns|WriteLatency=400ns";
    const int64_t m_postPs = 100 * NS;
    const int64_t m_doorbellPs = 300 * NS;
    const int64_t m_readPs = 800 * NS;
    const int64_t m_storePs = 1000 * NS; //!< of 1000 B
    const int64_t m_ackPs = 200 * NS;
    const int64_t m_writePs = 400 * NS;
};

} // namespace

TEST_F(PcieAdapterTest, OneWriteAtATimePassesThroughEveryStage)
{
    BuildWith(m_all);
    Connect()->PostWrite(1000, 0);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    const int64_t startPs = m_postPs + m_doorbellPs + m_readPs + m_storePs;
    EXPECT_EQ(Starts(), std::vector<int64_t>{startPs});
    EXPECT_EQ(m_completions[0][0].postedPs, 0);
    EXPECT_EQ(m_arrivals[0][0].finishedPs, startPs + WayPs(WRITE_BYTES + 1000) + m_writePs);
    EXPECT_EQ(m_completions[0][0].finishedPs,
              startPs + WayPs(WRITE_BYTES + 1000) + m_ackPs + WayPs(ACK_BYTES) + m_writePs);
}

TEST_F(PcieAdapterTest, InfiniBandHasTheSameStages)
{
    BuildPair("MtuBytes=1024", {{"Adapter", MakeAdapter("|" + m_all)}}, 0, "InfiniBandFabric");
    Connect()->PostWrite(1000, 0);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    EXPECT_EQ(Starts(), std::vector<int64_t>{m_postPs + m_doorbellPs + m_readPs + m_storePs});
}

TEST_F(PcieAdapterTest, InlinePayloadIsNotReadAndWithoutBlueFlameTheRequestIs)
{
    BuildWith(m_all + "|InlineBytes=1000");
    Connect()->PostWrite(1000, 0);
    Simulator::Run();
    EXPECT_EQ(Starts(), std::vector<int64_t>{m_postPs + m_doorbellPs});

    m_sent[0].clear();
    BuildWith(m_all + "|InlineBytes=999|BlueFlame=false");
    Connect()->PostWrite(1000, 0);
    const int64_t nowPs = Simulator::Now().GetPicoSeconds();
    Simulator::Run();
    EXPECT_EQ(
        Starts(),
        std::vector<int64_t>{nowPs + m_postPs + m_doorbellPs + m_readPs + m_readPs + m_storePs});
}

TEST_F(PcieAdapterTest, OneReadBringsTheRequestsThatWait)
{
    // All rung at 300 ns: the first read brings four, the next one, which begins when that ends,
    // the others. A packet of 4 B has the link for 102 * 80 ps.
    BuildWith(
        "DoorbellLatency=300ns|ReadLatency=800ns|InlineBytes=64|BlueFlame=false|FetchBatch=4");
    const auto queuePair = Connect();
    for (uint64_t id = 0; id < 6; ++id)
    {
        queuePair->PostWrite(4, id);
    }
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(6));
    const int64_t firstPs = 1100 * NS;
    const int64_t secondPs = 1900 * NS;
    const int64_t wirePs = (WRITE_BYTES + 4) * 80;
    EXPECT_EQ(Starts(),
              (std::vector<int64_t>{firstPs,
                                    firstPs + wirePs,
                                    firstPs + 2 * wirePs,
                                    firstPs + 3 * wirePs,
                                    secondPs,
                                    secondPs + wirePs}));
}

TEST_F(PcieAdapterTest, AReadBringsOnlyWhatWasPostedBeforeItBegan)
{
    // Software posts every 100 ns, so doorbells come at 100, 200, ... ns. The read of 100 ns brings
    // one request; that of 900 ns those of 200 to 900 ns; that of 1.7 us the last one.
    BuildWith("PostTime=100ns|ReadLatency=800ns|InlineBytes=64|BlueFlame=false|FetchBatch=16");
    const auto queuePair = Connect();
    for (uint64_t id = 0; id < 10; ++id)
    {
        queuePair->PostWrite(4, id);
    }
    Simulator::Run();
    const auto starts = Starts();
    ASSERT_EQ(starts.size(), 10u);
    EXPECT_EQ(starts[0], 900 * NS);
    EXPECT_EQ(starts[1], 1700 * NS);
    EXPECT_EQ(starts[8], 1700 * NS + 7 * (WRITE_BYTES + 4) * 80);
    EXPECT_EQ(starts[9], 2500 * NS);
}

TEST_F(PcieAdapterTest, BlueFlameServesAnIdleQueuePairOnly)
{
    // One request every 500 ns. The first two come with their doorbells; when the third one rings
    // the second has not begun, so a read brings it, which ends before its turn.
    BuildWith("DoorbellLatency=300ns|ReadLatency=800ns|InlineBytes=64|QueuePairInterval=500ns");
    const auto queuePair = Connect();
    queuePair->PostWrite(4, 0);
    queuePair->PostWrite(4, 1);
    queuePair->PostWrite(4, 2);
    Simulator::Run();
    EXPECT_EQ(Starts(), (std::vector<int64_t>{300 * NS, 800 * NS, 1300 * NS}));
}

TEST_F(PcieAdapterTest, TheSlowestStageSetsTheMessageRate)
{
    // 64 messages of 4 B: software 200 ns, queue pair 150 ns, adapter 50 ns; so 200 ns each.
    BuildWith("PostTime=200ns|ReadLatency=800ns|QueuePairInterval=150ns|MessageInterval=50ns");
    const auto queuePair = Connect();
    for (uint64_t id = 0; id < 64; ++id)
    {
        queuePair->PostWrite(4, id);
    }
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(64));
    const auto starts = Starts();
    ASSERT_EQ(starts.size(), 64u);
    for (size_t i = 0; i < starts.size(); ++i)
    {
        EXPECT_EQ(starts[i], static_cast<int64_t>(i + 1) * 200 * NS + 800 * NS) << i;
    }
}

TEST_F(PcieAdapterTest, QueuePairsShareTheAdapterInTheOrderOfTheirTurns)
{
    // A queue pair has a turn every 500 ns, the adapter one every 200 ns.
    BuildWith("InlineBytes=64|QueuePairInterval=500ns|MessageInterval=200ns");
    const auto first = Connect(0);
    const auto second = Connect(1);
    for (uint64_t id = 0; id < 3; ++id)
    {
        first->PostWrite(4, id);
    }
    for (uint64_t id = 0; id < 3; ++id)
    {
        second->PostWrite(8, id);
    }
    Simulator::Run();
    EXPECT_EQ(Starts(),
              (std::vector<int64_t>{0, 200 * NS, 500 * NS, 700 * NS, 1000 * NS, 1200 * NS}));
    const std::vector<uint32_t> bytes{4, 8, 4, 8, 4, 8};
    for (size_t i = 0; i < bytes.size(); ++i)
    {
        EXPECT_EQ(m_sent[0][i].payloadBytes, bytes[i]) << i;
    }
}

TEST_F(PcieAdapterTest, OutstandingReadsBoundTheRateOfAQueuePair)
{
    // 4096 B in 1 us are 32.8 Gb/s of a link of 100: a message of 40,960 B every 10 us.
    BuildWith("ReadLatency=1us|ReadBytes=4096");
    const auto queuePair = Connect();
    for (uint64_t id = 0; id < 3; ++id)
    {
        queuePair->PostWrite(40'960, id);
    }
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(3));
    const auto starts = Starts();
    ASSERT_EQ(starts.size(), 120u);
    // The last byte is there after 10 us and a latency; 39 packets are sent by then.
    EXPECT_EQ(starts[0], 11'000 * NS - 39 * 1024 * 80);
    EXPECT_EQ(starts[40] - starts[0], 10'000 * NS);
    EXPECT_EQ(starts[80] - starts[40], 10'000 * NS);
}

TEST_F(PcieAdapterTest, AContextThatIsNotInTheCacheIsRead)
{
    // Three queue pairs in turn and room for two, which the first two have: the third message and
    // all behind it miss. A miss is a read of 800 ns, and the adapter begins one every 800 / 4 ns.
    // The other end has the same cache, for acknowledgements.
    BuildWith("ReadLatency=800ns|InlineBytes=64|CachedQueuePairs=2|ContextReads=4");
    std::vector<Ptr<RdmaQueuePair>> queuePairs;
    for (size_t number = 0; number < 3; ++number)
    {
        queuePairs.push_back(Connect(number));
    }
    for (uint64_t id = 0; id < 2; ++id)
    {
        for (const auto& queuePair : queuePairs)
        {
            queuePair->PostWrite(4, id);
        }
    }
    Simulator::Run();
    EXPECT_EQ(Starts(),
              (std::vector<
                  int64_t>{0, (WRITE_BYTES + 4) * 80, 800 * NS, 1000 * NS, 1200 * NS, 1400 * NS}));
    EXPECT_EQ(GetAdapter(0)->GetMisses(), 4u);
    EXPECT_EQ(GetAdapter(1)->GetMisses(), 4u);
    const int64_t wayPs = WayPs(WRITE_BYTES + 4) + WayPs(ACK_BYTES);
    EXPECT_EQ(m_completions[0][0].finishedPs, wayPs);
    EXPECT_EQ(m_completions[2][0].finishedPs, 800 * NS + wayPs + 800 * NS);
}

TEST_F(PcieAdapterTest, ContextsThatFitAreNotRead)
{
    BuildWith("ReadLatency=800ns|InlineBytes=64|CachedQueuePairs=2");
    const auto first = Connect(0);
    const auto second = Connect(1);
    for (uint64_t id = 0; id < 5; ++id)
    {
        first->PostWrite(4, id);
        second->PostWrite(4, id);
    }
    Simulator::Run();
    EXPECT_EQ(GetAdapter(0)->GetMisses(), 0u);
    EXPECT_EQ(GetAdapter(1)->GetMisses(), 0u);
}

TEST_F(PcieAdapterTest, TheResponseToAReadIsReadFromMemory)
{
    BuildWith(m_all);
    const auto queuePair = Connect();
    queuePair->PostRead(1000, 0);
    queuePair->PostWrite(4, 1); // its acknowledgement waits behind the response
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(2));
    const int64_t requestPs = m_postPs + m_doorbellPs + WayPs(82 + 16);
    const int64_t responsePs = requestPs + m_readPs + m_storePs;
    ASSERT_EQ(m_sent[1].size(), 2u);
    EXPECT_EQ(m_sent[1][0].opcode, RdmaOpcode::READ_RESPONSE_ONLY);
    EXPECT_EQ(m_sent[1][0].startPs, responsePs);
    EXPECT_EQ(m_sent[1][1].opcode, RdmaOpcode::ACKNOWLEDGE);
    EXPECT_EQ(m_completions[0][0].finishedPs, responsePs + WayPs(ACK_BYTES + 1000) + m_writePs);
}

TEST_F(PcieAdapterTest, MessagesKeepTheirOrder)
{
    // A short message is part of its work request, but the payload of the one before is read.
    BuildWith(m_all + "|InlineBytes=64");
    const auto queuePair = Connect();
    queuePair->PostWrite(1000, 0);
    queuePair->PostWrite(4, 1);
    queuePair->PostSend(8, 2);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(3));
    ASSERT_EQ(m_sent[0].size(), 3u);
    EXPECT_EQ(m_sent[0][0].payloadBytes, 1000u);
    EXPECT_EQ(m_sent[0][1].payloadBytes, 4u);
    EXPECT_EQ(m_sent[0][2].payloadBytes, 8u);
}

TEST_F(PcieAdapterTest, AFailureFlushesWhatTheAdapterHolds)
{
    BuildWith(m_all);
    const auto queuePair = Connect();
    for (uint64_t id = 0; id < 4; ++id)
    {
        queuePair->PostWrite(1000, id); // payload is there at 2.2, 2.3, 2.4 and 2.5 us
    }
    EXPECT_TRUE(queuePair->HasWork());
    EXPECT_EQ(queuePair->DescribeWait(), "the adapter is at work");
    Simulator::Schedule(NanoSeconds(2350),
                        [queuePair] { queuePair->Modify(RdmaQueuePairState::ERROR); });
    Simulator::Run();
    EXPECT_EQ(Statuses(), std::vector<RdmaStatus>(4, RdmaStatus::FLUSHED));
    EXPECT_EQ(m_sent[0].size(), 2u);
    EXPECT_FALSE(queuePair->HasWork());
    for (const auto& completion : m_completions[0])
    {
        EXPECT_EQ(completion.postedPs, 0);
        EXPECT_EQ(completion.finishedPs, 2350 * NS + m_writePs);
    }
}

TEST_F(PcieAdapterTest, AResetForgetsWhatTheAdapterHolds)
{
    BuildWith(m_all);
    const auto queuePair = Connect();
    queuePair->PostWrite(1000, 0);
    const auto modify = [queuePair](RdmaQueuePairState state) { queuePair->Modify(state); };
    Simulator::Schedule(NanoSeconds(500), [modify, queuePair] {
        modify(RdmaQueuePairState::RESET);
        modify(RdmaQueuePairState::INIT);
        modify(RdmaQueuePairState::READY_TO_RECEIVE);
        modify(RdmaQueuePairState::READY_TO_SEND);
        queuePair->PostWrite(4, 0);
    });
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    ASSERT_EQ(m_sent[0].size(), 1u);
    EXPECT_EQ(m_sent[0][0].payloadBytes, 4u);
}

TEST_F(PcieAdapterTest, WithoutTimeItChangesNothing)
{
    const auto run = [this](const std::string& adapter) {
        m_sent = {};
        m_completions.clear();
        BuildPair("MtuBytes=1024", {{"Adapter", adapter}});
        const auto queuePair = Connect();
        queuePair->PostWrite(5000, 0);
        queuePair->PostRead(3000, 1);
        queuePair->PostFetchAdd(8, 1, 2);
        queuePair->PostSend(1, 3);
        const int64_t beganPs = Simulator::Now().GetPicoSeconds();
        Simulator::Run();
        EXPECT_EQ(Statuses(), Well(4));
        std::vector<int64_t> times;
        for (const auto& completion : m_completions[0])
        {
            times.push_back(completion.finishedPs - beganPs);
        }
        for (const auto& sent : m_sent[0])
        {
            times.push_back(sent.startPs - beganPs);
        }
        return times;
    };
    const auto ideal = run("ns3::IdealAdapter");
    EXPECT_EQ(GetAdapter(0), nullptr);
    EXPECT_EQ(run(MakeAdapter("")), ideal);
    EXPECT_NE(GetAdapter(0), nullptr);
}
