// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "queue-pair-test.h"

#include "ns3/double.h"
#include "ns3/loss-recovery.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** A quarter of the line rate, whatever happens. */
class QuarterRate final : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::QuarterRate")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<QuarterRate>();
        return tid;
    }

  private:
    void DoStart() override
    {
        SetRate(GetContext().nowPs, GetContext().lineRatebps / 4);
    }
};

NS_OBJECT_ENSURE_REGISTERED(QuarterRate);

/**
 * A responder that has seen all but three of the first 2^24 packets; it accepts the next packet.
 */
class NearWrap final : public LossRecovery
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::NearWrap").SetParent<LossRecovery>().AddConstructor<NearWrap>();
        return tid;
    }

    NearWrap()
    {
        m_expected = (1 << 24) - 3;
    }

  private:
    void DoNotifySent(uint64_t /* span */) override
    {
    }

    bool DoNotifyNak(uint64_t /* selective */, uint64_t /* messageStart */) override
    {
        return false;
    }

    void DoNotifyTimeout(uint64_t /* messageStart */) override
    {
    }

    Verdict DoNotifyArrival(const Arrival& arrival) override
    {
        if (arrival.packet != m_expected)
        {
            return arrival.packet < m_expected ? Verdict::DUPLICATE : Verdict::GAP;
        }
        ++m_expected;
        return Verdict::DELIVER;
    }
};

NS_OBJECT_ENSURE_REGISTERED(NearWrap);

} // namespace ns3

using namespace ns3;

namespace
{

using RdmaQueuePairTest = QueuePairTest;

} // namespace

TEST_F(RdmaQueuePairTest, MessagesAreCutIntoPacketsOfTheMtu)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    queuePair->PostWrite(1, 0);
    queuePair->PostWrite(1024, 1);
    queuePair->PostWrite(1025, 2);
    queuePair->PostSend(2049, 3);
    queuePair->PostSend(1, 4);
    queuePair->PostWriteWithImmediate(3, 42, 5);
    queuePair->PostWriteWithImmediate(2000, 43, 6);
    Simulator::Run();
    ExpectAll(0, {1, 1024, 1025, 2049, 1, 3, 2000});

    using Op = RdmaOpcode;
    const std::vector<std::pair<Op, uint32_t>> expected{{Op::WRITE_ONLY, 1},
                                                        {Op::WRITE_ONLY, 1024},
                                                        {Op::WRITE_FIRST, 1024},
                                                        {Op::WRITE_LAST, 1},
                                                        {Op::SEND_FIRST, 1024},
                                                        {Op::SEND_MIDDLE, 1024},
                                                        {Op::SEND_LAST, 1},
                                                        {Op::SEND_ONLY, 1},
                                                        {Op::WRITE_ONLY_IMM, 3},
                                                        {Op::WRITE_FIRST, 1024},
                                                        {Op::WRITE_LAST_IMM, 976}};
    ASSERT_EQ(m_sent[0].size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(m_sent[0][i].opcode, expected[i].first) << i;
        EXPECT_EQ(m_sent[0][i].payloadBytes, expected[i].second) << i;
        EXPECT_EQ(m_sent[0][i].psn, i);
    }
    const auto& arrivals = m_arrivals[0];
    EXPECT_FALSE(arrivals[4].hasImmediate);
    EXPECT_TRUE(arrivals[5].hasImmediate);
    EXPECT_EQ(arrivals[5].immediate, 42u);
    EXPECT_EQ(arrivals[6].immediate, 43u);
    EXPECT_FALSE(queuePair->HasWork());
    EXPECT_EQ(queuePair->GetAcknowledgedBytes(), 1u + 1024 + 1025 + 2049 + 1 + 3 + 2000);
    EXPECT_EQ(m_remote->GetDeliveredBytes(), queuePair->GetAcknowledgedBytes());
    ExpectLosslessEnd();
}

