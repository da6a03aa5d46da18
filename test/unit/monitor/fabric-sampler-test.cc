// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/fabric-sampler.h"
#include "ns3/input-error.h"

#include <string>

using namespace ns3;

namespace
{

class FabricSamplerTest : public NetworkTest
{
  protected:
    /** Hosts 0 and 1 send 1 MB each to host 2: 100 Gb/s, 1 us, a pipeline of 400 ns. */
    void BuildIncast()
    {
        Build("RoceFabric",
              {{"CongestionControl", "ns3::NoCongestionControl"}, {"Marker", "ns3::NoMarker"}},
              Topology("StarTopology", {{"Hosts", "3"}}));
        Add("IncastWorkload", {{"Bytes", "1000000"}});
    }

    /** @return error message for queues of a dumbbell with two hosts on each side */
    static std::string ErrorOf(const std::string& queues)
    {
        const auto topology =
            Topology("DumbbellTopology", {{"LeftHosts", "2"}, {"RightHosts", "2"}});
        const auto sampler = Make<FabricSampler>("FabricSampler", {{"Queues", queues}});
        return MessageOf<InputError>([&] { sampler->FindQueues(topology); });
    }
};

} // namespace

TEST_F(FabricSamplerTest, AQueueThatGrowsIsSeenToTheByte)
{
    BuildIncast();
    const auto sampler = Make<FabricSampler>(
        "FabricSampler",
        {{"Queues", "switch0->host2:3, switch0->host2, switch0->host0"}, {"Interval", "10us"}});
    sampler->Start(m_network.GetParts(), m_network.topology);
    Simulator::Stop(MicroSeconds(55));
    Simulator::Run();

    // The first two packets are a WRITE FIRST of 4174 B, 4194 B on the wire: 335.52 ns. They reach
    // the queue at 335.52 + 1000 + 400 ns = 1735.52 ns, pairs of 4158 B (4178 B: 334.24 ns) every
    // 334.24 ns after them. Until 50 us that are 1 + floor((50000 - 1735.52) / 334.24) = 145 pairs.
    // The queue sends the two first ones, then one packet per 334.24 ns from 2406.56 ns on: 2 + 1 +
    // floor((50000 - 2406.56) / 334.24) = 145 packets. So 145 packets wait, all of 4158 B.
    const auto& samples = sampler->GetQueueSamples();
    ASSERT_EQ(sampler->GetQueues().size(), 3u);
    ASSERT_EQ(samples.size(), 6u * 3) << "at 0, 10, ..., 50 us";
    for (size_t i = 0; i < samples.size(); ++i)
    {
        EXPECT_EQ(samples[i].timePs, static_cast<int64_t>(i / 3) * 10'000'000);
        EXPECT_EQ(samples[i].queue, i % 3);
    }
    EXPECT_EQ(samples[0].queueBytes, 0u);
    EXPECT_EQ(samples[0].sentPackets, 0u);
    EXPECT_EQ(samples[15].queueBytes, 145u * 4158);
    EXPECT_EQ(samples[15].sentPackets, 145u);
    EXPECT_EQ(samples[15].sentFrameBytes, 2u * 4174 + 143 * 4158);
    EXPECT_EQ(samples[16].queueBytes, samples[15].queueBytes) << "all data has priority 3";
    EXPECT_EQ(samples[17].queueBytes, 0u) << "acknowledgements do not wait";
    EXPECT_TRUE(sampler->GetRateSamples().empty());
}

