// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "verbs-test.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/loss-recovery.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Op = RdmaOpcode;

/**
 * Time of a single packet from host to host: 2 links of 1 us and 100 Gb/s, 400 ns in the switch.
 */
constexpr int64_t
WayPs(int64_t wireBytes)
{
    return 2 * (wireBytes * 80 + 1'000'000) + 400'000;
}

// On the wire, of packets without payload: Ethernet, IPv4, UDP, BTH, ICRC, FCS and gap are 82 B.
constexpr int64_t READ_REQUEST_BYTES = 82 + 16;
constexpr int64_t ATOMIC_REQUEST_BYTES = 82 + 28;
constexpr int64_t ATOMIC_ANSWER_BYTES = 82 + 12;
constexpr int64_t ACK_BYTES = 82 + 4;

class RdmaVerbsTest : public VerbsTest
{
  protected:
    /** @return results of the atomic operations that ended, in order */
    std::vector<uint64_t> Originals() const
    {
        std::vector<uint64_t> originals;
        for (const auto& completion : m_completions[0])
        {
            originals.push_back(completion.original);
        }
        return originals;
    }
};

} // namespace

TEST_F(RdmaVerbsTest, AReadTakesARequestAndAResponse)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostRead(1000, 0);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    EXPECT_EQ(m_completions[0][0].finishedPs, WayPs(READ_REQUEST_BYTES) + WayPs(86 + 1000));
    EXPECT_EQ(queuePair->GetDeliveredBytes(), 1000u);
    EXPECT_EQ(m_remote->GetDeliveredBytes(), 0u);
    EXPECT_TRUE(m_arrivals[0].empty());
    EXPECT_EQ(CountSent(0, Op::READ_REQUEST), 1u);
    EXPECT_EQ(m_sent[0].size(), 1u); // a response is not acknowledged
    EXPECT_EQ(CountSent(1, Op::READ_RESPONSE_ONLY), 1u);
}

TEST_F(RdmaVerbsTest, AResponseIsPacketsOfTheMtuAtLineRate)
{
    // 1024 * 9 + 512 B: first and last have an AETH more than the middle. On each link they go
    // back to back, the first one keeps the second link busy for 4 B longer than the next needs.
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostRead(9 * 1024 + 512, 0);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    const int64_t all = (86 + 1024) + 8 * (82 + 1024) + (86 + 512);
    EXPECT_EQ(m_completions[0][0].finishedPs,
              WayPs(READ_REQUEST_BYTES) + (86 + 1024 + all) * 80 + 2'400'000);
    const std::vector<Op> expected{Op::READ_RESPONSE_FIRST,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_MIDDLE,
                                   Op::READ_RESPONSE_LAST};
    ASSERT_EQ(m_sent[1].size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(m_sent[1][i].opcode, expected[i]) << i;
        EXPECT_EQ(m_sent[1][i].psn, i); // the numbers of the request's message
    }
}

TEST_F(RdmaVerbsTest, AReadTakesAsManySequenceNumbersAsItsResponse)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostRead(5000, 0); // 0 to 4
    queuePair->PostWrite(2000, 1);
    queuePair->PostRead(1, 2);
    queuePair->PostSend(1, 3);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(4));
    const std::vector<uint32_t> psns{0, 5, 6, 7, 8};
    ASSERT_EQ(m_sent[0].size(), psns.size());
    for (size_t i = 0; i < psns.size(); ++i)
    {
        EXPECT_EQ(m_sent[0][i].psn, psns[i]);
    }
    // The WRITE was complete long before, but the READ was posted first.
    EXPECT_LE(m_completions[0][0].finishedPs, m_completions[0][1].finishedPs);
}

