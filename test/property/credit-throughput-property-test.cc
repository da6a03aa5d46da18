// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "port-pair.h"

#include "ns3/credit-flow-control.h"
#include "ns3/infini-band-rate.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>

using namespace ns3;

namespace
{

constexpr uint32_t BLOCK_BYTES = 64;
constexpr uint32_t CREDIT_WIRE_BYTES = 8;
constexpr int64_t PS_PER_METRE = 5'000;
constexpr int64_t RECEIVER_PS = 130'000; // of the receiver

/**
 * A lane that always has something to send, to a receiver that passes on everything at once.
 *
 * The loop of a credit, for packets of S on the wire of which k are freed before a flow control
 * packet tells of them: the first of the k begins at 0;
 *
 *     k S                  the last bit of the k-th leaves           (cut-through: (k - 1) S, the
 *     + delay + latency    it is behind the receiver's pipeline       first bit is enough)
 *     + 8 B / rate         the flow control packet goes back at once, the way back is empty
 *     + delay              and is there: the k packets may be followed by k others
 *
 * In that time the lane sends what its buffer holds, W packets, if k divides W, and no more; or the
 * wire is busy all the time:
 *
 *     throughput = min(rate, W packets / loop)
 */
class CreditThroughput : public FabricTest
{
  protected:
    /** One point of the sweep. */
    struct Point
    {
        uint64_t ratebps;
        int64_t metres;
        uint32_t packetBytes;
        uint64_t bufferBytes;
        uint32_t updateBlocks; //!< 0: the default, an eighth of the buffer
        bool cutThrough{false};
        uint32_t blockBytes{BLOCK_BYTES};
    };

    /** @return bit/s by the law above, with the buffer in bytes: W packets fill it */
    static double LawBps(const Point& point, uint64_t windowBytes, double packetsTold)
    {
        const auto rate = static_cast<double>(point.ratebps);
        const double serialization = point.packetBytes * 8 / rate;
        const double loop = (packetsTold - (point.cutThrough ? 1 : 0)) * serialization +
                            2e-12 * static_cast<double>(point.metres * PS_PER_METRE) +
                            1e-12 * RECEIVER_PS + CREDIT_WIRE_BYTES * 8 / rate;
        return std::min(rate, static_cast<double>(windowBytes) * 8 / loop);
    }

    /** @return bit/s between the fifth and the 25th loop */
    static double MeasureBps(const Point& point, uint32_t window)
    {
        PortPair<CreditFlowControl> link;
        link.Connect(point.ratebps, point.metres * PS_PER_METRE, point.packetBytes);
        for (const auto& flow : link.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(point.bufferBytes));
            flow->SetAttribute("UpdateBlocks", UintegerValue(point.updateBlocks));
            flow->SetAttribute("BlockBytes", UintegerValue(point.blockBytes));
        }
        link.ports[1]->SetPipeline(RECEIVER_PS, point.cutThrough);
        link.Start();
        for (uint32_t i = 0; i <= 25 * window; ++i)
        {
            link.ports[0]->Enqueue(MakeDataPacket(0, point.packetBytes, 0, i));
        }
        Simulator::Run();
        const auto& departures = link.owners[0].departures;
        EXPECT_EQ(departures.size(), 25 * window + 1);
        EXPECT_EQ(link.owners[1].arrivals.size(), 25 * window + 1);
        EXPECT_EQ(link.flow[0]->Audit(), std::vector<std::string>());
        const int64_t ps = departures[25 * window].startPs - departures[5 * window].startPs;
        return 20.0 * window * point.packetBytes * 8 / (static_cast<double>(ps) * 1e-12);
    }

    void ExpectLaw(const Point& point, uint32_t window, double packetsTold)
    {
        const uint64_t windowBytes = uint64_t{window} * point.packetBytes;
        const double law = LawBps(point, windowBytes, packetsTold);
        EXPECT_NEAR(MeasureBps(point, window), law, 0.03 * law)
            << point.ratebps << " bit/s, " << point.metres << " m, packets of " << point.packetBytes
            << " B, buffer " << point.bufferBytes << " B, told after " << point.updateBlocks
            << " blocks, cut-through " << point.cutThrough;
        ++m_points;
        m_bound += law < static_cast<double>(point.ratebps);
    }

    uint32_t m_points{0};
    uint32_t m_bound{0}; //!< of these, by credits
};

/** A long wire between two hosts' switch and each of them. */
class CreditThroughputNetwork : public NetworkTest
{
};

} // namespace

