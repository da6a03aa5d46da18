// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "port-pair.h"

#include "ns3/credit-flow-control.h"
#include "ns3/infini-band-rate.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

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

    /** Connects and starts a link as the point has it. */
    static void Start(PortPair<CreditFlowControl>& link, const Point& point)
    {
        link.Connect(point.ratebps, point.metres * PS_PER_METRE, point.packetBytes);
        for (const auto& flow : link.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(point.bufferBytes));
            flow->SetAttribute("UpdateBlocks", UintegerValue(point.updateBlocks));
            flow->SetAttribute("BlockBytes", UintegerValue(point.blockBytes));
        }
        link.ports[1]->SetPipeline(RECEIVER_PS, point.cutThrough);
        link.Start();
    }

    /** @return bit/s between the fifth and the 25th loop */
    static double MeasureBps(const Point& point, uint32_t window)
    {
        PortPair<CreditFlowControl> link;
        Start(link, point);
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

    /** @return share of the wire between the 20th and the 120th loop, and what the link says of it
     */
    static std::pair<double, double> MeasureShare(const Point& point, uint32_t window)
    {
        PortPair<CreditFlowControl> link;
        Start(link, point);
        const double said = link.flow[1]->GetLoop()->GetShare();
        for (uint32_t i = 0; i <= 120 * window; ++i)
        {
            link.ports[0]->Enqueue(MakeDataPacket(0, point.packetBytes, 0, i));
        }
        Simulator::Run();
        const auto& departures = link.owners[0].departures;
        EXPECT_EQ(departures.size(), 120 * window + 1);
        const int64_t ps = departures[120 * window].startPs - departures[20 * window].startPs;
        const double wirePs = 8e12 * point.packetBytes / static_cast<double>(point.ratebps);
        Simulator::Destroy();
        return {100.0 * window * wirePs / static_cast<double>(ps), said};
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

/**
 * Of n packets that fit into the advertised blocks, k are told at once. n = q k + r: the last
 * packet of a group is the (k - r)-th of those that the group q before it let out, as r went ahead.
 * With S for a packet and D for what is left of the loop behind its last bit:
 *
 *     share = min(1, (n - r) S / ((k - r) S + D))
 *
 * Where UpdateInterval T is short the r packets that are no whole group are told after it, alone or
 * with some that have come meanwhile, and the share lies between that and
 *
 *     (n - r) S / (k S + D) + r S / (S + D + T)
 */
TEST_F(CreditThroughput, OfWholePacketsToldInWholeGroups)
{
    uint32_t shortIntervals = 0;
    uint32_t oddGroups = 0;
    double most = 0; // that whole bytes, as if a loop carried the buffer, are above it
    for (const std::string generation : {"EDR", "NDR", "XDR"})
    {
        const uint64_t ratebps = InfiniBandRate::Find(generation)->GetDatabps();
        for (const uint32_t mtuBytes : {256U, 512U, 1'024U, 2'048U, 4'096U})
        {
            const uint32_t packetBytes = mtuBytes + 30; // headers, check sequences, delimiters
            for (const int64_t metres : {3, 100, 600, 2'000, 10'000})
            {
                for (const uint64_t bufferBytes : {8'192U, 20'000U, 50'000U, 131'072U})
                {
                    const Point point{ratebps, metres, packetBytes, bufferBytes, 0};
                    const uint64_t blocks = bufferBytes / BLOCK_BYTES;
                    const uint64_t packetBlocks = (packetBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
                    const auto n = static_cast<uint32_t>(blocks / packetBlocks);
                    const uint64_t k =
                        (std::max<uint64_t>(1, blocks / 8) + packetBlocks - 1) / packetBlocks;
                    const uint64_t r = n % k;
                    const double S = packetBytes * 8.0 / static_cast<double>(ratebps);
                    const double D = 2e-12 * static_cast<double>(metres * PS_PER_METRE) +
                                     1e-12 * RECEIVER_PS +
                                     CREDIT_WIRE_BYTES * 8.0 / static_cast<double>(ratebps);
                    const double T = 65'536 * 4 * 8.0 / static_cast<double>(ratebps); // four lanes
                    const double low = std::min(1.0,
                                                static_cast<double>(n - r) * S /
                                                    (static_cast<double>(k - r) * S + D));
                    const double high =
                        std::min(1.0,
                                 static_cast<double>(n - r) * S / (static_cast<double>(k) * S + D) +
                                     static_cast<double>(r) * S / (S + D + T));
                    const bool isShort = r > 0 && T < D;
                    const auto [measured, said] = MeasureShare(point, n);
                    SCOPED_TRACE(generation + ", MTU " + std::to_string(mtuBytes) + ", " +
                                 std::to_string(metres) + " m, " + std::to_string(bufferBytes) +
                                 " B: " + std::to_string(n) + " packets, told " +
                                 std::to_string(k));
                    EXPECT_NEAR(said / measured, 1, 0.02) << "of GetShare()";
                    EXPECT_GT(measured, 0.98 * low);
                    EXPECT_LT(measured, 1.02 * (isShort ? std::max(low, high) : low));
                    shortIntervals += isShort;
                    oddGroups += r > 0 && low < 1;
                    const double whole =
                        static_cast<double>(n) * S / (static_cast<double>(k) * S + D);
                    most = std::max(most, std::min(1.0, whole) / measured - 1);
                }
            }
        }
    }
    EXPECT_GT(shortIntervals, 20u);
    EXPECT_GT(oddGroups, 50u);
    EXPECT_GT(most, 0.1) << "groups make no difference";
}

/** However large UpdateBlocks is, a group leaves room for one packet: here it is 96 blocks of 128.
 */
TEST_F(CreditThroughput, AGroupIsNeverTheWholeBuffer)
{
    // Four packets of 2 KiB at 100 Gb/s and 30 m, told three at a time.
    const Point point{100'000'000'000, 30, 2'048, 4 * 2'048, 2'048};
    const auto [measured, said] = MeasureShare(point, 4);
    const double S = 2'048 * 0.08;
    const double law = 3 * S / ((3 - 1) * S + 300 + 130 + 0.64);
    EXPECT_NEAR(measured / law, 1, 0.01);
    EXPECT_NEAR(said / law, 1, 0.01);
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
    // Hosts and switch 2 m to 10 km apart. On the first link, whose receiver frees a packet when
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
                                                Point{"100Gbps", 500'000, 2'048},
                                                // One packet: a credit given at the first bit
                                                // that leaves would make it twice as fast.
                                                Point{"100Gbps", 10'000, 65}})
    {
        SCOPED_TRACE(std::string(name) + " " + std::to_string(blocks));
        Build(
            "InfiniBandFabric",
            "FlowControl=ns3::CreditFlowControl[UpdateBlocks=1|BlockBytes=64|BufferBytes=" +
                std::to_string(blocks * BLOCK_BYTES) + "]",
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
