// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Datagrams of Ultra Ethernet: what comes is what the network lets through.

#include "error-message.h"
#include "has-text.h"
#include "uet-test.h"

#include "ns3/input-error.h"
#include "ns3/uud-background.h"
#include "ns3/uud-stream.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class UudBackgroundTest : public UetTest
{
  protected:
    void BuildStar(uint32_t hosts, const Attributes& parts = {}, double loss = 0)
    {
        auto topology = Star(hosts);
        for (auto& link : topology.links)
        {
            link.errorRate = loss;
        }
        BuildUet(parts, topology);
        m_flows.clear();
    }

    void AddDatagrams(const Attributes& attributes)
    {
        std::set<uint16_t> ports;
        m_flows = Make<BackgroundTraffic>("UudBackground", attributes)->Install(m_network, ports);
    }

    /** @return payload that has come of all flows, in bytes */
    uint64_t GetReceivedBytes() const
    {
        uint64_t bytes = 0;
        for (const auto& flow : m_flows)
        {
            bytes += flow.receivedBytes();
        }
        return bytes;
    }

    /** @return payload that a host has sent, in bytes */
    uint64_t GetSentBytes(uint32_t host) const
    {
        return DynamicCast<UudStream>(m_network.hosts.Get(host)->GetApplication(0))->GetSentBytes();
    }

    std::vector<BackgroundFlow> m_flows;
};

} // namespace

TEST_F(UudBackgroundTest, EachDatagramGoesInItsTimeAndIsOnePacket)
{
    BuildStar(4);
    // 1250 B at 10 Gb/s: one each microsecond. 14 + 20 + 8, 4 + 44, 1252, 4 and 20 B are 1366 B on
    // the wire, 109.28 ns; with 1 us per link and 400 ns each takes 2.61856 us.
    AddDatagrams("Pairs=0-1>2-3 PacketBytes=1250 Bytes=125000 Rate=10Gbps Start=7us");
    Simulator::Schedule(NanoSeconds(7'000 + 48'000 + 2'618),
                        [this] { EXPECT_EQ(m_flows[0].receivedBytes(), 48u * 1250); });
    Simulator::Schedule(NanoSeconds(7'000 + 48'000 + 2'620),
                        [this] { EXPECT_EQ(m_flows[0].receivedBytes(), 49u * 1250); });
    Simulator::Run();
    EXPECT_EQ(m_flows.at(0).receivedBytes(), 125'000u);
    EXPECT_EQ(m_flows.at(1).receivedBytes(), 125'000u);
    EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
}

/** Two links that lose a share p each let (1 - p)^2 through, and nothing is sent again. */
TEST_F(UudBackgroundTest, WhatIsLostStaysLost)
{
    constexpr uint64_t PACKETS = 20'000;
    for (const double loss : {0.01, 0.2})
    {
        SCOPED_TRACE(loss);
        Restart();
        BuildStar(2, {}, loss);
        AddDatagrams(
            {{"Pairs", "0>1"}, {"Rate", "40Gbps"}, {"Bytes", std::to_string(PACKETS * 4096)}});
        Simulator::Run();
        const double q = (1 - loss) * (1 - loss);
        const double sigma = std::sqrt(q * (1 - q) / PACKETS);
        EXPECT_EQ(GetSentBytes(0), PACKETS * 4096);
        EXPECT_NEAR(static_cast<double>(GetReceivedBytes()) / (PACKETS * 4096), q, 4 * sigma);
        const auto sums = Statistics();
        EXPECT_EQ(GetReceivedBytes(), (PACKETS - sums.losses) * 4096);
        EXPECT_EQ(sums.retransmittedPackets, 0u);
        EXPECT_EQ(m_network.channels[1]->GetCounters(0).sentPackets, 0u) << "no answers";
    }
}

/** Three times 40 Gb/s to a host of 100 Gb/s: the link is full, and no sender slows down. */
TEST_F(UudBackgroundTest, TheRestOfTooMuchIsDroppedOrTrimmed)
{
    for (const std::string buffer :
         {"ns3::SharedBuffer[SizeBytes=300000]", "ns3::SharedBuffer[TrimQueueTime=2us]"})
    {
        SCOPED_TRACE(buffer);
        Restart();
        BuildStar(4, {{"Buffer", buffer}});
        AddDatagrams({{"Pairs", "0-2>3"}, {"Rate", "40Gbps"}, {"Stop", "1ms"}});
        Simulator::Run();
        uint64_t sentBytes = 0;
        for (const uint32_t host : {0, 1, 2})
        {
            // One at 0 and then one each 4096 * 8 / 40 ns, as long as that is before the stop.
            EXPECT_EQ(GetSentBytes(host), 4096u * (1 + 999'999 * 5 / 4096)) << host;
            sentBytes += GetSentBytes(host);
        }
        const auto sums = Statistics();
        EXPECT_GT(sums.drops + sums.trims, 0u);
        EXPECT_EQ(GetReceivedBytes(), sentBytes - 4096 * (sums.drops + sums.trims));
        if (sums.trims == 0)
        {
            EXPECT_NEAR(static_cast<double>(GetReceivedBytes()), 4096 * (1e6 / (4210 * .08)), 2e5);
        }
    }
}

TEST_F(UudBackgroundTest, MessagesComeBesideIt)
{
    BuildStar(3, {{"Buffer", "ns3::SharedBuffer[SizeBytes=300000]"}});
    AddDatagrams({{"Pairs", "0>2"}, {"Rate", "70Gbps"}, {"Stop", "3ms"}});
    Open(1, 2).Post(10'000'000, 0);
    Simulator::Run();
    ExpectOnce(1);
    EXPECT_GT(GetReceivedBytes(), 0u);
    EXPECT_EQ(Statistics().deliveredBytes, 10'000'000u) << "datagrams are not of jobs";
}

TEST_F(UudBackgroundTest, WhatDoesNotFitIsRefused)
{
    const auto refusal = [this](const Attributes& attributes) {
        return MessageOf<InputError>([&] { AddDatagrams(attributes); });
    };
    BuildStar(2);
    EXPECT_TRUE(Has(refusal({{"PacketBytes", "4097"}}), "expected 0 to 4096"));
    EXPECT_TRUE(Has(refusal({{"Rate", "0bps"}}), "expected more"));
    Restart();
    Build("RoceFabric", {}, Star(2));
    EXPECT_TRUE(Has(refusal({}), "expected ns3::UetFraming"));
}