TEST_F(RdmaVerbsTest, ReadsUnderWayAreLimited)
{
    for (const size_t limit : {1, 3, 100})
    {
        m_completions.clear();
        m_sent = {};
        BuildPair("MtuBytes=1024|MaxOutstandingReads=" + std::to_string(limit));
        const auto queuePair = Connect();
        size_t requests = 0;
        size_t most = 0;
        m_network.nics[0]->GetPort().TraceConnectWithoutContext(
            "Transmit",
            Callback<void, const FabricPacket&, int64_t>([&](const FabricPacket& packet, int64_t) {
                requests += packet.As<RdmaHeader>().opcode == Op::READ_REQUEST ||
                            packet.As<RdmaHeader>().opcode == Op::FETCH_ADD;
                most = std::max(most, requests - m_completions[0].size());
            }));
        for (uint64_t i = 0; i < 20; ++i)
        {
            i % 4 == 3 ? queuePair->PostFetchAdd(0, 1, i) : queuePair->PostRead(3000, i);
        }
        Simulator::Run();
        EXPECT_EQ(Statuses(), Well(20));
        EXPECT_EQ(most, std::min<size_t>(limit, 20));
        if (limit == 1)
        {
            // Nothing overlaps: each waits for the one before.
            const int64_t read =
                WayPs(READ_REQUEST_BYTES) + (1110 + 1110 + 1106 + 86 + 952) * 80 + 2'400'000;
            const int64_t atomic = WayPs(ATOMIC_REQUEST_BYTES) + WayPs(ATOMIC_ANSWER_BYTES);
            EXPECT_EQ(m_completions[0].back().finishedPs, 15 * read + 5 * atomic);
        }
        Simulator::Destroy();
    }
}

TEST_F(RdmaVerbsTest, AReadOfMoreThanTwoGigabytesIsRefused)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostRead((uint64_t{1} << 31) + 1, 0);
    Simulator::Run();
    EXPECT_EQ(Statuses(), std::vector{RdmaStatus::LENGTH_ERROR});
    EXPECT_TRUE(m_sent[0].empty());
}

TEST_F(RdmaVerbsTest, AtomicOperationsChangeTheMemoryAndTellWhatWasThere)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostFetchAdd(64, 5, 0);
    queuePair->PostFetchAdd(64, UINT64_MAX, 1);    // wraps: one less
    queuePair->PostCompareSwap(64, 4, 1000, 2);    // is 4: swaps
    queuePair->PostCompareSwap(64, 4, 2000, 3);    // is 1000: does not
    queuePair->PostFetchAdd(72, 7, 4);             // another word
    queuePair->PostCompareSwap(64, 1000, 3000, 5); // swaps
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(6));
    EXPECT_EQ(Originals(), (std::vector<uint64_t>{0, 5, 4, 1000, 0, 1000}));
    EXPECT_EQ(m_network.nics[1]->GetMemory(64), 3000u);
    EXPECT_EQ(m_network.nics[1]->GetMemory(72), 7u);
    EXPECT_EQ(m_network.nics[1]->GetMemory(80), 0u);
    EXPECT_EQ(m_network.nics[0]->GetMemory(64), 0u);
    // The first one alone: request and answer.
    EXPECT_EQ(m_completions[0][0].finishedPs,
              WayPs(ATOMIC_REQUEST_BYTES) + WayPs(ATOMIC_ANSWER_BYTES));
}

TEST_F(RdmaVerbsTest, AnAtomicOperationOnAnOddAddressFailsTheQueuePair)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostWrite(100, 0);
    queuePair->PostFetchAdd(4, 1, 1);
    queuePair->PostWrite(100, 2);
    Simulator::Run();
    EXPECT_EQ(Statuses(),
              (std::vector{RdmaStatus::SUCCESS, RdmaStatus::REMOTE_ERROR, RdmaStatus::FLUSHED}));
    EXPECT_EQ(queuePair->GetState(), RdmaQueuePairState::ERROR);
    EXPECT_EQ(queuePair->DescribeWait(), "failed: refused by the receiver");
    EXPECT_EQ(m_network.nics[1]->GetMemory(4), 0u);
}

TEST_F(RdmaVerbsTest, ASendWaitsForAReceiveRequest)
{
    // Refused when it comes; the requester waits for the time of code 12, 0.64 ms, and by then
    // there is a request.
    BuildPair("MtuBytes=1024|RnrTimer=12");
    const auto queuePair = Connect();
    m_remote->PostReceive(0);
    queuePair->PostSendWithImmediate(1000, 99, 0);
    Simulator::Schedule(MicroSeconds(100), [this] { m_remote->PostReceive(); });
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    ASSERT_EQ(m_arrivals[0].size(), 1u);
    EXPECT_EQ(m_arrivals[0][0].immediate, 99u);
    const int64_t refusedPs = WayPs(86 + 1000) + WayPs(ACK_BYTES);
    EXPECT_EQ(m_arrivals[0][0].finishedPs, refusedPs + 640'000'000 + WayPs(86 + 1000));
    EXPECT_EQ(Counters(1).receiverNotReady, 1u);
    EXPECT_EQ(Counters(0).timeouts, 0u);
    EXPECT_EQ(CountSent(0, Op::SEND_ONLY_IMM), 2u);
}

