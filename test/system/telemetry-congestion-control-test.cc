// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Two flows share one link under the congestion controls that live on in-band telemetry.
//
// A WRITE MIDDLE of 1000 B with 42 B of telemetry is a frame of 1104 B and 1124 B on the wire, so a
// full link of 100 Gb/s carries 88.97 Gb/s of payload.

#include "two-flow-test.h"

using namespace ns3;

namespace
{

constexpr double TELEMETRY_FRAME = 1104;
constexpr double TELEMETRY_WIRE = 1124;

using TelemetryCongestionControlTest = TwoFlowTest;

/** Some flows share one link under HPCC with PINT. */
class HpccPintTest : public NetworkTest, public testing::WithParamInterface<uint32_t>
{
};

} // namespace

TEST_F(TelemetryCongestionControlTest, HpccLeavesFivePercentFreeAndNoQueue)
{
    // Switches count frames: eta = 0.95 of 100 Gb/s in frames is 86.05 Gb/s of payload. The
    // increase of 80 B per round adds 2 * 80 / 62 kB = 0.3 %.
    BuildStar("RoceFabric", 100, {{"CongestionControl", "ns3::Hpcc"}, {"Marker", "ns3::NoMarker"}});
    StartFlow(0, Seconds(0));
    StartFlow(1, MicroSeconds(200));
    const auto outcome = Measure(MilliSeconds(1), MilliSeconds(3));
    EXPECT_NEAR(outcome.Sum(), 95 * 1000 / TELEMETRY_FRAME, 0.6);
    EXPECT_GT(outcome.Fairness(), 0.95);
    EXPECT_LT(outcome.meanQueueBytes, TELEMETRY_FRAME);
    EXPECT_LE(outcome.mostQueueBytes, 2 * TELEMETRY_FRAME);
}

/**
 * A WRITE MIDDLE of 1000 B with a digest of n bytes is a frame of 1062 + n B. U swings by what the
 * code is off, a factor of its base at most: rounded up it cuts the window at once, rounded down it
 * adds Wai only. So flows settle between eta / base and eta of 100 Gb/s in frames, and Wai adds
 * n * 80 B to the 60 kB in flight.
 */
TEST_P(HpccPintTest, FlowsSettleAtEtaAndShare)
{
    const uint32_t flows = GetParam();
    for (const auto& [base, bytes] : {std::pair{1.05, 1}, std::pair{1.01, 2}})
    {
        SCOPED_TRACE(base);
        Build("RoceFabric",
              {{"Nic", "ns3::RdmaNic[MtuBytes=1000|AckInterval=1]"},
               {"CongestionControl", "ns3::HpccPint[CodeBase=" + std::to_string(base) + "]"},
               {"Marker", "ns3::NoMarker"}},
              Topology(
                  "StarTopology",
                  {{"Hosts", std::to_string(flows + 1)}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
        std::vector<Ptr<RdmaQueuePair>> pairs(flows);
        std::vector<uint64_t> before(flows);
        for (uint32_t flow = 0; flow < flows; ++flow)
        {
            Simulator::Schedule(MicroSeconds(100 * flow), [&, flow] {
                pairs[flow] =
                    RdmaNic::Connect(m_network.nics[flow], m_network.nics[flows], 3).first;
                pairs[flow]->PostWrite(1'000'000'000'000, 0);
            });
        }
        Simulator::Schedule(MilliSeconds(4), [&] {
            for (uint32_t flow = 0; flow < flows; ++flow)
            {
                before[flow] = pairs[flow]->GetAcknowledgedBytes();
            }
        });
        const auto& port = *m_network.fabricSwitches[0]->GetPorts()[flows];
        double meanQueueBytes = 0;
        for (int look = 0; look < 8'000; ++look)
        {
            Simulator::Schedule(MilliSeconds(4) + MicroSeconds(look),
                                [&] { meanQueueBytes += port.GetQueueBytes(3) / 8'000.0; });
        }
        Simulator::Stop(MilliSeconds(12));
        Simulator::Run();
        double sum = 0;
        double least = 1e9;
        double most = 0;
        for (uint32_t flow = 0; flow < flows; ++flow)
        {
            const double gbps = (pairs[flow]->GetAcknowledgedBytes() - before[flow]) * 8e-9 / 8e-3;
            sum += gbps;
            least = std::min(least, gbps);
            most = std::max(most, gbps);
        }
        const double eta = 0.95 * 100 * 1000 / (1062 + bytes);
        EXPECT_GT(sum, eta / base);
        EXPECT_LT(sum, eta * (1 + flows * 80 / 60e3));
        EXPECT_GT(least / most, 0.8);
        EXPECT_LT(meanQueueBytes, flows * 1063.0);
        EXPECT_EQ(Statistics().drops, 0u);
        Simulator::Destroy();
    }
}

INSTANTIATE_TEST_SUITE_P(Flows, HpccPintTest, testing::Values(2, 3, 7));

TEST_F(TelemetryCongestionControlTest, PowerTcpFillsTheLinkOverAShortQueue)
{
    // At rest P = 1 + q/BDP = W / (W - beta), and both windows with their headers are in flight:
    // 2 W TELEMETRY_WIRE/1000 = BDP + q. With beta = BDP/10: 1 + q/BDP = 0.545 / 0.445, q = 0.225
    // BDP. By the round-trip time alone it is the same, as P is then the delay over T.
    for (const std::string name : {"ns3::PowerTcp", "ns3::ThetaPowerTcp"})
    {
        BuildStar("RoceFabric", 100, {{"CongestionControl", name}, {"Marker", "ns3::NoMarker"}});
        StartFlow(0, Seconds(0));
        StartFlow(1, MicroSeconds(200));
        const auto outcome = Measure(MilliSeconds(1), MilliSeconds(3));
        const double bdpBytes = GetBaseRtt() * 100e9 / 8;
        EXPECT_GT(outcome.Sum(), 0.99 * 100 * 1000 / TELEMETRY_WIRE) << name;
        EXPECT_GT(outcome.Fairness(), 0.97) << name;
        EXPECT_NEAR(outcome.meanQueueBytes, 0.225 * bdpBytes, 0.06 * bdpBytes) << name;
        EXPECT_LT(outcome.mostQueueBytes, bdpBytes) << name;
        Simulator::Destroy();
    }
}