TEST_F(RdmaQueuePairTest, QueuePairsOfOnePairOfHostsShareTheWireFairly)
{
    BuildPair("MtuBytes=1024");
    // Four queue pairs of 100 packets in turn; the first one has two turns before the others are
    // there: 0 0 1 2 3 0 1 2 3 ... It sends its last packet as number 2 + 4 * 98 = 394 of 400, so
    // it ends 6 packets before the last one.
    const std::vector<uint64_t> lengths(10, 10'240);
    for (size_t number = 0; number < 4; ++number)
    {
        const auto queuePair = Connect(number);
        for (size_t i = 0; i < lengths.size(); ++i)
        {
            queuePair->PostWrite(lengths[i], i);
        }
    }
    Simulator::Run();
    std::vector<int64_t> ends;
    for (size_t number = 0; number < 4; ++number)
    {
        ExpectAll(number, lengths);
        ends.push_back(m_arrivals[number].back().finishedPs);
    }
    EXPECT_EQ(m_network.nics[0]->GetQueuePairs().size(), 4u);
    const auto range = std::minmax_element(ends.begin(), ends.end());
    EXPECT_EQ(*range.second - *range.first, 6 * (1024 + 82) * 80);
    ExpectLosslessEnd();
}

TEST_F(RdmaQueuePairTest, AcknowledgementsAreOnePerIntervalAndOnePerMessage)
{
    // Of 64 packets, one in 10 requests an acknowledgement: 10, 20 ... 60 and the last one. Then 3
    // packets, 65 to 67: the last one requests it. Then 68 to 70: the 70th requests it once, not
    // twice.
    BuildPair("MtuBytes=1024|AckInterval=10");
    const auto queuePair = Connect();
    queuePair->PostWrite(64 * 1024, 0);
    queuePair->PostWrite(3 * 1024, 1);
    queuePair->PostWrite(3 * 1024, 2);
    Simulator::Run();
    EXPECT_EQ(CountSent(1, RdmaOpcode::ACKNOWLEDGE), 7u + 1 + 1);
    EXPECT_EQ(m_sent[1].front().psn, 9u);
    EXPECT_EQ(m_sent[1].back().psn, 69u);
}

TEST_F(RdmaQueuePairTest, ARateSpacesPacketsExactly)
{
    // A quarter of 100 Gb/s is 320 ps per byte: 1024 + 98 B before the second packet, 1024 + 82 B
    // before each other.
    BuildPair("MtuBytes=1024", {{"CongestionControl", "ns3::QuarterRate"}});
    Connect()->PostWrite(50 * 1024, 0);
    Simulator::Run();
    const auto& sent = m_sent[0];
    ASSERT_EQ(sent.size(), 50u);
    EXPECT_EQ(sent[1].startPs - sent[0].startPs, 1122 * 320);
    for (size_t i = 2; i < sent.size(); ++i)
    {
        EXPECT_EQ(sent[i].startPs - sent[i - 1].startPs, 1106 * 320) << i;
    }
}

TEST_F(RdmaQueuePairTest, TheWindowBoundsWhatIsInFlight)
{
    // 10,000 B hold 9 packets of 1024 B. None of them would ask for an acknowledgement by itself.
    BuildPair("MtuBytes=1024|WindowBytes=10000|AckInterval=1000");
    const auto queuePair = Connect();
    uint64_t sentBytes = 0;
    uint64_t mostBytes = 0;
    m_network.nics[0]->GetPort().TraceConnectWithoutContext(
        "Transmit",
        Callback<void, const FabricPacket&, int64_t>([&](const FabricPacket& packet, int64_t) {
            sentBytes += packet.payloadBytes;
            mostBytes = std::max(mostBytes, sentBytes - queuePair->GetAcknowledgedBytes());
        }));
    queuePair->PostWrite(90 * 1024, 0);
    Simulator::Run();
    ExpectAll(0, {90 * 1024});
    EXPECT_EQ(mostBytes, 9u * 1024);
    // One window per round trip: 10 acknowledgements.
    EXPECT_EQ(CountSent(1, RdmaOpcode::ACKNOWLEDGE), 10u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().timeouts, 0u);
}

TEST_F(RdmaQueuePairTest, AWindowBelowOnePacketStillMoves)
{
    BuildPair("MtuBytes=1024|WindowBytes=1");
    Connect()->PostWrite(5000, 0);
    Simulator::Run();
    ExpectAll(0, {5000});
    EXPECT_EQ(CountSent(1, RdmaOpcode::ACKNOWLEDGE), 5u);
}

TEST_F(RdmaQueuePairTest, CongestionIsToldOncePerInterval)
{
    // Every packet is marked but those of an empty queue; see to it that the switch always has
    // one: its way out is half as fast. 200 packets of 1024 + 82 B at 50 Gb/s arrive every
    // 1106 * 160 ps = 176,960 ps, marked from the first whose successor had come: all but the
    // last, which leaves an empty queue behind. A CNP goes every ceil(4 us / 176,960 ps) = 23.
    auto topology = Topology("StarTopology", {{"Hosts", "2"}});
    topology.links[1].ratebps = 50'000'000'000;
    Build("RoceFabric",
          "Nic=ns3::RdmaNic[MtuBytes=1024] CongestionControl=ns3::NoCongestionControl "
          "Marker=ns3::RedMarker[KminBytes=0|KmaxBytes=1]",
          topology);
    Connect()->PostWrite(200 * 1024, 0);
    Simulator::Run();
    const auto marks = Statistics().ecnMarks;
    EXPECT_GE(marks, 198u);
    EXPECT_LE(marks, 200u);
    EXPECT_EQ(m_network.nics[1]->GetCounters().cnpsSent, 9u); // 0, 23, 46 ... 184
    EXPECT_EQ(m_network.nics[0]->GetCounters().cnpsReceived, 9u);
}

TEST_F(RdmaQueuePairTest, ALossyLinkLosesNothingForGood)
{
    for (const double errorRate : {0.01, 0.05, 0.2})
    {
        SCOPED_TRACE(errorRate);
        BuildPair("MtuBytes=1024|AckTimeout=50us|RetryCount=1000", {}, errorRate);
        const std::vector<uint64_t> lengths{1, 1024, 100'000, 1025, 7, 50'000, 2048, 30'000};
        const uint64_t total = std::accumulate(lengths.begin(), lengths.end(), uint64_t{0});
        m_completions.clear();
        m_arrivals.clear();
        std::vector<Ptr<RdmaQueuePair>> ends;
        for (size_t number = 0; number < 3; ++number)
        {
            const auto queuePair = Connect(number);
            ends.push_back(m_remote);
            for (size_t i = 0; i < lengths.size(); ++i)
            {
                queuePair->PostWrite(lengths[i], i);
            }
        }
        Simulator::Run();
        for (size_t number = 0; number < 3; ++number)
        {
            ExpectAll(number, lengths);
            EXPECT_EQ(ends[number]->GetDeliveredBytes(), total);
        }
        const auto& counters = m_network.nics[0]->GetCounters();
        EXPECT_GT(counters.retransmittedPackets, 0u);
        EXPECT_GT(m_network.nics[1]->GetCounters().naksSent, 0u);
        EXPECT_EQ(m_network.nics[1]->GetCounters().deliveredBytes, 3 * total);
        EXPECT_GT(Statistics().losses, 0u);
        EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
        Simulator::Destroy();
    }
}

TEST_F(RdmaQueuePairTest, ALossyLinkLosesNoCreditsForGood)
{
    // Credit packets are lost as well. They go out until no credits are missing.
    BuildPair("MtuBytes=1024|AckTimeout=50us|RetryCount=1000", {}, 0.02, "InfiniBandFabric");
    const auto queuePair = Connect();
    std::vector<uint64_t> lengths(100, 20'000);
    for (size_t i = 0; i < lengths.size(); ++i)
    {
        queuePair->PostWrite(lengths[i], i);
    }
    Simulator::Run();
    ExpectAll(0, lengths);
    EXPECT_GT(m_network.nics[0]->GetCounters().retransmittedPackets, 0u);
}

TEST_F(RdmaQueuePairTest, ADeadLinkFailsTheQueuePairAfterAllRetries)
{
    BuildPair("AckTimeout=10us|RetryCount=3");
    m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    const auto queuePair = Connect();
    queuePair->PostWrite(100, 0);
    queuePair->PostSend(200, 1);
    Simulator::Run();
    // Sent at 0; given up when the timeout after the third retry has passed: 4 * 10 us.
    ASSERT_EQ(m_completions[0].size(), 2u);
    EXPECT_EQ(m_completions[0][0].status, RdmaStatus::RETRY_EXCEEDED);
    EXPECT_EQ(m_completions[0][1].status, RdmaStatus::FLUSHED);
    for (size_t i : {0, 1})
    {
        EXPECT_EQ(m_completions[0][i].workId, i);
        EXPECT_EQ(m_completions[0][i].finishedPs, 40'000'000);
    }
    EXPECT_EQ(m_network.nics[0]->GetCounters().timeouts, 4u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().failedQueuePairs, 1u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().retransmittedPackets, 3u * 2);
    EXPECT_EQ(m_sent[0].size(), 4u * 2);
    EXPECT_TRUE(m_arrivals[0].empty());
    EXPECT_EQ(queuePair->DescribeWait(), "failed: retry count exceeded");
    // A work request posted later ends at once.
    queuePair->PostWrite(300, 2);
    ASSERT_EQ(m_completions[0].size(), 3u);
    EXPECT_EQ(m_completions[0][2].status, RdmaStatus::FLUSHED);
    EXPECT_FALSE(queuePair->HasWork());
}

TEST_F(RdmaQueuePairTest, SequenceNumbersWrapAtTheResponder)
{
    BuildPair("MtuBytes=1024", {{"LossRecovery", "ns3::NearWrap"}});
    Connect();
    RdmaNic& nic = *m_network.nics[1];
    const auto receive = [&](uint32_t psn) {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->lane = 3;
        packet->payloadBytes = 1024;
        packet->frameBytes = nic.GetRdmaFraming().GetFrameBytes(RdmaOpcode::SEND_ONLY, 1024);
        packet->destHost = 1;
        packet->As<RdmaHeader>().opcode = RdmaOpcode::SEND_ONLY;
        packet->destEndpoint = m_remote->GetNumber();
        packet->As<RdmaHeader>().psn = psn;
        nic.Receive(nic.GetPort(), std::move(packet));
    };
    for (const uint32_t psn : {0xfffffdU, 0xfffffeU, 0xffffffU, 0U, 1U})
    {
        receive(psn);
    }
    EXPECT_EQ(m_remote->GetDeliveredBytes(), 5u * 1024);
    receive(0xffffff); // three behind: a duplicate, not 16 million ahead
    EXPECT_EQ(nic.GetCounters().naksSent, 0u);
    receive(4); // two ahead: a gap
    EXPECT_EQ(nic.GetCounters().naksSent, 1u);
    EXPECT_EQ(m_remote->GetDeliveredBytes(), 5u * 1024);
    ASSERT_GE(m_sent[1].size(), 1u);
    EXPECT_EQ(m_sent[1][0].psn, 0xfffffdU);
}