TEST_F(RdmaVerbsTest, WhatFollowsARefusedSendWaitsWithIt)
{
    BuildPair("MtuBytes=1024|RnrTimer=1");
    const auto queuePair = Connect();
    m_remote->PostReceive(1);
    queuePair->PostSend(5000, 0);  // takes the one there is
    queuePair->PostWrite(3000, 1); // needs none
    queuePair->PostSend(5000, 2);
    queuePair->PostWrite(3000, 3);
    Simulator::Schedule(MicroSeconds(50), [this] { m_remote->PostReceive(5); });
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(4));
    EXPECT_EQ(m_remote->GetDeliveredBytes(), 16'000u);
    ASSERT_EQ(m_arrivals[0].size(), 4u);
    EXPECT_LT(m_completions[0][1].finishedPs, 10'000'000);
    EXPECT_GT(m_completions[0][2].finishedPs, 50'000'000);
    EXPECT_GT(Counters(1).receiverNotReady, 0u);
}

TEST_F(RdmaVerbsTest, ASendThatIsRefusedTooOftenFailsTheQueuePair)
{
    BuildPair("MtuBytes=1024|RnrTimer=1|RnrRetryCount=2");
    const auto queuePair = Connect();
    m_remote->PostReceive(0);
    queuePair->PostSend(1000, 0);
    queuePair->PostSend(1000, 1);
    Simulator::Run();
    EXPECT_EQ(Statuses(), (std::vector{RdmaStatus::RNR_RETRY_EXCEEDED, RdmaStatus::FLUSHED}));
    EXPECT_EQ(Counters(1).receiverNotReady, 3u); // two retries
    EXPECT_TRUE(m_arrivals[0].empty());
}

TEST_F(RdmaVerbsTest, RetriesWithoutEndWaitForAReceiveRequest)
{
    // 7 is for ever: 10 us * 100 times.
    BuildPair("MtuBytes=1024|RnrTimer=1|RnrRetryCount=7");
    const auto queuePair = Connect();
    m_remote->PostReceive(0);
    queuePair->PostSend(1000, 0);
    Simulator::Schedule(MilliSeconds(1), [this] { m_remote->PostReceive(1); });
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    EXPECT_GT(Counters(1).receiverNotReady, 50u);
}

TEST_F(RdmaVerbsTest, WritesWithImmediateTakeReceiveRequestsToo)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    m_remote->PostReceive(3);
    queuePair->PostWriteWithImmediate(3000, 1, 0);
    queuePair->PostSend(3000, 1);
    queuePair->PostWriteWithImmediate(100, 2, 2);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(3));
    EXPECT_EQ(Counters(1).receiverNotReady, 0u);
    queuePair->PostSend(1, 3);
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    EXPECT_EQ(Counters(1).receiverNotReady, 1u);
}

TEST_F(RdmaVerbsTest, DatagramsGoToAnyHost)
{
    Build("RoceFabric",
          {{"Nic", "ns3::RdmaNic[MtuBytes=1024]"}},
          Topology("StarTopology", {{"Hosts", "3"}}));
    std::vector<Ptr<RdmaQueuePair>> ends;
    std::vector<std::vector<RdmaArrival>> arrivals(3);
    std::vector<RdmaCompletion> completions;
    for (uint32_t host = 0; host < 3; ++host)
    {
        ends.push_back(m_network.nics[host]->MakeDatagramQueuePair(3));
        ends[host]->SetArrivalCallback(Callback<void, const RdmaArrival&>(
            [&arrivals, host](const RdmaArrival& arrival) { arrivals[host].push_back(arrival); }));
    }
    ends[0]->SetCompletionCallback(Callback<void, const RdmaCompletion&>(
        [&](const RdmaCompletion& completion) { completions.push_back(completion); }));
    ends[0]->PostDatagram(1, ends[1]->GetNumber(), 1000, 0);
    ends[0]->PostDatagram(2, ends[2]->GetNumber(), 1024, 1);
    ends[0]->PostDatagram(1, ends[1]->GetNumber(), 1025, 2); // longer than a packet
    ends[0]->PostDatagram(1, 12345, 10, 3);                  // nobody there
    ends[1]->PostDatagram(0, ends[0]->GetNumber(), 7, 0);
    Simulator::Run();
    ASSERT_EQ(completions.size(), 4u);
    for (const auto& completion : completions)
    {
        EXPECT_EQ(completion.status,
                  completion.workId == 2 ? RdmaStatus::LENGTH_ERROR : RdmaStatus::SUCCESS);
    }
    ASSERT_EQ(arrivals[1].size(), 1u);
    EXPECT_EQ(arrivals[1][0].bytes, 1000u);
    EXPECT_EQ(arrivals[1][0].sourceHost, 0u);
    EXPECT_EQ(arrivals[1][0].sourceQp, ends[0]->GetNumber());
    EXPECT_EQ(arrivals[1][0].finishedPs, WayPs(82 + 8 + 1000));
    EXPECT_EQ(Counters(1).droppedDatagrams, 1u);
    ASSERT_EQ(arrivals[2].size(), 1u);
    EXPECT_EQ(arrivals[2][0].bytes, 1024u);
    ASSERT_EQ(arrivals[0].size(), 1u);
    EXPECT_EQ(arrivals[0][0].sourceHost, 1u);
}

