// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-test.h"

#include "ns3/fabric-sampler.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

class RetiredChannelTest : public UetTest
{
  protected:
    void Build(bool isUet)
    {
        if (isUet)
        {
            BuildUet({}, Star(2));
        }
        else
        {
            m_channels.clear();
            m_client = {};
            NetworkTest::Build("RoceFabric", {}, Star(2));
        }
    }

    uint64_t Count() const
    {
        return m_network.transports[0]->GetAcknowledgedBytes();
    }
};

} // namespace

/** Nobody posts on it any more, as behind a restart: its bytes count as before, its message ends.
 */
TEST_F(RetiredChannelTest, CountsAndMessagesAreAsWithoutIt)
{
    for (const bool isUet : {false, true})
    {
        SCOPED_TRACE(isUet);
        Build(isUet);
        auto& first = Open(0, 1);
        first.Post(100'000, 0);
        Simulator::Run();
        EXPECT_EQ(Count(), 100'000u);
        first.Retire();
        EXPECT_EQ(Count(), 100'000u);
        EXPECT_EQ(Count(), 100'000u);
        auto& second = Open(0, 1);
        second.Post(1'000'000, 1);
        Simulator::Stop(MicroSeconds(30));
        Simulator::Run();
        second.Retire();
        const uint64_t before = Count();
        EXPECT_GT(before, 100'000u);
        EXPECT_LT(before, 1'100'000u);
        Open(0, 1).Post(7'000, 2);
        Simulator::Run();
        EXPECT_EQ(Count(), 1'107'000u);
        EXPECT_EQ(Count(), 1'107'000u);
        ExpectOnce(3);
    }
}

/** Samples are those of the same channels that nobody retires: the last bytes of each are seen. */
TEST_F(RetiredChannelTest, SamplesAreAsWithoutIt)
{
    for (const bool isUet : {false, true})
    {
        SCOPED_TRACE(isUet);
        const auto sample = [&](bool retires) {
            Build(isUet);
            const int64_t startPs = Simulator::Now().GetPicoSeconds();
            const auto sampler =
                CreateObjectWithAttributes<FabricSampler>("RateInterval",
                                                          TimeValue(MicroSeconds(3)));
            sampler->Start(m_network.GetParts(), m_network.topology);
            auto& channel = Open(0, 1);
            channel.Post(300'000, 0);
            Simulator::Schedule(MicroSeconds(10), [&] {
                if (retires)
                {
                    channel.Retire();
                }
                Open(0, 1).Post(200'000, 1);
            });
            Simulator::Stop(MicroSeconds(200));
            Simulator::Run();
            ExpectOnce(2);
            std::vector<std::pair<int64_t, uint64_t>> seen;
            for (const auto& one : sampler->GetRateSamples())
            {
                seen.emplace_back(one.timePs - startPs, one.acknowledgedBytes);
            }
            sampler->Stop();
            return seen;
        };
        const auto samples = sample(true);
        EXPECT_EQ(samples, sample(false));
        EXPECT_GT(samples.size(), 10u);
    }
}
