// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Two flows share one link under each congestion control: what they get, how full the link is, and
// how long its queue, against what the algorithms' own laws say.
//
// A WRITE MIDDLE of 1000 B is a frame of 1062 B (14 + 20 + 8 + 12 + 1000 + 4 + 4) and 1082 B on the
// wire, so a full link of 100 Gb/s carries 92.42 Gb/s of payload, and a queue of a given delay is
// 1062/1082 of what the link sends in it.

#include "two-flow-test.h"

#include "ns3/double.h"

#include <algorithm>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

constexpr double FRAME = 1062;
constexpr double WIRE = 1082;
constexpr double FULL_GBPS = 100 * 1000 / WIRE;

using CongestionControlTest = TwoFlowTest;

/** Many hosts send to one at 40 Gb/s, marked by the curve of CoNEXT'16: 5 to 200 kB. */
class IncastControlTest : public NetworkTest
{
  protected:
    /** The queue of the receiver, and what its link carries. */
    struct Outcome
    {
        uint64_t leastQueueBytes;
        uint64_t mostQueueBytes;
        double gbps;   //!< of frames
        uint64_t cnps; //!< that the receiver's NIC sent of itself
    };

    /**
     * @param senders how many
     * @param parts of the fabric
     * @param from when it is looked at, every 5 us for 8 ms
     */
    Outcome Measure(uint32_t senders, Attributes parts, Time from)
    {
        parts.emplace_back(
            "Marker",
            "ns3::RedMarker[KminBytes=5000|KmaxBytes=200000|Pmax=0.01|ReferenceRate=40Gbps]");
        parts.emplace_back("Buffer", "ns3::SharedBuffer[SizeBytes=12000000|Alpha=1]");
        Build("RoceFabric",
              parts,
              Topology(
                  "StarTopology",
                  {{"Hosts", std::to_string(senders + 1)}, {"Rate", "40Gbps"}, {"Delay", "1us"}}));
        for (uint32_t host = 0; host < senders; ++host)
        {
            RdmaNic::Connect(m_network.nics[host], m_network.nics[senders], 3)
                .first->PostWrite(1'000'000'000'000, 0);
        }
        const auto& port = *m_network.fabricSwitches[0]->GetPorts()[senders];
        Outcome outcome{UINT64_MAX, 0, 0, 0};
        for (Time at = from; at < from + MilliSeconds(8); at += MicroSeconds(5))
        {
            Simulator::Schedule(at, [&] {
                const uint64_t bytes = port.GetQueueBytes(3);
                outcome.leastQueueBytes = std::min(outcome.leastQueueBytes, bytes);
                outcome.mostQueueBytes = std::max(outcome.mostQueueBytes, bytes);
            });
        }
        const auto sent = [&port] {
            return port.GetCounters(Simulator::Now().GetPicoSeconds()).frameBytes;
        };
        uint64_t before = 0;
        Simulator::Schedule(from, [&] { before = sent(); });
        Simulator::Stop(from + MilliSeconds(8));
        Simulator::Run();
        outcome.gbps = (sent() - before) * 8e-9 / 8e-3;
        outcome.cnps = m_network.nics[senders]->GetCounters().cnpsSent;
        EXPECT_EQ(Statistics().drops, 0u);
        Simulator::Destroy();
        return outcome;
    }
};

} // namespace

TEST_F(CongestionControlTest, FixedRatesAreWhatTheySay)
{
    BuildStar("RoceFabric", 100, {{"CongestionControl", "ns3::FixedRate[Rate=30Gbps]"}});
    StartFlow(0, Seconds(0));
    StartFlow(1, MicroSeconds(10));
    const auto outcome = Measure(MicroSeconds(100), MicroSeconds(500));
    EXPECT_NEAR(outcome.gbps[0], 0.3 * FULL_GBPS, 0.05);
    EXPECT_NEAR(outcome.gbps[1], 0.3 * FULL_GBPS, 0.05);
    EXPECT_LE(outcome.mostQueueBytes, FRAME);
}