TEST_F(RdmaVerbsTest, NobodyRepeatsADatagram)
{
    BuildPair("MtuBytes=1024", {}, 0.25);
    const auto from = m_network.nics[0]->MakeDatagramQueuePair(3);
    const auto to = m_network.nics[1]->MakeDatagramQueuePair(3);
    uint64_t arrived = 0;
    uint64_t completed = 0;
    to->SetArrivalCallback(
        Callback<void, const RdmaArrival&>([&](const RdmaArrival&) { ++arrived; }));
    from->SetCompletionCallback(
        Callback<void, const RdmaCompletion&>([&](const RdmaCompletion& completion) {
            EXPECT_EQ(completion.status, RdmaStatus::SUCCESS);
            EXPECT_EQ(completion.workId, completed++);
        }));
    constexpr uint64_t DATAGRAMS = 4000;
    for (uint64_t i = 0; i < DATAGRAMS; ++i)
    {
        from->PostDatagram(1, to->GetNumber(), 1000, i);
    }
    Simulator::Run();
    EXPECT_EQ(completed, DATAGRAMS);
    EXPECT_EQ(m_sent[0].size(), DATAGRAMS);
    EXPECT_TRUE(m_sent[1].empty());
    EXPECT_EQ(arrived + Statistics().losses, DATAGRAMS);
    // Two links that lose a quarter each: 9/16 arrive, within five standard deviations.
    EXPECT_NEAR(arrived, DATAGRAMS * 9 / 16, 5 * std::sqrt(DATAGRAMS * 9.0 / 16 * 7 / 16));
}

TEST_F(RdmaVerbsTest, ADatagramWithoutAReceiveRequestIsDropped)
{
    BuildPair("MtuBytes=1024");
    const auto from = m_network.nics[0]->MakeDatagramQueuePair(3);
    const auto to = m_network.nics[1]->MakeDatagramQueuePair(3);
    to->PostReceive(2);
    for (uint64_t i = 0; i < 5; ++i)
    {
        from->PostDatagram(1, to->GetNumber(), 100, i);
    }
    Simulator::Run();
    EXPECT_EQ(to->GetDeliveredBytes(), 200u);
    EXPECT_EQ(Counters(1).droppedDatagrams, 3u);
}

TEST_F(RdmaVerbsTest, AcknowledgementsOfASelectiveResponderNameWhatCame)
{
    // The NAK has 4 B more than an ACK, for the packet that came out of order.
    BuildPair("MtuBytes=1024", {{"LossRecovery", "ns3::SelectiveRepeat[WindowBdps=0]"}}, 0.05);
    const auto queuePair = Connect();
    std::vector<uint32_t> lengths;
    m_network.nics[1]->GetPort().TraceConnectWithoutContext(
        "Transmit",
        Callback<void, const FabricPacket&, int64_t>([&](const FabricPacket& packet, int64_t) {
            const bool nak = packet.As<RdmaHeader>().syndrome == 0x60;
            EXPECT_EQ(packet.frameBytes, nak ? 70u : 66u);
            lengths.push_back(packet.frameBytes);
        }));
    queuePair->PostWrite(1'000'000, 0);
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    EXPECT_GT(std::count(lengths.begin(), lengths.end(), 70u), 20);
}