TEST_F(FabricSamplerTest, RatesAreThoseOfSendersOnly)
{
    BuildIncast();
    const auto sampler = Make<FabricSampler>("FabricSampler", {{"RateInterval", "20us"}});
    sampler->Start(m_network.GetParts(), m_network.topology);
    Simulator::Stop(MicroSeconds(50));
    Simulator::Run();
    EXPECT_TRUE(sampler->GetQueueSamples().empty());
    uint64_t acknowledged = 0;
    for (const auto& sample : sampler->GetRateSamples())
    {
        EXPECT_EQ(sample.destHost, 2u);
        EXPECT_EQ(sample.queuePair, 2u) << "the first that may be used";
        EXPECT_EQ(sample.ratebps, 100'000'000'000u);
        EXPECT_EQ(sample.acknowledgedBytes % (8 * 4096), 0u) << "every eighth packet asks for it";
        acknowledged = sample.acknowledgedBytes;
    }
    // At 40 us the receiver has had 38 us of its link, half of it from each: 57 packets; the last
    // multiple of 8 before that which had time to come back is 48 or 56.
    EXPECT_GE(acknowledged, 48u * 4096);
    EXPECT_LE(acknowledged, 56u * 4096);
}

TEST_F(FabricSamplerTest, StoppedItLeavesNoEventBehind)
{
    BuildIncast();
    const auto sampler = Make<FabricSampler>(
        "FabricSampler",
        {{"Queues", "switch0->host2"}, {"Interval", "1us"}, {"RateInterval", "1us"}});
    sampler->Start(m_network.GetParts(), m_network.topology);
    Simulator::Schedule(MicroSeconds(3), &FabricSampler::Stop, sampler);
    Simulator::Run(); // would not end otherwise
    ExpectLosslessEnd();
    EXPECT_LE(sampler->GetQueueSamples().size(), 4u);
}

TEST_F(FabricSamplerTest, QueuesOfParallelLinksAreAllSampled)
{
    FabricTopology topology;
    topology.AddHost("a");
    topology.AddHost("b");
    const uint32_t left = topology.AddSwitch("left");
    const uint32_t right = topology.AddSwitch("right");
    topology.AddLink({0, left, 100'000'000'000, 0});
    topology.AddLink({left, right, 100'000'000'000, 0});
    topology.AddLink({right, left, 100'000'000'000, 0});
    topology.AddLink({right, 1, 100'000'000'000, 0});
    const auto queues =
        Make<FabricSampler>("FabricSampler", {{"Queues", "left->right:0"}})->FindQueues(topology);
    ASSERT_EQ(queues.size(), 2u);
    EXPECT_EQ(queues[0].link, 1u);
    EXPECT_EQ(queues[0].side, 0u);
    EXPECT_EQ(queues[1].link, 2u);
    EXPECT_EQ(queues[1].side, 1u);
    EXPECT_EQ(queues[0].lane, 0);
}

TEST_F(FabricSamplerTest, WrongQueuesSaySo)
{
    const std::string start = "FabricSampler Queues ";
    EXPECT_EQ(ErrorOf("left0"),
              start + "\"left0\": is not a queue; expected NODE->NODE or NODE->NODE:PRIORITY");
    EXPECT_EQ(ErrorOf("left0->middle"),
              start +
                  "\"left0->middle\": the topology has no node \"middle\"; its nodes are called "
                  "host0 to right0");
    EXPECT_EQ(ErrorOf("left0->host2"), start + "\"left0->host2\": no link joins the two nodes");
    EXPECT_EQ(ErrorOf("left0->right0:16"),
              start +
                  "\"left0->right0:16\": the priority is \"16\"; expected 0 to 7, or a lane to 15 "
                  "on InfiniBand");
    EXPECT_EQ(ErrorOf("left0:3->right0"),
              start +
                  "\"left0:3->right0\": the priority is \"3->right0\"; expected 0 to 7, or a lane "
                  "to 15 on InfiniBand");
}

TEST_F(FabricSamplerTest, IdleQueuePairsHaveNoRowsAndOthersNameTheirJob)
{
    // 8,000 B from 0 to 1 on channel 0 of the job take 2 packets: about 5 us with the ACK.
    Build("RoceFabric",
          {{"CongestionControl", "ns3::NoCongestionControl"}, {"Marker", "ns3::NoMarker"}},
          Topology("StarTopology", {{"Hosts", "2"}}));
    Add("IncastWorkload", {{"Bytes", "8000"}, {"Sources", "1"}});
    const auto sampler = Make<FabricSampler>("FabricSampler", {{"RateInterval", "2us"}});
    sampler->Start(m_network.GetParts(), m_network.topology, m_jobs);
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    const auto& samples = sampler->GetRateSamples();
    const int64_t endPs = m_jobs[0]->GetFinishPs();
    // At 2 us, 4 us, ... until the acknowledgement, and once with the acknowledged bytes.
    ASSERT_EQ(samples.size(), static_cast<size_t>(endPs / 2'000'000) + 1);
    EXPECT_EQ(samples.back().acknowledgedBytes, 8000u);
    EXPECT_EQ(samples.back().timePs, (endPs / 2'000'000 + 1) * 2'000'000);
    for (const auto& sample : samples)
    {
        EXPECT_EQ(sample.job, 0);
        EXPECT_EQ(sample.channel, m_jobs[0]->GetRecords()[0].channel);
        EXPECT_EQ(sample.serviceLevel, m_jobs[0]->GetRecords()[0].serviceLevel);
        EXPECT_EQ(sample.windowBytes, FabricSampler::NO_WINDOW);
    }
}

TEST_F(FabricSamplerTest, PatternsNameQueues)
{
    const auto topology = Topology("DumbbellTopology", {{"LeftHosts", "2"}, {"RightHosts", "1"}});
    const auto find = [&](const std::string& queues) {
        std::string names;
        for (const auto& queue :
             Make<FabricSampler>("FabricSampler", {{"Queues", queues}})->FindQueues(topology))
        {
            names += queue.name + " ";
        }
        return names;
    };
    EXPECT_EQ(find("left* -> host*:2"), "left0->host0:2 left0->host1:2 ");
    EXPECT_EQ(find("switch *->switch *"), "left0->right0 right0->left0 ");
    EXPECT_EQ(find("host 2->*, node 3->host 0"), "host2->right0 left0->host0 ");
    EXPECT_EQ(ErrorOf("spine*->host0"),
              "FabricSampler Queues \"spine*->host0\": the topology has no node \"spine*\"; its "
              "nodes are called host0 to right0");
}
