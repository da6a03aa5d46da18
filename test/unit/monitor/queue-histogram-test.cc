// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/queue-histogram.h"

#include <numeric>

using namespace ns3;

namespace
{

/** Hosts 0 and 1 send 1 MB each to host 2: 100 Gb/s, 1 us, a pipeline of 400 ns. */
class QueueHistogramTest : public NetworkTest
{
  protected:
    /** @param attributes of the histogram @return its counts after 55 us */
    QueueHistogram::Record Run(const Attributes& attributes)
    {
        Build("RoceFabric",
              {{"CongestionControl", "ns3::NoCongestionControl"}, {"Marker", "ns3::NoMarker"}},
              Topology("StarTopology", {{"Hosts", "3"}}));
        Add("IncastWorkload", {{"Bytes", "1000000"}});
        const auto histogram = Make<QueueHistogram>("QueueHistogram", attributes);
        histogram->Start(m_network.GetParts(), m_network.topology);
        Simulator::Stop(MicroSeconds(55));
        Simulator::Run();
        return histogram->Finish();
    }
};

} // namespace

TEST_F(QueueHistogramTest, CountsAreKeptPerPortAndKilobyte)
{
    const auto record = Run({{"Interval", "10us"}, {"DumpInterval", "20us"}});
    ASSERT_EQ(record.ports.size(), 3u) << "those of the switch, not those of hosts";
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(record.ports[i].node, 3u);
        EXPECT_EQ(record.ports[i].link, i);
    }
    ASSERT_EQ(record.snapshots.size(), 4u) << "at 0, 20 and 40 us, and at the last look, 50 us";
    const int64_t timesUs[] = {0, 20, 40, 50};
    const uint64_t looks[] = {1, 3, 5, 6};
    for (size_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(record.snapshots[i].timePs, timesUs[i] * 1'000'000);
        for (const auto& counts : record.snapshots[i].counts)
        {
            EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), uint64_t{0}), looks[i]);
        }
    }
    // At 50 us 145 packets of 4158 B wait for host 2, see FabricSamplerTest: 602,910 B.
    const auto& last = record.snapshots[3].counts[2];
    ASSERT_EQ(last.size(), 603u);
    EXPECT_EQ(last[602], 1u);
    EXPECT_EQ(last[0], 1u) << "at 0";
    EXPECT_EQ(record.snapshots[3].counts[0], std::vector<uint64_t>{6}) << "nothing waits there";
}

TEST_F(QueueHistogramTest, ItLooksFromStartToTheFirstTimeNotBeforeStop)
{
    const auto record =
        Run({{"Interval", "10us"}, {"Start", "50us"}, {"Stop", "51us"}, {"DumpInterval", "100us"}});
    // At 50 us and, as the simulator it follows, once more after Stop: at 60 us, but the run is
    // over.
    ASSERT_EQ(record.snapshots.size(), 1u);
    EXPECT_EQ(record.snapshots[0].timePs, 50'000'000);
    EXPECT_EQ(record.snapshots[0].counts[2][602], 1u);
}

TEST_F(QueueHistogramTest, StopIsAfterStart)
{
    const auto histogram =
        Make<QueueHistogram>("QueueHistogram", {{"Start", "5us"}, {"Stop", "5us"}});
    EXPECT_EQ(MessageOf<InputError>([&] { histogram->Validate(); }),
              "QueueHistogram Stop must be after Start, or 0 for the end of the run");
}