TEST_F(CreditThroughput, IsThatOfTheBufferAndTheLoopOrTheRate)
{
    for (const std::string generation : {"SDR", "FDR", "EDR", "NDR", "XDR"})
    {
        const uint64_t ratebps = InfiniBandRate::Find(generation)->GetDatabps();
        for (const int64_t metres : {3, 100, 2'000, 10'000, 40'000})
        {
            for (const uint32_t eighth : {1U, 2U, 5U, 8U}) // packets: 16 to 128 KiB
            {
                const uint32_t window = 8 * eighth;
                const uint64_t bufferBytes = window * 2'048;
                // Told packet by packet, or by eighths of the buffer.
                ExpectLaw({ratebps, metres, 2'048, bufferBytes, 1}, window, 1);
                ExpectLaw({ratebps, metres, 2'048, bufferBytes, 0}, window, eighth);
            }
        }
    }
    EXPECT_EQ(m_points, 200u);
    // Neither side of the minimum is the only one that was seen.
    EXPECT_GT(m_bound, 50u);
    EXPECT_LT(m_bound, 170u);
}

TEST_F(CreditThroughput, CutThroughFreesAtTheFirstBit)
{
    for (const std::string generation : {"SDR", "EDR", "NDR"})
    {
        const uint64_t ratebps = InfiniBandRate::Find(generation)->GetDatabps();
        for (const int64_t metres : {3, 100, 2'000})
        {
            for (const uint32_t window : {2U, 8U, 64U})
            {
                ExpectLaw({ratebps, metres, 2'048, window * 2'048, 1, true}, window, 1);
            }
        }
    }
}

TEST_F(CreditThroughput, APartOfABlockAndOfAPacketIsLost)
{
    // MTU 4096: 4122 B in 65 blocks; 128 KiB are 31 such packets and 33 blocks that nobody uses.
    for (const int64_t metres : {3, 2'000, 10'000})
    {
        for (const uint64_t blocks : {66, 200, 650, 2'048})
        {
            const auto window = static_cast<uint32_t>(blocks / 65);
            ExpectLaw({400'000'000'000, metres, 4'122, blocks * BLOCK_BYTES, 1}, window, 1);
        }
    }
}

TEST_F(CreditThroughput, TheCapOfTheStandardBindsLargerBuffersAndLargerBlocksLiftIt)
{
    // 10 km at 400 Gb/s: 128 KiB in 100 us are 10.5 Gb/s, whatever the buffer holds beyond that;
    // 1 MiB in blocks of 512 B are 83.9.
    const uint64_t ratebps = 400'000'000'000;
    ExpectLaw({ratebps, 10'000, 2'048, 1 << 20, 1}, 64, 1);
    ExpectLaw({ratebps, 10'000, 2'048, 1 << 20, 1, false, 512}, 512, 1);
    const double law = LawBps({ratebps, 10'000, 2'048, 1 << 20, 1, false, 512}, 1 << 20, 1);
    EXPECT_NEAR(law, 83.8e9, 0.2e9);
}

TEST_F(CreditThroughput, ErrorCorrectionMakesTheLoopLonger)
{
    PortPair<CreditFlowControl> link;
    link.Connect(400'000'000'000, 500'000, 2'048);
    link.channel->SetAttribute("FecLatency", TimeValue(NanoSeconds(90)));
    TimeValue delay;
    link.channel->GetAttribute("Delay", delay);
    EXPECT_EQ(delay.Get(), NanoSeconds(500)); // that of the cable
    link.channel->SetAttribute("Delay", TimeValue(NanoSeconds(400)));
    EXPECT_EQ(link.ports[0]->GetDelayPs(), 490'000);
    for (const auto& flow : link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(2'048));
    }
    link.Start();
    for (uint32_t i = 0; i < 3; ++i)
    {
        link.ports[0]->Enqueue(MakeDataPacket(0, 2'048, 0, i));
    }
    Simulator::Run();
    // 40.96 ns, 490 there; 0.16 ns of flow control packet, 490 back.
    EXPECT_EQ(link.owners[0].departures[1].startPs, 40'960 + 490'000 + 160 + 490'000);
}

TEST_F(CreditThroughputNetwork, OfAMessageOverTwoLongLinksAndNothingIsLost)
{
    // Hosts and switch 1 km or 10 km apart. On the first link, whose receiver frees a packet when
    // its last bit has left, the loop of a packet of MTU 4096, 65 blocks and 4126 B with
    // delimiters, is
    //     S + 2 delay + 130 ns + 8 B / rate
    // and on the second one, to a host, shorter by the pipeline of 130 ns. The payload is 4096 B of
    // each.
    struct Point
    {
        const char* rate;
        int64_t delayPs;
        uint32_t blocks;
    };

    for (const auto& [name, delayPs, blocks] : {Point{"100Gbps", 5'000'000, 130},
                                                Point{"400Gbps", 5'000'000, 650},
                                                Point{"400Gbps", 5'000'000, 2'048},
                                                Point{"800Gbps", 50'000'000, 2'048},
                                                Point{"100Gbps", 500'000, 2'048}})
    {
        SCOPED_TRACE(std::string(name) + " " + std::to_string(blocks));
        Build(
            "InfiniBandFabric",
            {{"FlowControl",
              "ns3::CreditFlowControl[UpdateBlocks=1|BlockBytes=64|BufferBytes=" +
                  std::to_string(blocks * BLOCK_BYTES) + "]"}},
            Topology("StarTopology",
                     {{"Hosts", "2"}, {"Rate", name}, {"Delay", std::to_string(delayPs) + "ps"}}));
        const uint32_t window = blocks / 65;
        const uint64_t bytes = uint64_t{100} * window * 4'096;
        const auto job = Add("IncastWorkload",
                             {{"Hosts", "0"}, {"Target", "1"}, {"Bytes", std::to_string(bytes)}});
        const int64_t startPs = NowPs();
        Simulator::Run();
        ExpectLosslessEnd();
        const double rate = static_cast<double>(DataRate(name).GetBitRate());
        const double loop = (4'126 + CREDIT_WIRE_BYTES) * 8 / rate +
                            1e-12 * static_cast<double>(2 * delayPs + RECEIVER_PS);
        const double law = std::min(rate * 4'096 / 4'126, window * 4'096 * 8 / loop);
        // Besides, once, the way there and that of the acknowledgement.
        const double once = 1e-12 * static_cast<double>(4 * delayPs + 2 * RECEIVER_PS);
        const double seconds = 1e-12 * static_cast<double>(job->GetFinishPs() - startPs) - once;
        EXPECT_NEAR(static_cast<double>(bytes) * 8 / seconds, law, 0.03 * law);
        Simulator::Destroy();
    }
}
