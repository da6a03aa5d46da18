// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_TEST_H
#define AI_FABRIC_UET_TEST_H

#include "channel-client.h"
#include "network-test.h"
#include "units.h"

#include "ns3/message-transport.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3
{

/** Networks of Ultra Ethernet and messages on them. */
class UetTest : public NetworkTest
{
  protected:
    /** @param parts of the fabric beyond Ultra Ethernet on lossy switches */
    void BuildUet(const Attributes& parts, const FabricTopology& topology)
    {
        const Attributes uet =
            "Transport=ns3::UltraEthernetTransport Framing=ns3::UetFraming "
            "FlowControl=ns3::NoFlowControl CongestionControl=ns3::Nscc "
            "RetransmissionTimer=ns3::AdaptiveTimer[InitialTimeout=100us|InitialRange=0ns]";
        m_channels.clear();
        m_client = {};
        Build("RoceFabric", uet + parts, topology);
    }

    static FabricTopology Star(uint32_t hosts,
                               const std::string& rate = "100Gbps",
                               const std::string& delay = "1us")
    {
        return Topology("StarTopology",
                        {{"Hosts", std::to_string(hosts)}, {"Rate", rate}, {"Delay", delay}});
    }

    MessageChannel& Open(uint32_t from, uint32_t to)
    {
        auto& sender = *m_network.transports[from];
        const auto channel = sender.Open(*m_network.transports[to],
                                         sender.GetNic()->GetDefaultServiceLevel(),
                                         {m_channels.size()});
        channel->SetClient(&m_client);
        m_channels.push_back(channel);
        return *channel;
    }

    /**
     * A message alone goes from host 0 to 1 of a star, whose switch stores each packet once and
     * takes 0.4 us: it arrives when its packets do, and ends with the answer to the last.
     *
     * @param link of the star
     * @param bytes of the message
     * @param mtuBytes of payload in a full packet
     * @param wire what a packet with so much payload takes of a wire, in bytes
     * @param answerBytes what the answer takes of a wire
     */
    template <typename Wire>
    void ExpectAlone(const TimedLink& link,
                     uint64_t bytes,
                     uint64_t mtuBytes,
                     const Wire& wire,
                     int64_t answerBytes)
    {
        Open(0, 1).Post(bytes, 7);
        Simulator::Run();
        const uint64_t full = (bytes - 1) / mtuBytes;
        const int64_t last = wire(bytes - full * mtuBytes);
        const int64_t all = static_cast<int64_t>(full) * wire(mtuBytes) + last;
        const int64_t first = full > 0 ? wire(mtuBytes) : last;
        const int64_t wayPs = 2 * link.delayPs + 400'000;
        const int64_t arrivedPs = (first + all) * link.psPerByte + wayPs;
        const int64_t endedPs = arrivedPs + 2 * answerBytes * link.psPerByte + wayPs;
        ASSERT_EQ(m_client.arrivals.size(), 1u);
        ASSERT_EQ(m_client.ends.size(), 1u);
        EXPECT_EQ(m_client.arrivals[0].arrivedPs, arrivedPs);
        EXPECT_EQ(m_client.ends[0].end.finishedPs, endedPs);
        EXPECT_EQ(m_network.IdealMessagePs(0, 1, bytes), endedPs);
    }

    /** Each of the hosts from 1 on sends a message to host 0, and all of them come. */
    void RunIncast(uint32_t senders, uint64_t bytes)
    {
        for (uint32_t host = 1; host <= senders; ++host)
        {
            Open(host, 0).Post(bytes, host - 1);
        }
        Simulator::Run();
        ExpectOnce(senders);
    }

    static constexpr uint32_t SIXTY = 60; //!< messages of PostSixtyMessages()

    /** @return sum of the lengths, each 1 to mostBytes; every other message is of the first channel
     */
    static uint64_t PostSixtyMessages(MessageChannel& first,
                                      MessageChannel& second,
                                      uint64_t mostBytes)
    {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < SIXTY; ++i)
        {
            const uint64_t bytes = 1 + i * 7919 % mostBytes;
            sum += bytes;
            (i % 2 == 0 ? first : second).Post(bytes, i);
        }
        return sum;
    }

    /** Hosts 0 and 2 post sixty messages of many lengths to host 1 and all of them come, once. */
    void RunSixtyMessages()
    {
        auto& first = Open(0, 1);
        auto& second = Open(2, 1);
        const uint64_t sum = PostSixtyMessages(first, second, 50'000);
        Simulator::Run();
        ExpectOnce(60);
        EXPECT_EQ(Statistics().deliveredBytes, sum);
    }

    /** Runs until the one message that was posted has failed. @return when, in ps */
    int64_t RunToFailure()
    {
        Simulator::Run();
        EXPECT_EQ(m_client.ends.size(), 1u);
        EXPECT_STREQ(m_client.ends.at(0).end.failure, "retry-exceeded");
        return m_client.ends[0].end.finishedPs;
    }

    /** @param loss share of frames that each link loses */
    static FabricTopology Lossy(FabricTopology topology, double loss)
    {
        for (auto& link : topology.links)
        {
            link.errorRate = loss;
        }
        return topology;
    }

    /** @return when the last message arrived; one has */
    int64_t GetLastArrivalPs() const
    {
        return std::max_element(
                   m_client.arrivals.begin(),
                   m_client.arrivals.end(),
                   [](const auto& a, const auto& b) { return a.arrivedPs < b.arrivedPs; })
            ->arrivedPs;
    }

    void TearDown() override
    {
        m_channels.clear();
        NetworkTest::TearDown();
    }

    /** Expects every message with an immediate below a count to have ended and arrived once. */
    void ExpectOnce(uint32_t count) const
    {
        std::vector<uint32_t> ended(count);
        std::vector<uint32_t> arrived(count);
        for (const auto& [immediate, end] : m_client.ends)
        {
            EXPECT_EQ(end.failure, nullptr);
            ++ended.at(immediate);
        }
        for (const auto& [immediate, arrivedPs] : m_client.arrivals)
        {
            ++arrived.at(immediate);
        }
        EXPECT_EQ(ended, std::vector<uint32_t>(count, 1));
        EXPECT_EQ(arrived, std::vector<uint32_t>(count, 1));
    }

    std::vector<Ptr<MessageChannel>> m_channels;
    ChannelClient m_client;
};

} // namespace ns3

#endif // AI_FABRIC_UET_TEST_H