TEST_F(CongestionControlTest, DctcpKeepsTheQueueAtTheThreshold)
{
    // DCTCP, section 3.3: the most is K + N packets, the sawtooth sqrt(2 N (C RTT + K)) / 2 packets
    // deep: N = 2, C RTT = 59, K = 28: 9.3. Two packets more for what comes in the same instant.
    for (const std::string atEnqueue : {"false", "true"})
    {
        BuildStar(
            "RoceFabric",
            100,
            {{"CongestionControl", "ns3::Dctcp"},
             {"Marker", "ns3::StepMarker[ThresholdBytes=30000|AtEnqueue=" + atEnqueue + "]"}});
        StartFlow(0, Seconds(0));
        StartFlow(1, MicroSeconds(200));
        // Whose turn it is to be marked swings for milliseconds: shares of 2 ms differ by 5 %.
        const auto outcome = Measure(MilliSeconds(3), MilliSeconds(23));
        EXPECT_GT(outcome.Sum(), 0.995 * FULL_GBPS);
        EXPECT_GT(outcome.Fairness(), 0.97);
        EXPECT_LE(outcome.mostQueueBytes, 30'000 + 4 * FRAME);
        EXPECT_GE(outcome.leastQueueBytes, 30'000 - 9.3 * FRAME);
        Simulator::Destroy();
    }
}

TEST_F(CongestionControlTest, AWindowThatShrinksBelowWhatAsksForNoAnswerDoesNotStall)
{
    // One packet in eight asks for an acknowledgement. DCTCP halves its window at the first mark,
    // and the rest of the eight is then on the way behind a window that is full.
    Build(
        "RoceFabric",
        {{"CongestionControl", "ns3::Dctcp"}, {"Marker", "ns3::StepMarker[ThresholdBytes=50000]"}},
        Topology("StarTopology", {{"Hosts", "9"}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
    const auto job =
        Add("IncastWorkload", {{"Bytes", "4000000"}, {"Sources", "8"}, {"Target", "0"}});
    Simulator::Run();
    ExpectLosslessEnd();
    // 8 * 977 packets of at most 4198 B take 2.63 ms on the last link.
    EXPECT_LT(job->GetFinishPs(), 4'000'000'000);
}

TEST_F(CongestionControlTest, DctcpAndSwiftWorkOverCreditsAsWell)
{
    for (const std::string name : {"ns3::Dctcp", "ns3::Swift[BaseTarget=2us]"})
    {
        BuildStar(
            "InfiniBandFabric",
            100,
            {{"CongestionControl", name}, {"Marker", "ns3::StepMarker[ThresholdBytes=15000]"}});
        StartFlow(0, Seconds(0));
        StartFlow(1, MicroSeconds(200));
        const auto outcome = Measure(MilliSeconds(1), MilliSeconds(3));
        EXPECT_GT(outcome.Sum(), 90);
        EXPECT_GT(outcome.Fairness(), 0.95);
        // 2 us at 100 Gb/s are 25 kB; flow scaling adds less than 1 us to windows of 25 packets.
        EXPECT_LE(outcome.mostQueueBytes, 60'000u);
        Simulator::Destroy();
    }
}

/**
 * 120 flows, and a receiver that sends a notification per microsecond: each flow has one in 120 us.
 * DCQCN's timer of 55 us raises the rates twice in between, so that the queue stays where PFC holds
 * it, alpha 1: half of the memory and more. DCQCN+ increases after 132 us. Above 200 kB every
 * packet is marked, so no flow increases, and the queue is at most a packet of each flow longer.
 */
TEST_F(IncastControlTest, DcqcnPlusBoundsTheQueueOfManyFlows)
{
    const std::string nic = "ns3::RdmaNic[MtuBytes=1000";
    const auto dcqcn = Measure(
        120,
        {{"CongestionControl", "ns3::Dcqcn"}, {"Nic", nic + "|CnpScope=port|CnpInterval=1us]"}},
        MilliSeconds(10));
    EXPECT_GT(dcqcn.leastQueueBytes, 5'000'000u);
    EXPECT_GT(dcqcn.cnps, 10'000u);
    const auto plus = Measure(120,
                              {{"CongestionControl", "ns3::DcqcnPlus"}, {"Nic", nic + "]"}},
                              MilliSeconds(10));
    EXPECT_LE(plus.mostQueueBytes, 200'000 + 120 * FRAME);
    EXPECT_EQ(plus.cnps, 0u) << "its receiver's half sends them";
    EXPECT_GT(plus.gbps, 0.99 * 40 * FRAME / WIRE);
}

/** With three flows it is DCQCN with notifications 50 us apart. */
TEST_F(IncastControlTest, DcqcnPlusIsDcqcnForFewFlows)
{
    for (const auto& [control, nic] :
         {std::pair{"ns3::Dcqcn", "ns3::RdmaNic[MtuBytes=1000|CnpInterval=50us]"},
          std::pair{"ns3::DcqcnPlus", "ns3::RdmaNic[MtuBytes=1000]"}})
    {
        SCOPED_TRACE(control);
        const auto outcome =
            Measure(3, {{"CongestionControl", control}, {"Nic", nic}}, MilliSeconds(8));
        EXPECT_LT(outcome.mostQueueBytes, 200'000u);
        EXPECT_GT(outcome.gbps, 0.95 * 40 * FRAME / WIRE);
    }
}

TEST_F(CongestionControlTest, TimelyKeepsTheDelayNearItsLowThreshold)
{
    // Below 50 us of RTT the rates grow, so the queue reaches 50 us; any gradient above cuts, so it
    // stays far from the 500 us of the high threshold. At 10 Gb/s 50 us are 62.5 kB.
    BuildStar("RoceFabric", 10, {{"CongestionControl", "ns3::Timely[InitialRate=0.5]"}});
    StartFlow(0, Seconds(0));
    StartFlow(1, Seconds(0));
    const auto outcome = Measure(MilliSeconds(20), MilliSeconds(80));
    EXPECT_GT(outcome.Sum(), 0.9 * FULL_GBPS / 10);
    EXPECT_LT(outcome.Sum(), 1.001 * FULL_GBPS / 10);
    EXPECT_GT(outcome.mostQueueBytes, (50e-6 - GetBaseRtt()) * 10e9 / 8 * FRAME / WIRE - FRAME);
    EXPECT_LT(outcome.mostQueueBytes, 125'000u);
}

TEST_F(CongestionControlTest, PatchedTimelyConvergesToItsFixedPoint)
{
    // The paper's figure of 7 and 3 Gb/s. Fixed point: equal rates, and an RTT of
    // 50 us (1 + 2 * 10 Mb/s / (0.008 * 10 Gb/s)) = 62.5 us. The difference of the rates decays as
    // exp(-delta t / (2 Seg)), 39 per second: 4 Gb/s are 80 Mb/s after 100 ms.
    BuildStar("RoceFabric", 10, {{"CongestionControl", "ns3::PatchedTimely"}});
    for (uint32_t host : {0U, 1U})
    {
        ObjectFactory factory("ns3::PatchedTimely");
        factory.Set("InitialRate", DoubleValue(host == 0 ? 0.7 : 0.3));
        m_network.nics[host]->GetConnectionFactory().GetPolicyFactories().congestionControl =
            factory;
        StartFlow(host, Seconds(0));
    }
    const auto outcome = Measure(MilliSeconds(100), MilliSeconds(120));
    EXPECT_GT(outcome.Sum(), 0.999 * FULL_GBPS / 10);
    EXPECT_NEAR(outcome.gbps[0], outcome.gbps[1], 0.15);
    const double delay = 62.5e-6 - GetBaseRtt();
    EXPECT_NEAR(outcome.meanQueueBytes, delay * 10e9 / 8 * FRAME / WIRE, 2 * FRAME);
    EXPECT_LT(outcome.mostQueueBytes - outcome.leastQueueBytes, 6 * FRAME) << "no oscillation";
}

TEST_F(CongestionControlTest, SwiftKeepsTheDelayAtItsTarget)
{
    // RTT = 10 us + base RTT + flow scaling. In 15 us the link carries 173 packets, 87 of each
    // flow: 40.8 / sqrt(87) - 4.08 = 0.3 us.
    BuildStar("RoceFabric", 100, {{"CongestionControl", "ns3::Swift[BaseTarget=10us]"}});
    StartFlow(0, Seconds(0));
    StartFlow(1, MicroSeconds(200));
    const auto outcome = Measure(MilliSeconds(1), MilliSeconds(3));
    EXPECT_GT(outcome.Sum(), 0.999 * FULL_GBPS);
    EXPECT_GT(outcome.Fairness(), 0.98);
    EXPECT_NEAR(outcome.meanQueueBytes, 10.3e-6 * 100e9 / 8 * FRAME / WIRE, 2 * FRAME);
    EXPECT_LT(outcome.mostQueueBytes - outcome.leastQueueBytes, 8 * FRAME);
}
